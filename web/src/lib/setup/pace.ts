// Time controls: the paces that can be chosen, and their labels.

export const MAX_MINUTES = 180;
export const MAX_SECONDS = 180;

/** The paces to choose from; "custom" is made of minutes and seconds. */
export const PACES = ["none", "table", "5+3", "10+5", "15+10", "1d", "3d", "custom"] as const;

/** The label of a pace: "5 min + 3 s per move". */
export function paceLabel(pace: string): string {
  if (pace === "none") return "No clock";
  if (pace === "table") return "Table timers";
  if (pace === "custom") return "Custom";
  const days = /^(\d+)d$/.exec(pace);
  if (days) return days[1] === "1" ? "1 day per move" : `${days[1]} days per move`;
  const clock = /^(\d+)\+(\d+)$/.exec(pace);
  if (!clock) return pace;
  const [, minutes, seconds] = clock;
  return seconds === "0" ? `${minutes} min` : `${minutes} min + ${seconds} s per move`;
}

/** A pace of minutes and seconds as the server reads it, or null when they are out of range. */
export function customPace(minutes: number | null, seconds: number | null): string | null {
  if (!isWithin(minutes, 1, MAX_MINUTES) || !isWithin(seconds, 0, MAX_SECONDS)) return null;
  return `${minutes}+${seconds}`;
}

function isWithin(number: number | null, low: number, high: number): boolean {
  return Number.isInteger(number) && number! >= low && number! <= high;
}
