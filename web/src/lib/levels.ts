// The levels of the computer: their names and what to expect of them.

const SUMMARIES: Record<string, string> = {
  novice: "makes many mistakes",
  casual: "makes some mistakes",
  club: "plans ahead",
  expert: "strong",
  master: "full strength",
};

export function levelName(level: string): string {
  return level[0]!.toUpperCase() + level.slice(1);
}

/** What to expect of a level, in a few words. */
export function levelSummary(level: string): string {
  return SUMMARIES[level] ?? "";
}
