// Drafts: actions that a player puts together on the board, kept in this browser until they are confirmed and sent.
import type { Choice, Table } from "../../wire";
import type { DraftChoice, Drafted, GameClient } from "../gameClient";

export class Drafts {
  /** The draft on screen, if one can be changed now. */
  shown: Drafted<unknown> | null = null;
  readonly #match: string;
  readonly #client: GameClient<unknown>;
  readonly #bySeat = new Map<number, string[]>();
  #isSending = false;
  #sentAt = -1; // the version at which the last action was sent

  constructor(match: string, client: GameClient<unknown>) {
    this.#match = match;
    this.#client = client;
  }

  get isSending(): boolean {
    return this.#isSending;
  }

  /** Return a table as it looks with the draft of a seat. */
  show(table: Table, seat: number | null): Table {
    if (!this.#client.drafting) return table;
    const { view: played, choices: legal, to_act, outcome } = table;
    const isOpen = seat !== null && played !== null && to_act.includes(seat) && !outcome;
    this.shown = (isOpen && this.#client.drafting(played, legal, this.#read(seat))) || null;
    if (!this.shown?.draft.length) this.#isSending = false;
    if (seat !== null && played !== null) this.#keep(seat, this.shown?.draft ?? []);
    if (!this.shown) return table;
    const { view, choices, prompt } = this.shown;
    return { ...table, view, choices, prompt: prompt || table.prompt };
  }

  /** Change the draft of a seat, or begin to send it. */
  change({ draft }: DraftChoice, seat: number): void {
    this.#isSending = draft === null;
    this.#sentAt = -1;
    if (draft) this.#keep(seat, draft);
  }

  /** Return the next action to send, once the last one has arrived. */
  next(version: number): string | null {
    if (!this.#isSending || version <= this.#sentAt) return null;
    this.#sentAt = version;
    return this.shown!.draft[0]!;
  }

  /** Return why picks do not change the draft, or the picks to ask the server about. */
  whyNot(picks: string[]): string[] | string {
    return this.shown?.whyNot(picks) ?? picks;
  }

  /** Stop sending: the rest can be changed again. */
  stop(): void {
    this.#isSending = false;
  }

  #read(seat: number): string[] {
    return this.#bySeat.get(seat) ?? stored(this.#key(seat));
  }

  #keep(seat: number, draft: string[]): void {
    this.#bySeat.set(seat, draft);
    store(this.#key(seat), draft);
  }

  #key(seat: number): string {
    return `parlour.draft.${this.#match}.${seat}`;
  }
}

export function isDraft(choice: Choice): choice is DraftChoice {
  return "draft" in choice;
}

function stored(key: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function store(key: string, draft: string[]): void {
  try {
    if (draft.length) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // this browser stores nothing: the draft lasts until the page is closed
  }
}
