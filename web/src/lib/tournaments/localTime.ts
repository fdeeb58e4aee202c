/** A time as a `datetime-local` field holds it: "2026-11-16T14:30", by the clock of the reader. */
export function localTime(ms: number): string {
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, "2026-11-16T14:30".length);
}
