// The map: 13 columns a to m, 6 rows, 1 on top; a and m hold nothing but exits, b and l the L-tiles.
import type { Figure, RaptorView } from "../../wire";

export const COLUMNS = "abcdefghijklm".split("");
export const ROWS = [1, 2, 3, 4, 5, 6];

export interface Space {
  name: string;
  column: number; // from 1
  row: number; // from 1
  what: "ground" | "rock" | "exit";
  hasFire: boolean;
  figure: Figure | undefined;
}

/** The spaces of the map in its rows from a to m; beside the exits there is nothing in the outer columns. */
export function spaceRows(view: RaptorView): Space[][] {
  const figures = new Map(view.figures.map((figure) => [figure.space, figure]));
  const [rocks, exits, fires] = [view.rocks, view.exits, view.fires].map((names) => new Set(names));
  return ROWS.map((row) =>
    COLUMNS.flatMap((letter, index): Space[] => {
      const name = `${letter}${row}`;
      const isExit = exits!.has(name);
      const isOutside = index === 0 || index === COLUMNS.length - 1;
      if (isOutside && !isExit) return [];
      const what = isExit ? "exit" : rocks!.has(name) ? "rock" : "ground";
      return [{ name, column: index + 1, row, what, hasFire: fires!.has(name), figure: figures.get(name) }];
    }),
  );
}

/** The rows of the map as they are seen: on a phone it is turned, and each of its 13 columns is a row. */
export function seenRows(view: RaptorView, isTurned: boolean): Space[][] {
  const rows = spaceRows(view);
  if (!isTurned) return rows;
  return COLUMNS.map((_, index) => rows.flat().filter(({ column }) => column === index + 1));
}

/** Whether something that comes from one space to another moves to the right, as the map is seen. */
export function heads(from: string | undefined, to: string, isTurned: boolean): boolean {
  const digit = isTurned ? 1 : 0;
  return from !== undefined && from[digit]! < to[digit]!;
}

/** Everything on a space that an action may name, the most likely first. */
export function picksOf({ name, what, hasFire, figure }: Space): string[] {
  if (figure) return [`${figure.kind}:${name}`];
  if (what === "exit") return [`exit:${name}`];
  return hasFire ? [`fire:${name}`, `space:${name}`] : [`space:${name}`];
}

/** The tile of a space, as a number: 0 to 4 from the west in the upper half, 5 to 9 in the lower one. */
export function tileAt(name: string): number {
  return bandOf(COLUMNS.indexOf(name[0]!)) + (Number(name[1]) <= 3 ? 0 : 5);
}

export function isCentral(name: string): boolean {
  return bandOf(COLUMNS.indexOf(name[0]!)) === 2;
}

/** Which of the five tiles in a row this is, by the index of a column: 0 and 4 are the L-tiles. */
function bandOf(index: number): number {
  return index <= 1 ? 0 : index >= 11 ? 4 : Math.floor((index + 1) / 3);
}

/** The tile of a space in words, as the map is seen: "upper left L-tile". */
export function tileOf({ column, row }: Space, isTurned = false): string {
  const band = bandOf(column - 1);
  const [start, end] = isTurned ? ["upper", "lower"] : ["left", "right"];
  const along = band < 2 ? start : band > 2 ? end : "central";
  const across = isTurned ? (row <= 3 ? "left" : "right") : row <= 3 ? "upper" : "lower";
  const what = band === 0 || band === 4 ? "L-tile" : "tile";
  return isTurned ? `${along} ${across} ${what}` : `${across} ${along} ${what}`;
}

/** What lies on a space, in full words: "g4, the mother, awake, 2 sleep tokens". */
export function nameOf(space: Space, view: RaptorView, isTurned = false): string {
  const { name, what, hasFire, figure } = space;
  const words = [name];
  if (figure) words.push(...figureWords(figure, view));
  if (figure && hasFire) words.push("in fire");
  else if (hasFire) words.push("fire");
  else if (!figure) words.push(what === "ground" ? `empty ${view.environment}` : what);
  if (view.phase === "placement" && what === "ground") words.push(tileOf(space, isTurned));
  return words.join(", ");
}

function figureWords(figure: Figure, view: RaptorView): string[] {
  const since = figure.is_fresh ? " since this round" : "";
  if (figure.kind === "mother") return ["the mother", "awake", ...tokenWords(view.sleep_tokens)];
  if (figure.kind === "baby") {
    return ["baby", figure.is_active ? "awake" : `asleep${since}`, ...(figure.is_used ? ["called by this card"] : [])];
  }
  const state = figure.is_active ? "active" : `frightened${since}`;
  return ["scientist", state, ...(figure.is_used ? ["has attacked in this round"] : [])];
}

function tokenWords(tokens: number): string[] {
  return tokens ? [`${tokens} sleep ${tokens === 1 ? "token" : "tokens"}`] : [];
}
