// Animation that never delays the game: it shows how a piece came to where it already is.
import { settings } from "./settings.svelte";

export const PIECE_MS = 180;
export const CARD_MS = 240;
export const CAPTURE_MS = 320;
export const BACK_MS = 500; // of what was shown, and goes back to where it lay
const FADE_MS = 120;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** Move an element to its place from where another one is or was. */
export function travel(element: Element, from: DOMRect, ms = PIECE_MS): void {
  if (settings.isMotionReduced) return fadeIn(element);
  const to = element.getBoundingClientRect();
  if (!to.width) return;
  const shift = `translate(${from.left - to.left + (from.width - to.width) / 2}px, ${from.top - to.top + (from.height - to.height) / 2}px)`;
  element.animate([{ transform: shift }, { transform: "none" }], { duration: ms, easing: EASE });
}

/** Drop an element into its place, from `heights` times its own height above. */
export function fall(element: Element, heights: number, ms = PIECE_MS): void {
  if (settings.isMotionReduced) return fadeIn(element);
  const keyframes = [{ transform: `translateY(${-100 * heights}%)`, easing: "ease-in" }, { transform: "none" }];
  element.animate(keyframes, { duration: ms * Math.sqrt(heights) });
}

/** Lay elements down one after another, each row of them at the same time; a tap or a key ends it. */
export function layOut(rows: Element[][], stepMs = 60): void {
  if (settings.isMotionReduced) return;
  const keyframes = [{ opacity: 0, transform: "translateY(-60%) scale(1.4)" }, { transform: "none" }];
  const running = rows.flatMap((row) =>
    row.map((element, index) =>
      element.animate(keyframes, { duration: PIECE_MS, delay: index * stepMs, easing: EASE, fill: "backwards" }),
    ),
  );
  const finish = (): void => running.forEach((each) => each.finish());
  addEventListener("pointerdown", finish, { once: true, capture: true });
  addEventListener("keydown", finish, { once: true, capture: true });
}

/** Fade an element in. */
export function fadeIn(element: Element, ms = FADE_MS): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms });
}

/** Turn a card face up. */
export function turnUp(element: Element, ms = CARD_MS): void {
  if (settings.isMotionReduced) return fadeIn(element);
  element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: ms, easing: EASE });
}
