// The player's own decks, saved in this browser.
import { deckTitle, isExtended, type Deck, type DeckCard, SHIPPED, startCards, withShipped } from "./deck";

const KEY = "parlour.sanguine.decks";

export class Shelf {
  decks = $state<Deck[]>(read());
  chosen = $state<string>("");

  constructor() {
    this.chosen = this.decks[0]?.id ?? "";
  }

  /** The deck that is being edited. */
  get deck(): Deck | undefined {
    return this.decks.find(({ id }) => id === this.chosen);
  }

  start(start: string): void {
    this.#add(start in SHIPPED ? `My ${deckTitle(start)}` : "My deck", startCards(start));
  }

  /** Add an imported deck. */
  take(name: string, cards: DeckCard[]): void {
    this.#add(name, withShipped(cards));
  }

  remove(id: string): void {
    this.decks = this.decks.filter((deck) => deck.id !== id);
    this.chosen = this.decks[0]?.id ?? "";
  }

  /** Save all decks as they are now. */
  keep(): void {
    const kept = JSON.stringify(this.decks);
    try {
      localStorage.setItem(KEY, kept);
    } catch {
      // a browser that keeps nothing; the file can still be saved
    }
  }

  #add(wanted: string, cards: DeckCard[]): void {
    const taken = new Set(this.decks.map(({ name }) => name));
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
    const deck = { id: crypto.randomUUID(), name, extended: isExtended(cards), cards };
    this.decks.push(deck);
    this.chosen = deck.id;
  }
}

function read(): Deck[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Deck[]) : [];
  } catch {
    return [];
  }
}
