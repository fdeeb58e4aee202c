// Pass and play: who has the device, what may be on its screen, and when the curtain is needed.
import type { Table } from "../../wire";
import type { GameClient } from "../gameClient";

/** The seat that the device goes to. */
export interface Next {
  seat: number;
  needsCurtain: boolean;
}

export class Passing {
  /** The seat whose player has opened the curtain, so that its secrets may be shown. */
  holder: number | null = null;
  readonly #client: GameClient<unknown>;

  constructor(client: GameClient<unknown>) {
    this.#client = client;
  }

  /** Return what may be shown of the view of a seat; null: nothing before its player has opened the curtain. */
  shown(table: Table, view: unknown, seat: number | null): unknown {
    return this.#isSecret(table, seat) ? (this.#client.openly?.(view) ?? null) : view;
  }

  /** Return the seat that the device goes to; null: it stays where it is. */
  next(table: Table, seat: number | null, curtain: number | null): Next | null {
    if (!table.secrets.length) this.holder = null;
    const current = seat ?? curtain; // who has the device, or is called to it, acts first
    const next = current !== null && table.to_act.includes(current) ? current : table.to_act[0];
    if (next === undefined || next === curtain) return null;
    const needsCurtain = this.#isSecret(table, next) && !this.#client.openly?.(table.view);
    if (next === seat && !needsCurtain) return null;
    if (next !== seat) this.holder = null;
    return { seat: next, needsCurtain };
  }

  #isSecret(table: Table, seat: number | null): boolean {
    return seat !== null && table.secrets.includes(seat) && this.holder !== seat;
  }
}
