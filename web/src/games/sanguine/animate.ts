// How what happened is shown: the card travels to its cell, pawns appear, those that change sides turn over.
import { CARD_MS, fadeIn, PIECE_MS, travel, turnUp } from "../../lib/motion";
import { settings } from "../../lib/settings.svelte";
import type { Happening } from "../../wire";

/** Show that a card was placed or drawn, on a table that already has it. */
export function animate({ kind, data }: Happening, table: HTMLElement, looker: number | null): void {
  if (kind === "place") {
    const card = lying(table, (data.cell as number[]).join(","));
    const from = data.seat === looker ? handPlace(table, Number(data.hand)) : side(table, Number(data.seat));
    if (card && from) travel(card, from.getBoundingClientRect(), CARD_MS);
  } else if (kind === "draw_card" && data.seat === looker) {
    const drawn = [...table.querySelectorAll('[data-pick^="hand:"]')].at(-1);
    if (drawn) turnUp(drawn);
  }
}

/** Show that a cell has changed. */
export function animateCell(kind: string, cell: string, table: HTMLElement): void {
  const changed = lying(table, cell);
  if (!changed) return;
  if (kind === "take") turnUp(changed);
  else if (settings.isMotionReduced) fadeIn(changed);
  else changed.animate([{ scale: 0.6 }, { scale: 1.15, offset: 0.6 }, { scale: 1 }], PIECE_MS);
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
