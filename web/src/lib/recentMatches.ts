// The unfinished matches played in this browser, so that the way back to them is short.
import type { MatchInfo } from "../wire";

const KEY = "parlour.matches";
const MAX_MATCHES = 5;

export interface RecentMatch {
  match: string;
  game: string;
  names: readonly string[];
  /** It waits for an opponent. */
  isOpen: boolean;
}

/** The matches, the latest first. */
export function recentMatches(): RecentMatch[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? (saved as RecentMatch[]).slice(0, MAX_MATCHES) : [];
  } catch {
    return [];
  }
}

/** Remember a match that the visitor plays; forget it when it is over. */
export function remember(info: MatchInfo): void {
  const others = recentMatches().filter(({ match }) => match !== info.match);
  if (info.is_over || !info.seats.length) return save(others);
  const { match, game, names } = info;
  save([{ match, game, names, isOpen: info.open_seat !== null }, ...others].slice(0, MAX_MATCHES));
}

/** Forget a match. */
export function forget(match: string): void {
  save(recentMatches().filter((each) => each.match !== match));
}

function save(matches: RecentMatch[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(matches));
  } catch {
    // this browser stores nothing
  }
}
