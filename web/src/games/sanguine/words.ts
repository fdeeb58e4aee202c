// Sanguine in words: cells, cards, their reach and their influence. Cells are named as on the edge of the board.
import type { CellView, SanguineView } from "../../wire";
import type { Effect } from "./influence";

export const SIDES = ["Red", "Blue"] as const;

/** What becomes of cells, in the order it is told. */
const EFFECTS: Record<Effect, (cells: string[]) => string> = {
  pawn: (cells) => `adds a pawn on ${listed(cells)}`,
  take: (cells) => `takes the pawns on ${listed(cells)}`,
  upgrade: (cells) => `upgrades ${listed(cells)}`,
  devalue: (cells) => `devalues ${listed(cells)}`,
  remove: (cells) =>
    cells.length > 1
      ? `destroys the cards on ${listed(cells)}, leaving their pawns`
      : `destroys the card on ${listed(cells)}, leaving its pawns`,
};
const LETTERS: [string, string][] = [
  ["I", "reaches"],
  ["U", "upgrades"],
  ["D", "devalues"],
];

/** A cell as players speak of it, column and row: "A1" is the top left one. */
export function place(row: number, column: number): string {
  return `${columnName(column)}${row + 1}`;
}

/** The letter of a column: A to Z, then AA. */
export function columnName(column: number): string {
  const letter = (number: number): string => String.fromCharCode("A".charCodeAt(0) + number);
  return (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) + letter(column % 26);
}

/** A cell with what lies there, as told to a seat or a spectator. */
export function cellName(view: SanguineView, seat: number | null, row: number, column: number): string {
  const cell = view.board[row]![column]!;
  const changed = cell.modifier ? `, ${signed(cell.modifier)} for any card here` : "";
  return `${place(row, column)}, ${content(view, seat, cell)}${cell.card < 0 ? changed : ""}`;
}

function content(view: SanguineView, seat: number | null, cell: CellView): string {
  if (cell.card >= 0) {
    const of = cell.owner === seat ? "your" : `${SIDES[cell.owner]}'s`;
    const changed = cell.modifier ? `, ${signed(cell.modifier)} from its cell` : "";
    return `${of} ${view.cards[cell.card]!.name}, worth ${cell.value}${changed}`;
  }
  if (!cell.pawns) return "empty";
  const pawns = cell.pawns > 1 ? "pawns" : "pawn";
  return cell.owner === seat ? `${cell.pawns} ${pawns} of yours` : `${cell.pawns} ${SIDES[cell.owner]} ${pawns}`;
}

/** What is printed on a card that lies on the board, as a screen reader tells it. */
export function printed(view: SanguineView, cell: CellView): string {
  const card = view.cards[cell.card]!;
  return cardName(card, cell.owner ? mirrored(card.grid) : card.grid);
}

/** A card with everything that is printed on it; the grid as it would lie on the board. */
export function cardName(card: { name: string; cost: number; value: number }, grid: string[]): string {
  return `${card.name}, costs ${card.cost} pawn${card.cost > 1 ? "s" : ""}, worth ${card.value}, ${reach(grid)}`;
}

/** Which cells around it a card acts on: "reaches 1 up, 1 right, and 2 right". */
export function reach(grid: string[]): string {
  const parts = LETTERS.flatMap(([letter, verb]) => {
    const steps = grid.flatMap((letters, row) =>
      [...letters].flatMap((each, column) => (each === letter ? [step(row - 2, column - 2)] : [])),
    );
    return steps.length ? [`${verb} ${listed(steps)}`] : [];
  });
  return parts.join("; ") || "reaches nothing";
}

function step(down: number, right: number): string {
  const vertical = down ? `${Math.abs(down)} ${down < 0 ? "up" : "down"}` : "";
  const horizontal = right ? `${Math.abs(right)} ${right < 0 ? "left" : "right"}` : "";
  return [vertical, horizontal].filter(Boolean).join(" ");
}

/** What a card would do, in a sentence. */
export function influenceWords(name: string, at: string, effects: Map<string, Effect>): string {
  const parts = (Object.keys(EFFECTS) as Effect[]).flatMap((effect) => {
    const cells = [...effects].filter(([, each]) => each === effect).map(([cell]) => named(cell));
    return cells.length ? [EFFECTS[effect](cells)] : [];
  });
  const count = effects.size === 1 ? "1 cell" : `${effects.size} cells`;
  return `${name} on ${named(at)} influences ${parts.length ? `${count}: ${parts.join("; ")}` : "nothing"}.`;
}

function named(cell: string): string {
  return place(...(cell.split(",").map(Number) as [number, number]));
}

/** A grid as the other side sees it. */
export function mirrored(grid: string[]): string[] {
  return grid.map((row) => [...row].reverse().join(""));
}

export function signed(number: number): string {
  return number > 0 ? `+${number}` : `−${-number}`;
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
