// A short match with its analysis, for tests.
import type { Analysis, Candidate, EventView, Frame, Graded, Point, Replay } from "../../wire";

function frame(version: number, seat: number | null, changes: Partial<EventView> = {}): Frame {
  const happenings = [{ kind: "drop", message: `Move ${version}.`, data: {} }];
  const event = { version, at_ms: 0, kind: "acted", seat, happenings, by_clock: false, taken_back: 0, ...changes };
  return {
    version,
    event: seat === null ? null : event,
    sides: ["Red", "Yellow"],
    to_act: [version % 2],
    view: `view ${version}`,
    drawing: "",
    position: `position ${version}`,
    face_down: [],
  };
}

function point(version: number, value: number, spread = 0): Point {
  return { version, value, low: value - spread, high: value + spread, is_exact: spread === 0 };
}

function candidate(action: string, value: number, grade: Candidate["grade"] = "best"): Candidate {
  return { action, label: `drop into column ${action}`, value, is_exact: true, grade };
}

export function graded(version: number, seat: number, changes: Partial<Graded> = {}): Graded {
  return {
    ...{ version, seat, action: "1", label: "drop into column 1", grade: "best", value: 0.5, best_value: 0.5 },
    ...{ is_exact: true, reason: "", best: [candidate("1", 0.5)] },
    ...changes,
  };
}

/** Three actions, an offer of a draw between them, and the last action taken back. */
export const replay: Replay = {
  game: "some_game",
  options: {},
  pace: "none",
  names: ["Ann", "Bea"],
  viewer: 0,
  message: "Ann won.",
  frames: [
    frame(1, null),
    frame(2, 0),
    frame(3, 1),
    frame(4, 1, { kind: "draw_offered" }),
    frame(5, 0),
    frame(7, 1, { kind: "undo_answered", taken_back: 1 }),
  ],
};

export const blunder: Graded = graded(3, 1, {
  ...{ action: "2", label: "drop into column 2", grade: "blunder", value: 0.1, best_value: 0.57 },
  ...{
    reason: "Lets Red make four in a row.",
    best: [candidate("4", 0.57), candidate("5", 0.55, "good"), candidate("6", 0.3, "blunder")],
  },
});

export const analysis: Analysis = {
  game: "some_game",
  engine: "Master, up to 1 s for each action",
  is_exact: false,
  points: [point(1, 0.5), point(2, 0.43, 0.08), point(3, 0.9, 0.05), point(5, 0.873)],
  actions: [graded(2, 0, { grade: "good" }), blunder, graded(5, 0, { grade: "forced", best: [] })],
  accuracy: [97.4, null],
};
