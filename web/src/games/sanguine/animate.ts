// How what happened is shown: the card travels to its cell, pawns appear, those that change sides turn over.
import { CARD_MS, fadeIn, PIECE_MS, travel, turnUp } from "../../lib/motion";
import type { Happening } from "../../wire";

/** Show a happening on a table that already shows its result. */
export function animate({ kind, data }: Happening, table: HTMLElement, looker: number | null): void {
  if (kind === "place") {
    const card = lying(table, (data.cell as number[]).join(","));
    const from = data.seat === looker ? handPlace(table, Number(data.hand)) : side(table, Number(data.seat));
    if (card && from) travel(card, from.getBoundingClientRect(), CARD_MS);
  } else if (kind === "draw_card" && data.seat === looker) {
    const drawn = [...table.querySelectorAll('[data-pick^="hand:"]')].at(-1);
    if (drawn) turnUp(drawn);
  } else if (Array.isArray(data.cells)) {
    for (const cell of data.cells) {
      const changed = lying(table, String(cell));
      if (!changed) continue;
      if (kind === "take") turnUp(changed);
      else fadeIn(changed, PIECE_MS);
    }
  }
}

function lying(table: HTMLElement, cell: string): Element | null {
  return table.querySelector(`[data-pick="cell:${cell}"] .lies`);
}

/** Where a hand card lay; the cards after it have moved up by now. */
function handPlace(table: HTMLElement, index: number): Element | null {
  return table.querySelector(`[data-pick="hand:${index}"]`) ?? table.querySelector('[role="listbox"]');
}

function side(table: HTMLElement, seat: number): Element | null {
  return table.querySelector(`[data-side="${seat}"]`);
}
