// The grid of Connect Four: its sizes, its columns in words, and the ends of winning lines.
import type { ConnectFourView } from "../../wire";

export const COLUMNS = 7;
export const ROWS = 6;
const COLOURS: Record<string, string> = { r: "red", y: "yellow" };

/** Return the colour of the checker in a slot, counted from 1, row 1 at the bottom; undefined when it is empty. */
export function colourAt(view: ConnectFourView, column: number, row: number): string | undefined {
  return COLOURS[view.board[ROWS - row]![column - 1]!];
}

/** Describe a column in words from the point of view of a seat. */
export function columnInWords(view: ConnectFourView, column: number, seat: number | null): string {
  const colours: string[] = [];
  for (let row = 1; row <= ROWS; row++) {
    const colour = colourAt(view, column, row);
    if (colour) colours.push(colour);
  }
  const top = colours.at(-1);
  if (!top) return `column ${column}, empty`;
  const filled = colours.length === ROWS ? "full" : `${colours.length} of ${ROWS} filled`;
  const whose = seat === null ? top : view.colours[seat] === top ? "yours" : view.colours[1 - seat]!;
  const words = [`column ${column}`, filled, `top is ${whose}`, `from the bottom: ${colours.join(", ")}`];
  const winning = view.line.filter(([each]) => each === column).length;
  if (winning) words.push(`${winning} in the winning line`);
  else if (view.last[0] === column) words.push("the last checker fell here");
  return words.join(", ");
}

/** Return the ends of each line through four or more of the places. */
export function linesThrough(places: number[][]): { from: number[]; to: number[] }[] {
  const has = (column: number, row: number): boolean => places.some((each) => each[0] === column && each[1] === row);
  const lines = [];
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    for (const [column, row] of places as [number, number][]) {
      if (has(column - dx, row - dy)) continue;
      let length = 1;
      while (has(column + length * dx, row + length * dy)) length++;
      if (length >= 4) lines.push({ from: [column, row], to: [column + (length - 1) * dx, row + (length - 1) * dy] });
    }
  }
  return lines;
}
