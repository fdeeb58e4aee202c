// Decks on the workbench: cards with their number of copies, from and to the text of a deck file.
import delta from "../../../../../src/parlour/games/sanguine/text/decks/delta.deck?raw";
import estuary from "../../../../../src/parlour/games/sanguine/text/decks/estuary.deck?raw";
import forge from "../../../../../src/parlour/games/sanguine/text/decks/forge.deck?raw";
import glacier from "../../../../../src/parlour/games/sanguine/text/decks/glacier.deck?raw";
import grove from "../../../../../src/parlour/games/sanguine/text/decks/grove.deck?raw";
import harbor from "../../../../../src/parlour/games/sanguine/text/decks/harbor.deck?raw";
import highland from "../../../../../src/parlour/games/sanguine/text/decks/highland.deck?raw";
import meadow from "../../../../../src/parlour/games/sanguine/text/decks/meadow.deck?raw";
import { SIDES } from "../words";

/** A card of a deck, or one that waits beside it with no copies. */
export interface DeckCard {
  name: string;
  cost: number;
  value: number;
  /** Five rows of five letters, as Red sees them. */
  grid: string[];
  copies: number;
}

export interface Deck {
  id: string;
  name: string;
  /** Made for the extended game: its grids may upgrade and devalue. */
  extended: boolean;
  cards: DeckCard[];
}

const PAIRS = { meadow, harbor, forge, glacier, delta, highland };
export const SHIPPED: Record<string, string> = { ...PAIRS, grove, estuary };
export const STARTS: [string, string][] = [
  ["meadow", "Meadow: spreads sideways, for Red"],
  ["harbor", "Harbor: reaches forward quickly, for Blue"],
  ["forge", "Forge: upgrades its cells, for Red in the extended game"],
  ["glacier", "Glacier: devalues what lies ahead, for Blue in the extended game"],
  ["delta", "Delta: 50 cards for large boards, for Red"],
  ["highland", "Highland: 50 cards for large boards, for Blue"],
  ["grove", "Grove: spreads sideways"],
  ["estuary", "Estuary: Harbor and Grove, each card twice, for 5 x 7"],
  ["none", "Empty"],
];
/** House decks that are fair against each other, Red's first. */
const FAIR_PAIRS = [
  ["meadow", "harbor"],
  ["forge", "glacier"],
  ["delta", "highland"],
];
const LINES_PER_CARD = 6;

/** The deck file, copies one after the other; its order is that of an unshuffled deck. */
export function toText(cards: DeckCard[]): string {
  return cards
    .flatMap(({ copies, name, cost, value, grid }) =>
      Array<string>(copies).fill([`${name} ${cost} ${value ?? ""}`, ...grid, ""].join("\n")),
    )
    .join("");
}

/** The cards of a deck file; null where it is not one, and the server can tell why. */
export function fromText(text: string): DeckCard[] | null {
  const lines = text
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter(Boolean);
  if (!lines.length || lines.length % LINES_PER_CARD) return null;
  const cards: DeckCard[] = [];
  for (let start = 0; start < lines.length; start += LINES_PER_CARD) {
    const [header, ...grid] = lines.slice(start, start + LINES_PER_CARD);
    const fields = header!.split(" ");
    const isGrid = /^(?:[XIUD]{5},){2}[XIUD]{2}C[XIUD]{2}(?:,[XIUD]{5}){2}$/.test(grid.join());
    if (fields.length !== 3 || !isGrid || !fields.slice(1).every((field) => /^\+?\d+$/.test(field))) return null;
    const card = { name: fields[0]!, cost: Number(fields[1]), value: Number(fields[2]), grid, copies: 1 };
    const before = cards.at(-1);
    if (before && isSame(before, card)) before.copies++;
    else cards.push(card);
  }
  return cards;
}

/** Two cards are the same when all that is printed on them is. */
export function isSame(one: DeckCard, two: DeckCard): boolean {
  return (
    one.name === two.name && one.cost === two.cost && one.value === two.value && one.grid.join() === two.grid.join()
  );
}

export function sizeOf(cards: DeckCard[]): number {
  return cards.reduce((sum, { copies }) => sum + copies, 0);
}

/** The card that a line of the deck file belongs to; lines are counted from 1. */
export function cardAtLine(cards: DeckCard[], line: number): DeckCard | undefined {
  let place = Math.floor((line - 1) / LINES_PER_CARD);
  return cards.find(({ copies }) => (place -= copies) < 0);
}

/** Lay the cards that come with the game beside those of a deck, ready to be put in. */
export function withShipped(cards: DeckCard[]): DeckCard[] {
  const all = [...cards];
  for (const other of Object.values(SHIPPED).flatMap((text) => fromText(text)!))
    if (!all.some((card) => isSame(card, other))) all.push({ ...other, copies: 0 });
  return all;
}

/** The cards that a new deck begins with. */
export function startCards(start: string): DeckCard[] {
  if (start === "none") return withShipped([]);
  return withShipped(fromText(SHIPPED[start]!)!);
}

export function isExtended(cards: DeckCard[]): boolean {
  return cards.some((card) => card.copies && changesValues(card));
}

/** Whether a card upgrades or devalues cells, and so needs the extended game. */
export function changesValues({ grid }: DeckCard): boolean {
  return /[UD]/.test(grid.join(""));
}

/** A house deck as it is shown: "Harbor". */
export function deckTitle(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

/** For which side, and against which deck, a house deck is fair: "for Red, against Harbor"; null where that is not known. */
export function fairFor(name: string): string | null {
  for (const pair of FAIR_PAIRS) {
    const side = pair.indexOf(name);
    if (side >= 0) return `for ${SIDES[side]}, against ${deckTitle(pair[1 - side]!)}`;
  }
  return null;
}
