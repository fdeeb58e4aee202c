// How much time the players have: the paces that can be chosen, and each of them in words.

export const MOST_MINUTES = 180;
export const MOST_SECONDS = 180;

/** What can be chosen; "own" is made of minutes and seconds. */
export const PACES = ["none", "table", "5+3", "10+5", "15+10", "1d", "3d", "own"] as const;

/** A pace as people say it. */
export function paceWords(pace: string): string {
  if (pace === "none") return "No clock";
  if (pace === "table") return "Table timers";
  if (pace === "own") return "Your own";
  const days = /^(\d+)d$/.exec(pace);
  if (days) return days[1] === "1" ? "A day for each turn" : `${days[1]} days for each turn`;
  const clock = /^(\d+)\+(\d+)$/.exec(pace);
  if (!clock) return pace;
  const minutes = clock[1] === "1" ? "1 minute" : `${clock[1]} minutes`;
  return clock[2] === "0" ? minutes : `${minutes}, ${clock[2]} seconds more with each turn`;
}

/** Minutes and seconds as the server reads them, or null when no pace has so many. */
export function ownPace(minutes: number | null, seconds: number | null): string | null {
  if (!isWithin(minutes, 1, MOST_MINUTES) || !isWithin(seconds, 0, MOST_SECONDS)) return null;
  return `${minutes}+${seconds}`;
}

function isWithin(number: number | null, low: number, high: number): boolean {
  return Number.isInteger(number) && number! >= low && number! <= high;
}
