// The grades of actions in words, and what is said of another action in the place of one.
import type { Graded } from "../../wire";

export type Grade = Graded["grade"];

const WORDS: Record<Grade, string> = {
  best: "Best",
  good: "Good",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
  forced: "Forced",
};
/** What is worth another try, the mildest first. */
export const MISTAKES: Grade[] = ["inaccuracy", "mistake", "blunder"];

export function gradeWord(grade: Grade): string {
  return WORDS[grade];
}

export function isMistake(grade: Grade): boolean {
  return MISTAKES.includes(grade);
}

/** What is said of an action that is tried instead of the one that was played. */
export interface Verdict {
  /** Null: not known. */
  grade: Grade | null;
  message: string;
}

/** Grade another action in the place of one that was played, by what the analysis looked at. */
export function verdictOn(graded: Graded, action: string, label: string): Verdict {
  // Of actions that are the same to a person, the analysis lists one.
  const listed = graded.best.find((each) => each.action === action || each.label === label);
  const isPlayed = action === graded.action;
  const found = isPlayed ? graded : listed;
  if (!found) return unlisted(graded, label);
  const { grade, value, is_exact } = found;
  const best = grade === "best" ? "." : `; the best is worth ${percent(graded.best_value, graded.is_exact)}.`;
  return {
    grade,
    message: `${sentence(label)}: ${percent(value, is_exact)}${best}${isPlayed ? " It was played." : ""}`,
  };
}

/** An action that is worth less than all that the analysis lists. */
function unlisted({ best }: Graded, label: string): Verdict {
  const last = best.at(-1);
  if (!last) return { grade: null, message: `${sentence(label)}: its value is not known.` };
  const most = `which are worth ${percent(last.value, last.is_exact)} or more`;
  const message = `${sentence(label)} is not among the ${best.length} best, ${most}.`;
  return { grade: isMistake(last.grade) ? last.grade : null, message };
}

/** A chance as people read it: 0.62 is "62%", or "~62%" where it is estimated. */
export function percent(value: number, isExact = true): string {
  return `${isExact ? "" : "~"}${Math.round(value * 100)}%`;
}

/** A label as the beginning of a sentence. */
export function sentence(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
