// Any tap or key shows the newest state at once. On the board it does nothing else: it was meant for what was shown.
import type { Attachment } from "svelte/attachments";

import type { Director } from "./director.svelte";

const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];

/** Let taps and keys inside an element end what the director still has to show. */
export function skipping(director: Director): Attachment<HTMLElement> {
  return (root) => {
    let swallowsClick = false;

    function onPointer(event: PointerEvent): void {
      swallowsClick = false;
      if (!director.isBehind) return;
      director.finish();
      if (!isOnBoard(event.target)) return;
      swallowsClick = true;
      event.stopPropagation();
    }

    function onClick(event: MouseEvent): void {
      if (!swallowsClick) return;
      swallowsClick = false;
      swallow(event);
    }

    function onKey(event: KeyboardEvent): void {
      if (!director.isBehind || MODIFIERS.includes(event.key) || isField(event.target)) return;
      director.finish();
      if (isOnBoard(event.target) && (event.key === "Enter" || event.key === " ")) swallow(event);
    }

    // A key is pressed where the focus is, which may be outside.
    root.addEventListener("pointerdown", onPointer, true);
    root.addEventListener("click", onClick, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      root.removeEventListener("pointerdown", onPointer, true);
      root.removeEventListener("click", onClick, true);
      document.removeEventListener("keydown", onKey, true);
    };
  };
}

function isOnBoard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".stage") !== null;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea") !== null;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
