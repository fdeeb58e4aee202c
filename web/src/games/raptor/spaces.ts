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

/** The spaces of the map in six rows; beside the exits there is nothing in the outer columns. */
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

/** Everything on a space that an action may name, the most likely first. */
export function picksOf({ name, what, hasFire, figure }: Space): string[] {
  if (figure) return [`${figure.kind}:${name}`];
  if (what === "exit") return [`exit:${name}`];
  return hasFire ? [`fire:${name}`, `space:${name}`] : [`space:${name}`];
}

/** The tile of a space in words: "upper left L-tile". */
export function tileOf({ column, row }: Space): string {
  const height = row <= 3 ? "upper" : "lower";
  if (column <= 2 || column >= 12) return `${height} ${column <= 2 ? "left" : "right"} L-tile`;
  return `${height} ${["left", "central", "right"][Math.floor((column - 3) / 3)]} tile`;
}

/** What lies on a space, in full words: "g4, the mother, awake, 2 sleep tokens". */
export function nameOf(space: Space, view: RaptorView): string {
  const { name, what, hasFire, figure } = space;
  const words = [name];
  if (figure) words.push(...figureWords(figure, view));
  if (figure && hasFire) words.push("in fire");
  else if (hasFire) words.push("fire");
  else if (!figure) words.push(what === "ground" ? `empty ${view.environment}` : what);
  if (view.phase === "placement" && what === "ground") words.push(tileOf(space));
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
