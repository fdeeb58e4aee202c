// Animation that never delays the game: it shows how a piece came to where it already is.
import { settings } from "./settings.svelte";

export const PIECE_MS = 180;
export const CARD_MS = 240;
export const CAPTURE_MS = 320;
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

/** Fade an element in. */
export function fadeIn(element: Element, ms = FADE_MS): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms });
}

/** Turn a card face up. */
export function turnUp(element: Element, ms = CARD_MS): void {
  if (settings.isMotionReduced) return fadeIn(element);
  element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: ms, easing: EASE });
}
