// Where an action would lead a time token, and what it would bring on the way.
import type { PatchworkView } from "../../wire";
import { counted } from "./names";

export interface Goal {
  seat: number;
  from: number;
  square: number;
  words: string;
}

/** What a pick of a seat to act would do on the time track: a patch on offer or an advance; null for others. */
export function goalOf(view: PatchworkView, seat: number, pick: string | null): Goal | null {
  const patch = view.circle.slice(0, view.offers.length).find(({ letter }) => pick === `patch:${letter}`);
  if (!patch && pick !== "advance") return null;
  const from = view.squares[seat]!;
  const square = Math.min(view.last_square, from + (patch?.time ?? view.advance));
  const isEntered = (each: number) => each > from && each <= square;
  const income = view.income_squares.filter(isEntered).length * (view.income[seat]! + (patch?.income ?? 0));
  const other = view.squares[1 - seat]!;
  const words = [
    `${patch?.letter ?? "Advance"}: to square ${square}`,
    patch ? "" : counted(view.advance, "button"),
    income ? `income ${income}` : "",
    view.special_squares.some(isEntered) ? "special patch" : "",
    square <= other && square < view.last_square ? "your turn again" : "",
  ];
  return { seat, from, square, words: words.filter(Boolean).join(", ") };
}
