// The grades of actions: their words, and what another action would have been graded.
import type { Graded } from "./types";

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
/** By grade: the most that an action loses of the expected result. */
const MOST_LOST: [Grade, number][] = [
  ["best", 0],
  ["good", 0.05],
  ["inaccuracy", 0.1],
  ["mistake", 0.2],
];

export function gradeWord(grade: Grade): string {
  return WORDS[grade];
}

export function isMistake(grade: Grade): boolean {
  return MISTAKES.includes(grade);
}

/** Return the grade of an action that loses so much of the expected result. */
export function gradeOf(lost: number): Grade {
  return MOST_LOST.find(([, most]) => lost <= most)?.[0] ?? "blunder";
}

/** What is said of an action that is tried instead of the one that was played. */
export interface Verdict {
  grade: Grade;
  message: string;
}

/** Grade another action in the place of one that was played, by what the analysis looked at. */
export function verdictOn(graded: Graded, action: string, label: string): Verdict {
  const known = graded.best.find((candidate) => candidate.action === action);
  const isPlayed = action === graded.action;
  const value = isPlayed ? graded.value : known?.value;
  if (value === undefined) return outside(graded, label);
  const grade = isPlayed ? graded.grade : gradeOf(graded.best_value - value);
  const least = grade === "best" ? "." : `; the best is worth ${percent(graded.best_value)}.`;
  return { grade, message: `${sentence(label)}: ${percent(value)}${least}${isPlayed ? " It was played." : ""}` };
}

/** An action that is worth less than all that the analysis lists. */
function outside(graded: Graded, label: string): Verdict {
  const most = Math.min(...graded.best.map(({ value }) => value));
  const message = `${sentence(label)} is not among the ${graded.best.length} best, which are worth ${percent(most)} or more.`;
  return { grade: gradeOf(Math.max(graded.best_value - most, Number.EPSILON)), message };
}

/** A chance as people read it: 0.62 is "62%". */
export function percent(value: number): string {
  return `${Math.round(value * 100)}%`;
}

/** A label as the beginning of a sentence. */
export function sentence(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
