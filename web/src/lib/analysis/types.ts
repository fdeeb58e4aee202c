// The analysis of a match as the server sends it.

export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced";

/** How far an analysis is. */
export interface AnalysisState {
  status: "none" | "waiting" | "running" | "done" | "failed";
  done: number;
  total: number;
  analysis: Analysis | null;
}

/** The analysis of a match. */
export interface Analysis {
  game: string;
  engine: string;
  is_exact: boolean;
  points: Point[];
  actions: Graded[];
  accuracy: [number | null, number | null];
}

/** What a position is worth. */
export interface Point {
  version: number;
  value: number;
  low: number;
  high: number;
  is_exact: boolean;
}

/** An action with its grade. */
export interface Graded {
  version: number;
  seat: number;
  action: string;
  label: string;
  grade: Grade;
  value: number;
  best_value: number;
  is_exact: boolean;
  reason: string;
  best: Candidate[];
}

/** An action that could have been played. */
export interface Candidate {
  action: string;
  label: string;
  value: number;
  is_exact: boolean;
  grade: Grade;
}

/** What a seat could do at a version of a match. */
export interface PastChoices {
  prompt: string;
  choices: import("../../wire").Choice[];
}
