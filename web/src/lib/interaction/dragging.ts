// Drag and drop by pointer events, for mouse, touch and pen alike. A drag is two picks, from and to; or one, where
// something is dropped on the place that it names (`data-drop-on`) instead of being tapped.
import { PICK } from "./playable";
import type { Picking } from "./picking.svelte";

const THRESHOLD_PX = 6; // fingers tremble
const EDGE_PX = 56; // so near to an edge the view scrolls
const SCROLL_PX = 12; // at most, per frame

interface Start {
  id: string;
  pointer: number;
  x: number;
  y: number;
  element: HTMLElement;
  picked: string[];
  /** The place to drop it on, where it is the only pick. */
  dropOn: string | undefined;
}

export class Dragging {
  readonly #root: HTMLElement;
  readonly #picking: Picking;
  #start: Start | null = null;
  #ghost: HTMLElement | null = null;
  #over: HTMLElement | null = null;
  #swallow = false;
  #last: PointerEvent | null = null;
  #frame = 0;

  constructor(root: HTMLElement, picking: Picking) {
    this.#root = root;
    this.#picking = picking;
    root.addEventListener("pointerdown", this.#onDown);
    root.addEventListener("pointermove", this.#onMove);
    root.addEventListener("pointerup", this.#onUp);
    root.addEventListener("pointercancel", this.#onCancel);
    root.addEventListener("dragstart", prevent);
  }

  destroy(): void {
    this.#end();
    this.#root.removeEventListener("pointerdown", this.#onDown);
    this.#root.removeEventListener("pointermove", this.#onMove);
    this.#root.removeEventListener("pointerup", this.#onUp);
    this.#root.removeEventListener("pointercancel", this.#onCancel);
    this.#root.removeEventListener("dragstart", prevent);
  }

  get isActive(): boolean {
    return this.#ghost !== null;
  }

  /** Whether the click that follows belongs to a drag that just ended. */
  swallowsClick(): boolean {
    const swallow = this.#swallow;
    this.#swallow = false;
    return swallow;
  }

  /** Put everything back. */
  cancel(): void {
    const hasPicked = this.#start && this.#ghost && this.#start.picked !== this.#picking.picked;
    if (hasPicked) this.#picking.restore(this.#start!.picked);
    this.#end();
  }

  #onDown = (event: PointerEvent): void => {
    this.#swallow = false;
    if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
    const element = event.target.closest<HTMLElement>(PICK);
    const isSource = element && ("drag" in element.dataset || element.dataset.mark === "picked");
    if (!isSource) return;
    this.#start = {
      id: element.dataset.pick!,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      element,
      picked: [],
      dropOn: element.dataset.dropOn,
    };
  };

  #onMove = (event: PointerEvent): void => {
    const start = this.#start;
    if (!start || event.pointerId !== start.pointer) return;
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (!this.#ghost) {
      if (Math.hypot(dx, dy) < THRESHOLD_PX || !this.#lift(start)) return;
      this.#root.setPointerCapture(event.pointerId);
    }
    this.#ghost!.style.transform = `translate(${dx}px, ${dy}px)`;
    this.#hover(this.#targetAt(event));
    this.#last = event;
    this.#frame ||= requestAnimationFrame(this.#scroll);
  };

  /** Scroll while something is held at the edge of what can be scrolled. */
  #scroll = (): void => {
    this.#frame = 0;
    const scroller = this.#ghost && scrollerOf(this.#root);
    if (!scroller || !this.#last) return;
    const isPage = scroller === document.scrollingElement;
    const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
    const step = edgeStep(this.#last.clientY, top, bottom);
    const before = scroller.scrollTop;
    if (step) scroller.scrollTop += step;
    if (scroller.scrollTop === before) return;
    this.#hover(this.#targetAt(this.#last));
    this.#frame = requestAnimationFrame(this.#scroll);
  };

  #lift(start: Start): boolean {
    const picking = this.#picking;
    start.picked = picking.picked;
    const isPicked = start.dropOn || picking.picked.at(-1) === start.id || picking.pick(start.id) === "picked";
    if (!isPicked) {
      this.#start = null;
      return false;
    }
    const box = start.element.getBoundingClientRect();
    const ghost = start.element.cloneNode(true) as HTMLElement;
    for (const name of ["data-pick", "data-mark", "data-drag", "data-drop-on", "id", "role", "aria-label", "tabindex"])
      ghost.removeAttribute(name);
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("drag-ghost");
    Object.assign(ghost.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    start.element.parentElement!.append(ghost);
    this.#ghost = ghost;
    start.element.dataset.lifted = "";
    this.#root.dataset.dragging = "";
    return true;
  }

  /** The picks that a drop would hit: what the board aims at, or everything under the pointer. */
  #under(event: PointerEvent): HTMLElement[] {
    const { aim } = this.#picking;
    const found = aim
      ? [this.#root.querySelector(`[data-pick="${aim(event) ?? ""}"]`)]
      : document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest(PICK));
    return found.filter((each) => each instanceof HTMLElement && this.#root.contains(each)) as HTMLElement[];
  }

  #targetAt(event: PointerEvent): HTMLElement | null {
    const { dropOn } = this.#start!;
    if (dropOn) {
      const places = document.elementsFromPoint(event.clientX, event.clientY);
      return places.find((each) => each.matches(`[data-drop="${dropOn}"]`)) as HTMLElement | null;
    }
    return this.#under(event).find((each) => this.#picking.canPick(each.dataset.pick!)) ?? null;
  }

  #hover(element: HTMLElement | null): void {
    if (element === this.#over) return;
    if (this.#over) delete this.#over.dataset.over;
    if (element) element.dataset.over = "";
    this.#over = element;
  }

  #onUp = (event: PointerEvent): void => {
    if (!this.#start || event.pointerId !== this.#start.pointer) return;
    if (!this.#ghost) {
      this.#start = null; // a tap: the click handles it
      return;
    }
    this.#swallow = true;
    const target = this.#targetAt(event);
    const { id: source, dropOn } = this.#start;
    if (target) {
      this.#end();
      this.#picking.pick(dropOn ? source : target.dataset.pick!);
      return;
    }
    const under = this.#under(event)[0];
    if (under && !dropOn && under.dataset.pick !== source) {
      this.#picking.onRefused([...this.#picking.picked, under.dataset.pick!]);
    }
    this.cancel();
  };

  #onCancel = (event: PointerEvent): void => {
    if (this.#start && event.pointerId === this.#start.pointer) this.cancel();
  };

  #end(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#hover(null);
    this.#ghost?.remove();
    this.#ghost = null;
    delete this.#start?.element.dataset.lifted;
    this.#start = null;
    delete this.#root.dataset.dragging;
  }
}

/** How far to scroll with a pointer at this height: further the nearer it is to an edge. */
export function edgeStep(y: number, top: number, bottom: number): number {
  const down = Math.max(0, y - (bottom - EDGE_PX));
  const up = Math.max(0, top + EDGE_PX - y);
  return Math.round(SCROLL_PX * Math.max(-1, Math.min(1, (down - up) / EDGE_PX)));
}

/** The nearest element around another one that can be scrolled up and down, if only the page. */
function scrollerOf(inner: Element): Element | null {
  for (let each = inner.parentElement; each && each !== document.body; each = each.parentElement) {
    const canScroll = /auto|scroll/.test(getComputedStyle(each).overflowY);
    if (canScroll && each.scrollHeight > each.clientHeight) return each;
  }
  return document.scrollingElement;
}

function prevent(event: Event): void {
  event.preventDefault();
}
