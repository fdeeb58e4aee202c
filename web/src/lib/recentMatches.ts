// The matches that somebody sits at from this browser, so that the way back to them is short.
import type { MatchInfo } from "../wire";

const KEY = "parlour.matches";
const MOST = 5;

export interface Remembered {
  match: string;
  game: string;
  names: readonly string[];
  /** Somebody is still awaited. */
  isOpen: boolean;
}

/** The matches, the latest first. */
export function remembered(): Remembered[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Remembered[]).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remember a match that goes on and in which the visitor sits; forget it when it is over. */
export function remember(info: MatchInfo): void {
  const others = remembered().filter(({ match }) => match !== info.match);
  if (info.is_over || !info.seats.length) return keep(others);
  const { match, game, names } = info;
  keep([{ match, game, names, isOpen: info.open_seat !== null }, ...others].slice(0, MOST));
}

/** Remember a match no longer. */
export function forget(match: string): void {
  keep(remembered().filter((each) => each.match !== match));
}

function keep(matches: Remembered[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(matches));
  } catch {
    // a browser that keeps nothing
  }
}
