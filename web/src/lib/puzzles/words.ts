// How puzzles are spoken of: streaks, ratings, differences.

/** "1 day", "3 days". */
export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** A difference with its sign: "+12", "−4". */
export function signed(difference: number): string {
  return difference < 0 ? `−${-difference}` : `+${difference}`;
}

/** How far it is until the next day begins, at midnight UTC: "in 5 h", "in 20 min". */
export function untilTomorrow(dateMs: number, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil((dateMs + 86_400_000 - nowMs) / 60_000));
  return minutes >= 90 ? `in ${Math.round(minutes / 60)} h` : `in ${minutes} min`;
}
