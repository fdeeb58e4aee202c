// How patches, buttons and tokens came to lie where they lie.
import { CARD_MS, fadeIn, travel } from "../../lib/motion";
import { settings } from "../../lib/settings.svelte";
import type { Happening } from "../../wire";
import { nameToCell } from "./shapes";

const STEP_MS = 70;
const LONGEST_MS = 700;
const MOST_BUTTONS = 8;
const FLASH_MS = 900;
const HOP_MS = 320;
const TURN_MS = 360; // the circle, until the token is at its place again

/** Where things of the circle lie, by the letter of a patch. */
export interface Places {
  cloths: Map<string, DOMRect>;
  circle: Map<string, DOMRect>;
  token: DOMRect | null;
}

/** Where the patches of the circle and its token lie now. */
export function remember(board: HTMLElement): Places {
  const places = (name: string) =>
    new Map(
      [...board.querySelectorAll<HTMLElement>(`[data-${name}]`)].map((each) => [
        each.dataset[name]!,
        each.getBoundingClientRect(),
      ]),
    );
  const token = board.querySelector("[data-neutral]")?.getBoundingClientRect() ?? null;
  return { cloths: places("cloth"), circle: places("circle"), token };
}

/** Show how something happened. */
export function animate(board: HTMLElement, happened: Happening[], before: Places): void {
  for (const { kind, data } of happened) {
    const seat = Number(data.seat);
    if (kind === "buy" || kind === "special")
      sew(board, seat, String(data.patch ?? "h"), data.cells as string[], before.cloths);
    if (kind === "buy") turnCircle(board, String(data.patch), before);
    if (kind === "move" || kind === "advance") walk(board, seat, Number(data.from), Number(data.to));
    if (kind === "advance") pay(board, seat, Number(data.to) - Number(data.from));
    if (kind === "income") {
      flash(board, data.squares as number[]);
      pay(board, seat, Number(data.buttons));
    }
    if (kind === "collect") flash(board, [Number(data.square)]);
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

/** The neutral token hops to the place of the patch that was taken; then the circle closes and turns on. */
function turnCircle(board: HTMLElement, letter: string, { circle, token }: Places): void {
  const neutral = board.querySelector<HTMLElement>("[data-neutral]");
  const gap = circle.get(letter);
  if (!neutral || !token || !gap) return;
  if (settings.isMotionReduced) return fadeIn(neutral);
  const [start, landing] = [shift(neutral, token), shift(neutral, gap)];
  const high = `translate(${(start.x + landing.x) / 2}px, ${(start.y + landing.y) / 2 - gap.height / 4}px)`;
  const landed = `translate(${landing.x}px, ${landing.y}px)`;
  const offset = HOP_MS / (HOP_MS + TURN_MS);
  neutral.animate(
    [
      { transform: `translate(${start.x}px, ${start.y}px)` },
      { transform: high, offset: offset * 0.5 },
      { transform: landed, offset: offset * 0.9 },
      { transform: landed, offset },
      { transform: "none" },
    ],
    { duration: HOP_MS + TURN_MS },
  );
  for (const patch of board.querySelectorAll<HTMLElement>("[data-circle]")) {
    const from = circle.get(patch.dataset.circle!);
    if (from) hold(patch, from, offset);
  }
}

/** Keep a patch where it was while the token hops; then let it go to its place. */
function hold(patch: HTMLElement, from: DOMRect, offset: number): void {
  const { x, y, scale } = shift(patch, from);
  const there = `translate(${x}px, ${y}px) scale(${scale})`;
  patch.animate([{ transform: there }, { transform: there, offset, easing: "ease-in-out" }, { transform: "none" }], {
    duration: HOP_MS + TURN_MS,
  });
}

/** How far the middle of an element is from that of a place. */
function shift(element: HTMLElement, from: DOMRect): { x: number; y: number; scale: number } {
  const to = element.getBoundingClientRect();
  return {
    x: from.left + from.width / 2 - to.left - to.width / 2,
    y: from.top + from.height / 2 - to.top - to.height / 2,
    scale: to.width ? Math.min(from.width / to.width, from.height / to.height) : 1,
  };
}

/** A token goes along the track, square by square. */
function walk(board: HTMLElement, seat: number, from: number, to: number): void {
  const token = board.querySelector<HTMLElement>(`[data-token="${seat}"]`);
  const square = (number: number) => board.querySelector(`[data-square="${number}"]`)!.getBoundingClientRect();
  if (!token || from >= to) return;
  if (settings.isMotionReduced) return fadeIn(token);
  const end = square(to);
  const keyframes = Array.from({ length: to - from + 1 }, (_, step) => {
    const { left, top } = square(from + step);
    return { transform: `translate(${left - end.left}px, ${top - end.top}px)` };
  });
  token.animate(keyframes, { duration: Math.min(LONGEST_MS, STEP_MS * (to - from)) });
}

/** Squares that brought something light up. */
function flash(board: HTMLElement, squares: number[]): void {
  for (const square of squares)
    board
      .querySelector(`[data-square="${square}"]`)
      ?.animate([{ boxShadow: "0 0 0 4px #ffd23f", backgroundColor: "#ffd23f" }, {}], { duration: FLASH_MS });
}

/** Buttons fly from the token to the count of them. */
function pay(board: HTMLElement, seat: number, buttons: number): void {
  const counts = [...board.querySelectorAll<HTMLElement>(`[data-count="buttons-${seat}"]`)];
  const count = counts.find((each) => each.getBoundingClientRect().width > 0); // of a small box or of a large one
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
