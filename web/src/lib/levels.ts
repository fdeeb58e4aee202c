// The levels of the computer, in words.

const WORDS: Record<string, string> = {
  novice: "plays whatever is allowed",
  casual: "looks a step ahead and slips at times",
  club: "thinks a little",
  expert: "thinks hard",
  master: "the strongest there is here",
};

export function levelName(level: string): string {
  return level[0]!.toUpperCase() + level.slice(1);
}

/** What a level is. */
export function levelWords(level: string): string {
  return WORDS[level] ?? "";
}
