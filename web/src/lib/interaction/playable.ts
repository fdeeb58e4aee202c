// Makes a board playable: one attachment on the element around it turns pointers and keys into picks.
// The board only draws elements with `data-pick` in zones (`data-zone`), each of which is one tab stop.
import type { Attachment } from "svelte/attachments";

import { Dragging } from "./dragging";
import { nearest, nextRow, rowOf } from "./geometry";
import type { Picking } from "./picking.svelte";

export const PICK = "[data-pick]";
const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Let a player pick what is inside an element by tapping, dragging and keys. */
export function playable(picking: Picking): Attachment<HTMLElement> {
  return (root) => {
    const roving = new Roving(root);
    const dragging = new Dragging(root, picking);

    function onClick(event: MouseEvent): void {
      const element = pickAt(event.target);
      if (!element || dragging.swallowsClick()) return;
      roving.stopAt(element);
      picking.pick(element.dataset.pick!);
    }

    function onKey(event: KeyboardEvent): void {
      const element = pickAt(event.target);
      if (event.key === "Escape" && (picking.picked.length || dragging.isActive)) {
        if (dragging.isActive) dragging.cancel();
        else picking.back();
        event.preventDefault();
      } else if (element && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        if (picking.ready && event.key === "Enter") picking.confirm();
        else pickByKey(element);
      } else if (element && !event.altKey && !event.metaKey) {
        const target = destination(element, event.key, event.ctrlKey);
        if (target) {
          event.preventDefault();
          roving.focus(target);
        }
      }
    }

    function pickByKey(element: HTMLElement): void {
      const picked = picking.pick(element.dataset.pick!);
      if (picked !== "picked") return;
      // The next pick may be in another zone: move the focus there, to save a search by Tab.
      requestAnimationFrame(() => {
        const zone = zoneOf(element);
        const next = [...root.querySelectorAll<HTMLElement>(PICK)].filter((each) =>
          picking.canPick(each.dataset.pick!),
        );
        if (next.length && !next.some((each) => zone.contains(each))) roving.focus(next[0]!);
      });
    }

    function destination(from: HTMLElement, key: string, isWhole: boolean): HTMLElement | undefined {
      const zone = [...zoneOf(from).querySelectorAll<HTMLElement>(PICK)];
      if (key === "Home" || key === "End") return (isWhole ? zone : rowOf(from, zone)).at(key === "Home" ? 0 : -1);
      const direction = DIRECTIONS[key];
      if (!direction || isWhole) return undefined;
      const isInRow = from.closest('[role="row"]') !== null;
      const ahead = isInRow && direction[1] ? nextRow(from, zone, direction[1]) : zone;
      return nearest(from, ahead, direction) ?? nearest(from, [...root.querySelectorAll<HTMLElement>(PICK)], direction);
    }

    function zoneOf(element: HTMLElement): HTMLElement {
      return element.closest<HTMLElement>("[data-zone]") ?? root;
    }

    root.addEventListener("click", onClick);
    root.addEventListener("keydown", onKey);
    return () => {
      root.removeEventListener("click", onClick);
      root.removeEventListener("keydown", onKey);
      dragging.destroy();
      roving.destroy();
    };
  };
}

function pickAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(PICK) : null;
}

/** Keeps exactly one tab stop in every zone, and the focus on the board when its element goes away. */
class Roving {
  readonly #root: HTMLElement;
  readonly #observer: MutationObserver;
  readonly #stops = new Map<Element, string>(); // zone → the pick with its tab stop
  #focused: { zone: Element; index: number } | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    root.addEventListener("focusin", this.#onFocus);
    root.addEventListener("focusout", this.#onBlur);
    this.#observer = new MutationObserver(() => this.#update());
    this.#observer.observe(root, { childList: true, subtree: true, attributeFilter: ["data-pick", "tabindex"] });
    this.#update();
  }

  destroy(): void {
    this.#observer.disconnect();
    this.#root.removeEventListener("focusin", this.#onFocus);
    this.#root.removeEventListener("focusout", this.#onBlur);
  }

  focus(element: HTMLElement): void {
    this.stopAt(element);
    element.focus();
  }

  stopAt(element: HTMLElement): void {
    this.#stops.set(this.#zoneOf(element), element.dataset.pick!);
    this.#update();
  }

  #zoneOf(element: Element): Element {
    return element.closest("[data-zone]") ?? this.#root;
  }

  #onFocus = (event: FocusEvent): void => {
    const element = pickAt(event.target);
    if (!element) return;
    const zone = this.#zoneOf(element);
    this.#focused = { zone, index: [...zone.querySelectorAll(PICK)].indexOf(element) };
    this.stopAt(element);
  };

  #onBlur = (event: FocusEvent): void => {
    // A removed element loses the focus to nothing: the place is forgotten only when the focus moves elsewhere.
    if (event.relatedTarget instanceof Node) this.#focused = null;
  };

  #update(): void {
    const zones = new Map<Element, HTMLElement[]>();
    for (const element of this.#root.querySelectorAll<HTMLElement>(PICK)) {
      const zone = this.#zoneOf(element);
      zones.set(zone, [...(zones.get(zone) ?? []), element]);
    }
    for (const [zone, elements] of zones) {
      // A piece that moved changes the pick at its place: the stop stays with the focus.
      const stop =
        elements.find((each) => each === document.activeElement) ??
        elements.find((each) => each.dataset.pick === this.#stops.get(zone)) ??
        firstStop(elements);
      for (const each of elements) {
        const wanted = each === stop ? "0" : "-1";
        if (each.getAttribute("tabindex") !== wanted) each.setAttribute("tabindex", wanted);
      }
    }
    this.#keepFocus(zones);
  }

  #keepFocus(zones: Map<Element, HTMLElement[]>): void {
    if (!this.#focused || document.activeElement !== document.body) return;
    const left = zones.get(this.#focused.zone) ?? [...zones.values()][0] ?? [];
    left[Math.min(this.#focused.index, left.length - 1)]?.focus();
  }
}

function firstStop(elements: HTMLElement[]): HTMLElement | undefined {
  return elements.find((each) => each.dataset.mark) ?? elements[0];
}
