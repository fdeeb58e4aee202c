// What the server sends of a table after the first time: what has changed. docs/protocol.md describes it.
import type { Change, Choice, ChoiceGroup, Snapshot, Table, Update } from "../../wire";

type Difference = [unknown] | Record<string, unknown>;
type Piece = [number, number] | [unknown];
/** A message about the table. */
export type TableReply = Snapshot | Update | Change;

/** Return the value after a difference. The value before stays as it is: a scene may still show it. */
export function apply(before: unknown, change: Difference): unknown {
  if (Array.isArray(change)) return change[0];
  if ("" in change) return joined(change[""] as Piece[], before as unknown[] | string);
  const now = (Array.isArray(before) ? [...before] : { ...(before as object) }) as Record<string, unknown>;
  for (const [name, part] of Object.entries(change)) now[name] = apply(now[name], part as Difference);
  return now;
}

/** Put a list or a text together from parts of the one before and new items. */
function joined(pieces: Piece[], before: unknown[] | string): unknown[] | string {
  const parts = pieces.map((piece) => (piece.length === 2 ? before.slice(piece[0] as number, piece[1]) : [piece[0]]));
  return typeof before === "string" ? parts.flat().join("") : parts.flat(1);
}

/** List the choices that groups stand for: one for each word, which is put into the blanks. */
export function choicesOf(groups: ChoiceGroup[]): Choice[] {
  return groups.flatMap(({ action, picks, label, words }) => {
    if (!words) return [{ action, picks, label }];
    return words.map((word) => {
      const filled = (text: string): string =>
        text.replace(/\{([01]?)\}/g, (_, letter) => (letter ? word[+letter]! : word));
      return { action: filled(action), picks: picks.map(filled), label: filled(label) };
    });
  });
}

/** The table of a match as this client was sent it. */
export class Kept {
  #table: Table | null = null;
  #number = 0;

  /** Return what a message tells, with the whole table; null: a message before it is missing. */
  follow(reply: TableReply): Snapshot | Update | null {
    const whole = reply.type === "change" ? this.#after(reply) : reply;
    if (whole) [this.#table, this.#number] = [whole.table, whole.number];
    return whole;
  }

  #after({ number, now_ms, table, choices, ...rest }: Change): Update | null {
    if (!this.#table || number !== this.#number + 1) return null;
    const now = { ...(apply(this.#table, table) as Table), now_ms };
    if (choices) now.choices = choicesOf(choices);
    return { ...rest, type: "update", table: now, number };
  }

  /** Forget a table of which something is missing; returns whether there was one, so that it is fetched once. */
  drop(): boolean {
    const hadTable = this.#table !== null;
    this.#table = null;
    return hadTable;
  }
}
