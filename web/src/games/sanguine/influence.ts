// What a card of the hand would do to the board: shown before it is placed. The server alone decides what happens.
import type { SanguineView } from "../../wire";

/** What becomes of a cell. */
export type Effect = "pawn" | "take" | "upgrade" | "devalue" | "remove";

const MOST_PAWNS = 3;
const CENTRE = 2; // of a grid of 5 x 5

/** The cells that placing a hand card would change, by "row,column", from top to bottom. */
export function influence(
  view: SanguineView,
  seat: number,
  index: number,
  row: number,
  column: number,
): Map<string, Effect> {
  const effects = new Map<string, Effect>();
  view.hand[index]!.grid.forEach((letters, down) => {
    [...letters].forEach((letter, right) => {
      const at: [number, number] = [row + down - CENTRE, column + right - CENTRE];
      const effect = letter === "C" ? own(view, index, at) : effectOn(view, seat, letter, at);
      if (effect) effects.set(at.join(","), effect);
    });
  });
  return effects;
}

/** What the card would be worth there. */
export function worth(view: SanguineView, index: number, row: number, column: number): number {
  return view.cards[view.hand[index]!.card]!.value + view.board[row]![column]!.modifier;
}

/** A card that is worth nothing goes as soon as it has acted. */
function own(view: SanguineView, index: number, [row, column]: [number, number]): Effect | undefined {
  return worth(view, index, row, column) <= 0 ? "remove" : undefined;
}

function effectOn(
  view: SanguineView,
  seat: number,
  letter: string,
  [row, column]: [number, number],
): Effect | undefined {
  const cell = view.board[row]?.[column];
  if (!cell || letter === "X") return undefined;
  const hasCard = cell.card >= 0;
  if (letter === "I") {
    if (hasCard) return undefined;
    if (cell.pawns && cell.owner !== seat) return "take";
    return cell.pawns < MOST_PAWNS ? "pawn" : undefined;
  }
  if (letter === "U") return hasCard && cell.value + 1 <= 0 ? "remove" : "upgrade";
  return hasCard && cell.value - 1 <= 0 ? "remove" : "devalue";
}
