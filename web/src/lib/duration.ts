/** A duration as a clock shows it: "1:05", or "2 d 3 h"; a part of a second counts as a whole one. */
export function showDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const days = Math.floor(seconds / 86_400);
  if (days) return `${days} d ${Math.floor((seconds % 86_400) / 3_600)} h`;
  const minutes = Math.floor((seconds % 86_400) / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
