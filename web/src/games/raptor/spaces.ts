// The map: 13 columns a to m, 6 rows, 1 on top; a and m hold nothing but exits. Its tiles come with the view.
import type { Figure, RaptorView } from "../../wire";

export const COLUMNS = "abcdefghijklm".split("");
export const ROWS = [1, 2, 3, 4, 5, 6];
const NONE = "-"; // no tile

export interface Space {
  name: string;
  column: number; // from 1
  row: number; // from 1
  what: "ground" | "rock" | "barrier" | "exit";
  isBridge: boolean;
  hasFire: boolean;
  figure: Figure | undefined;
  /** Where the edge of its tile runs; at its right and below only where nothing follows. */
  edges: { left: boolean; top: boolean; right: boolean; bottom: boolean };
}

/** The spaces of the map in its rows from a to m, without what is beyond its edge. */
export function spaceRows(view: RaptorView): Space[][] {
  const figures = new Map(view.figures.map((figure) => [figure.space, figure]));
  return ROWS.map((row) =>
    COLUMNS.flatMap((letter, index): Space[] => {
      const name = `${letter}${row}`;
      const what = whatIsOn(view, name);
      if (!what) return [];
      const [here, left, above, right, below] = [
        tileAt(view, name),
        tileIn(view, index - 1, row),
        tileIn(view, index, row - 1),
        tileIn(view, index + 1, row),
        tileIn(view, index, row + 1),
      ];
      return [
        {
          name,
          column: index + 1,
          row,
          what,
          isBridge: view.bridges.includes(name),
          hasFire: view.fires.includes(name),
          figure: figures.get(name),
          edges: { left: here !== left, top: here !== above, right: right === NONE, bottom: below === NONE },
        },
      ];
    }),
  );
}

function whatIsOn(view: RaptorView, name: string): Space["what"] | null {
  if (view.exits.includes(name)) return "exit";
  if (tileAt(view, name) === NONE) return null;
  return view.rocks.includes(name) ? "rock" : view.barriers.includes(name) ? "barrier" : "ground";
}

/** What is beyond the edge of the map between its outer columns: cliffs. */
export function cliffs(view: RaptorView): { column: number; row: number }[] {
  return ROWS.flatMap((row) =>
    COLUMNS.slice(1, -1).flatMap((letter, index) =>
      whatIsOn(view, `${letter}${row}`) ? [] : [{ column: index + 2, row }],
    ),
  );
}

/** The side of the map that an exit leads to. */
export function outwards({ column, row }: Space): "west" | "east" | "north" | "south" {
  if (column === 1) return "west";
  if (column === COLUMNS.length) return "east";
  return row === 1 ? "north" : "south";
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

/** The tile of a space, as a digit: 0 to 4 from the west in the upper half, 5 to 9 in the lower one; "-" for none. */
export function tileAt(view: RaptorView, name: string): string {
  return tileIn(view, COLUMNS.indexOf(name[0]!), Number(name[1]));
}

function tileIn({ tiles }: RaptorView, index: number, row: number): string {
  return tiles[row - 1]?.[index] ?? NONE;
}

export function isCentral(view: RaptorView, name: string): boolean {
  return ["2", "7"].includes(tileAt(view, name));
}

/** What the tiles are called where scientists start; on the standard map they have the shape of an L. */
export function campOf({ map }: RaptorView): string {
  return map === "standard" ? "L-tile" : "camp";
}

/** The tile of a space in words, as the map is seen: "upper left L-tile". */
export function tileOf({ name }: Space, view: RaptorView, isTurned = false): string {
  const tile = Number(tileAt(view, name));
  const [band, isUpper] = [tile % 5, tile < 5];
  const [start, end] = isTurned ? ["upper", "lower"] : ["left", "right"];
  const along = band < 2 ? start : band > 2 ? end : "central";
  const across = isTurned ? (isUpper ? "left" : "right") : isUpper ? "upper" : "lower";
  const what = band === 0 || band === 4 ? campOf(view) : "tile";
  return isTurned ? `${along} ${across} ${what}` : `${across} ${along} ${what}`;
}

/** What lies on a space, in full words: "g4, the mother, awake, 2 sleep tokens". */
export function nameOf(space: Space, view: RaptorView, isTurned = false): string {
  const { name, what, hasFire, figure } = space;
  const words = [name];
  if (figure) words.push(...figureWords(figure, view));
  if (figure && hasFire) words.push("in fire");
  else if (hasFire) words.push("fire");
  else if (!figure) words.push(groundWords(space, view));
  if (view.phase === "placement" && what === "ground") words.push(tileOf(space, view, isTurned));
  return words.join(", ");
}

function groundWords({ what, isBridge }: Space, view: RaptorView): string {
  if (what === "rock") return view.rock;
  if (what === "barrier") return view.barrier;
  return what === "exit" ? what : `empty ${isBridge ? "bridge" : view.environment}`;
}

function figureWords(figure: Figure, view: RaptorView): string[] {
  const since = figure.is_fresh ? " since this round" : "";
  if (figure.kind === "mother") return ["the mother", "awake", ...tokenWords(view.sleep_tokens)];
  if (figure.kind === "baby") {
    return ["baby", figure.is_active ? "awake" : `asleep${since}`, ...(figure.is_used ? ["called by this card"] : [])];
  }
  const isSister = figure.kind === "sister";
  const state = figure.is_active ? (isSister ? "awake" : "active") : `${isSister ? "asleep" : "frightened"}${since}`;
  const used = isSister ? "has killed in this round" : "has attacked in this round";
  return [isSister ? "the sister" : figure.kind, state, ...(figure.is_used ? [used] : [])];
}

function tokenWords(tokens: number): string[] {
  return tokens ? [`${tokens} sleep ${tokens === 1 ? "token" : "tokens"}`] : [];
}
