// How patches, buttons and tokens came to lie where they lie.
import { CARD_MS, fadeIn, travel } from "../../lib/motion";
import { settings } from "../../lib/settings.svelte";
import type { Happening } from "../../wire";
import { nameToCell } from "./shapes";
import { PER_ROW, trackPlace } from "./track";

const STEP_MS = 70;
const LONGEST_MS = 700;
const MOST_BUTTONS = 8;

/** Where the patches on offer lie now. */
export function remember(board: HTMLElement): Map<string, DOMRect> {
  const cloths = [...board.querySelectorAll<HTMLElement>("[data-cloth]")];
  return new Map(cloths.map((cloth) => [cloth.dataset.cloth!, cloth.getBoundingClientRect()]));
}

/** Show how something happened. */
export function animate(board: HTMLElement, happened: Happening[], before: Map<string, DOMRect>): void {
  for (const { kind, data } of happened) {
    const seat = Number(data.seat);
    if (kind === "buy" || kind === "special")
      sew(board, seat, String(data.patch ?? "h"), data.cells as string[], before);
    if (kind === "move" || kind === "advance") walk(board, seat, Number(data.from), Number(data.to));
    if (kind === "advance") pay(board, seat, Number(data.to) - Number(data.from));
    if (kind === "income") pay(board, seat, Number(data.buttons));
  }
}

/** A patch comes from the offer; a special patch from the token that collected it. */
function sew(board: HTMLElement, seat: number, letter: string, cells: string[], before: Map<string, DOMRect>): void {
  const covered = cells.map(nameToCell);
  const patches = board.querySelectorAll<HTMLElement>(`[data-quilt="${seat}"] [data-patch^="${letter}"]`);
  const patch = [...patches].find(({ dataset }) => {
    const corner = nameToCell(dataset.patch!.slice(1));
    return corner.x === Math.min(...covered.map(({ x }) => x)) && corner.y === Math.min(...covered.map(({ y }) => y));
  });
  const from = before.get(letter) ?? board.querySelector(`[data-token="${seat}"]`)?.getBoundingClientRect();
  if (patch && from) travel(patch, from, CARD_MS);
}

/** A token goes along the track, square by square. */
function walk(board: HTMLElement, seat: number, from: number, to: number): void {
  const token = board.querySelector<HTMLElement>(`[data-token="${seat}"]`);
  if (!token || from >= to) return;
  if (settings.isMotionReduced) return fadeIn(token);
  const side = token.parentElement!.getBoundingClientRect().width / PER_ROW;
  const end = trackPlace(to);
  const keyframes = Array.from({ length: to - from + 1 }, (_, step) => {
    const { column, row } = trackPlace(from + step);
    return { transform: `translate(${(column - end.column) * side}px, ${(row - end.row) * side}px)` };
  });
  token.animate(keyframes, { duration: Math.min(LONGEST_MS, STEP_MS * (to - from)) });
}

/** Buttons fly from the token to the count of them. */
function pay(board: HTMLElement, seat: number, buttons: number): void {
  const count = board.querySelector<HTMLElement>(`[data-count="buttons-${seat}"]`);
  const token = board.querySelector<HTMLElement>(`[data-token="${seat}"]`);
  if (!count || !token || !buttons) return;
  if (settings.isMotionReduced) return fadeIn(count);
  const [from, to] = [token.getBoundingClientRect(), count.getBoundingClientRect()];
  for (let index = 0; index < Math.min(buttons, MOST_BUTTONS); index++) fly(board, from, to, index * STEP_MS);
}

function fly(board: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const button = document.createElement("span");
  button.className = "flying-button";
  button.ariaHidden = "true";
  board.append(button);
  const at = (box: DOMRect) => `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px)`;
  const flight = button.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: 2 * CARD_MS,
    delay,
    easing: "ease-in-out",
    fill: "backwards",
  });
  flight.onfinish = flight.oncancel = () => button.remove();
}
