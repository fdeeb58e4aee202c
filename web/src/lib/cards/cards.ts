// Playing cards as the wire writes them, "SQ" or "HT": their names in words and the shapes of their suits.

export type Suit = "clubs" | "spades" | "hearts" | "diamonds";

const SUITS: Record<string, Suit> = { C: "clubs", S: "spades", H: "hearts", D: "diamonds" };
const RANKS: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};

export function suitOf(card: string): Suit {
  return SUITS[card[0]!]!;
}

/** The rank as it is printed: "10", "Q". */
export function indexOf(card: string): string {
  return card[1] === "T" ? "10" : card[1]!;
}

/** A card in words: "queen of spades". */
export function cardName(card: string): string {
  return `${RANKS[card[1]!]} of ${suitOf(card)}`;
}

/** The outline of each suit, in a box of 20 by 20. */
export const SUIT_PATHS: Record<Suit, string> = {
  clubs:
    "M10 1a4 4 0 0 1 3.3 6.3 4.1 4.1 0 1 1-2.4 6.4q.3 4 2.6 5.3h-7q2.3-1.3 2.6-5.3A4.1 4.1 0 1 1 6.7 7.3 4 4 0 0 1 10 1Z",
  spades:
    "M10 1c2 3.5 8.5 7 8.5 11.2 0 2.8-1.9 3.8-3.5 3.8-1.7 0-3.2-1-4-2.4q.2 4.1 2.5 5.4h-7Q8.8 17.7 9 13.6 8.2 16 5 16c-1.6 0-3.5-1-3.5-3.800C1.5 8 8 4.5 10 1Z",
  hearts:
    "M10 18.500C4 13.5 1.5 10.3 1.5 6.7 1.5 3.7 3.6 2 5.8 2 7.6 2 9.2 3.1 10 5c.8-1.9 2.4-3 4.2-3 2.2 0 4.3 1.7 4.3 4.7 0 3.6-2.5 6.8-8.5 11.800Z",
  diamonds: "M10 .5c2 3.7 4.2 6.9 7 9.5-2.8 2.6-5 5.8-7 9.5-2-3.7-4.2-6.9-7-9.500C5.8 7.4 8 4.2 10 .5Z",
};

const COLUMNS = { left: 49, middle: 66.5, right: 84 };
const SIDES = { 4: [0, 1], 6: [0, 0.5, 1], 8: [0, 1 / 3, 2 / 3, 1] };

/** Where the suits of a number card lie on a face of 100 by 140, beside its index: the middles of the shapes. */
export function pips(card: string): [number, number][] {
  const count = Number(indexOf(card));
  if (!count) return [];
  const sides: number[] = count < 4 ? [] : SIDES[count < 6 ? 4 : count < 9 ? 6 : 8];
  const middles: Record<number, number[]> = {
    2: [0, 1],
    3: [0, 0.5, 1],
    5: [0.5],
    7: [0.25],
    8: [0.25, 0.75],
    9: [0.5],
    10: [1 / 6, 5 / 6],
  };
  return [
    ...sides.flatMap((y): [number, number][] => [place(COLUMNS.left, y), place(COLUMNS.right, y)]),
    ...(middles[count] ?? []).map((y) => place(COLUMNS.middle, y)),
  ];
}

function place(x: number, y: number): [number, number] {
  return [x, 22 + 96 * y];
}
