// The trail of the last move: footprints or tyre tracks on the spaces it led over.
import type { Figure, Happening } from "../../wire";
import { COLUMNS } from "./spaces";

export interface Step {
  /** What left it. */
  track: "claws" | "boots" | "tyres";
  /** Where it leads, in steps to the right and downwards on the map as it is printed. */
  dx: number;
  dy: number;
}

const MOVES = new Set(["step", "mother", "call", "jeep", "sister", "run"]);

/** Return the last move of what happened: the step on each space that it left, up to where it ended. */
export function trailOf(happened: Happening[], figures: Figure[]): Map<string, Step> {
  const move = happened.findLast(({ kind, data }) => MOVES.has(kind) && data.from && data.to);
  if (!move) return new Map();
  const [from, to] = [place(move.data.from as string), place(move.data.to as string)];
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const isStraight = !dx || !dy; // a baby that is called walks around corners: only where it came from is shown
  const length = isStraight ? Math.abs(to.x - from.x) + Math.abs(to.y - from.y) : 1;
  const isScientist = figures.some(({ kind, space }) => kind === "scientist" && space === move.data.to);
  const track = move.kind === "jeep" ? "tyres" : isScientist ? "boots" : "claws";
  return new Map(
    Array.from({ length }, (_, index) => [nameAt(from.x + index * dx, from.y + index * dy), { track, dx, dy }]),
  );
}

function place(name: string): { x: number; y: number } {
  return { x: COLUMNS.indexOf(name[0]!), y: Number(name[1]) };
}

function nameAt(x: number, y: number): string {
  return `${COLUMNS[x]}${y}`;
}
