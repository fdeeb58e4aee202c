// What pages say about tournaments.
import type { TournamentSummary } from "../../wire";
import { showDuration } from "../duration";
import { levelName } from "../levels";
import { paceLabel } from "../setup/pace";

/** The format and its length: "Arena, 30 min". */
export function formatLabel({ format, minutes, rounds }: TournamentSummary): string {
  if (format === "arena") return `Arena, ${minutes} min`;
  return rounds === 1 ? "Swiss, 1 round" : `Swiss, ${rounds} rounds`;
}

/** What is played, in a line: "Checkers · 5 min + 3 s per move · Rated". */
export function details(summary: TournamentSummary, game: string): string {
  const rated = summary.is_rated ? ["Rated"] : [];
  const hidden = summary.is_public ? [] : ["By link only"];
  return [game, formatLabel(summary), paceLabel(summary.pace), ...rated, ...hidden].join(" · ");
}

/** How computers take part; empty when they do not. */
export function computersLabel({ level, num_computers: num }: TournamentSummary): string {
  if (!level) return "";
  if (!num) return `Computer (${levelName(level)}) stands in when the number of players is odd.`;
  return num === 1 ? `1 computer (${levelName(level)}) plays.` : `${num} computers (${levelName(level)}) play.`;
}

/** When a tournament that has not begun begins; `now` is the time of the server. */
export function startLabel({ starts_ms, start_when, num_players, host }: TournamentSummary, now: number): string {
  if (starts_ms !== null) {
    const left = starts_ms - now;
    if (left <= 0) return "Starts now";
    if (left < 3_600_000) return `Starts in ${showDuration(left)}`;
    return `Starts ${new Date(starts_ms).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}`;
  }
  if (start_when !== null) return `Starts when ${start_when} people have joined (${num_players} so far)`;
  return `Starts when ${host} starts it`;
}

/** What goes on in a tournament, in a few words. */
export function stateLabel(summary: TournamentSummary, round: number, now: number): string {
  const { state, ends_ms, rounds, winners } = summary;
  if (state === "waiting") return startLabel(summary, now);
  if (state === "cancelled") return "Cancelled";
  if (state === "over") return winners.length ? `Won by ${winners.join(" and ")}` : "Over";
  if (ends_ms === null) return round ? `Round ${round} of ${rounds}` : "Starting";
  return now < ends_ms ? `${showDuration(ends_ms - now)} left` : "Last matches are being played";
}

export function playersLabel(num: number): string {
  return num === 1 ? "1 player" : `${num} players`;
}

/** "1st", "2nd", "3rd", "11th". */
export function ordinal(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13;
  return place + (isTeen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th"));
}

/** The address of a match of a tournament, to play, watch or replay. */
export function matchPath(page: "match" | "replay", match: string, invitation: string | null): string {
  return `/${page}/${match}${invitation ? `?${new URLSearchParams({ invitation }).toString()}` : ""}`;
}
