// How a held patch is turned and slid without buttons: keys, the wheel, a twist of two fingers, a tap on it.
import type { Attachment } from "svelte/attachments";

import { settings } from "../../lib/settings.svelte";
import { SPECIAL } from "./cloth";
import type { Holding } from "./holding.svelte";
import { cellName, SIDE } from "./shapes";

const QUARTER = Math.PI / 2;
const TWIST = 0.55 * QUARTER; // a patch follows the fingers, and snaps a little after half of the way
const SLIDE_PX = 16; // beyond this a browser makes no click of a touch
const WHEEL_PX = 40;
const WHEEL_MS = 150; // a touch pad sends many events for one stroke
const LIFT = 1.4; // cells above the finger, so that it does not hide the patch

/** Where on the quilt, in cells, a patch is held by a pointer. */
export function pointOnQuilt(event: MouseEvent, quilt: HTMLElement): { x: number; y: number } {
  const box = quilt.getBoundingClientRect();
  const side = box.width / SIDE;
  const lift = isTouch(event) && event.type !== "click" ? LIFT : 0;
  return { x: (event.clientX - box.left) / side, y: (event.clientY - box.top) / side - lift };
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

/** Let a held patch be turned and slid by all means in an element. */
export function turnable(holding: Holding, quilt: () => HTMLElement): Attachment<HTMLElement> {
  return (root) => {
    const fingers = new Map<number, { x: number; y: number }>();
    let twist: { from: number; hasTurned: boolean } | null = null;
    let slide: { finger: number; x: number; y: number; isOn: boolean } | null = null;
    let wheel = { total: 0, last: 0 };
    let isFinger = false; // what is clicked with: not all browsers say it of a click

    const isDragging = () => root.closest("[data-dragging]") !== null;

    function onKey(event: KeyboardEvent): void {
      if (!holding.letter || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      const isHere = root.contains(target) || target === document.body;
      const key = event.key.toLowerCase();
      if (event.key === "Escape" && isHere && !isDragging() && !holding.picking.ready) holding.putBack();
      else if (!settings.values.shortcuts || target?.closest("input, select, textarea")) return;
      else if (key === "r" && event.shiftKey) holding.rotateBack();
      else if (key === "r") holding.rotate();
      else if (key === "f") holding.flip();
      else return;
      event.preventDefault();
      event.stopPropagation(); // r means something else with empty hands
    }

    function onWheel(event: WheelEvent): void {
      if (!holding.letter || !quilt().contains(event.target as Node)) return;
      event.preventDefault();
      const delta = event.deltaY || event.deltaX;
      if (Math.sign(delta) !== Math.sign(wheel.total)) wheel.total = 0;
      wheel.total += delta;
      if (Math.abs(wheel.total) < WHEEL_PX || event.timeStamp - wheel.last < WHEEL_MS) return;
      wheel = { total: 0, last: event.timeStamp };
      if (event.shiftKey) holding.flip();
      else if (delta > 0) holding.rotate();
      else holding.rotateBack();
    }

    function onClick(event: MouseEvent): void {
      if (!holding.letter || !(event.target instanceof Element)) return;
      const pick = event.target.closest<HTMLElement>("[data-pick]")?.dataset.pick;
      const isHeld = pick === `patch:${holding.letter}` && holding.ways.length > 1;
      // Screen readers click on the cell that they mean: only a pointer holds the patch by its middle.
      const isWhole = holding.letter === SPECIAL && isFinger; // a finger hits one cell
      const isPlace = quilt().contains(event.target) && event.detail > 0 && !isWhole;
      if (isHeld) holding.rotate();
      else if (isPlace) place(event);
      if (isHeld || isPlace) event.stopPropagation();
    }

    /** A click lays the patch where a mouse shows it; a finger shows where first, and lays it by a tap on it. */
    function place(event: MouseEvent): void {
      const { x, y } = pointOnQuilt(event, quilt());
      const isThere = isFinger && holding.covers(x, y) && holding.fit!.isFree;
      if (isThere && holding.picking.ready) return;
      const pick = isThere ? `cell:${cellName(holding.corner!)}` : holding.aim(x, y);
      if (pick && (isThere || !isFinger)) holding.picking.pick(pick);
    }

    function onDown(event: PointerEvent): void {
      isFinger = isTouch(event);
      if (event.pointerType !== "touch" || !root.contains(event.target as Node)) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 2 && holding.letter) {
        twist = { from: angle(), hasTurned: false };
        slide = null;
      } else if (fingers.size === 1 && holding.letter && quilt().contains(event.target as Node)) {
        slide = { finger: event.pointerId, x: event.clientX, y: event.clientY, isOn: false };
      }
    }

    function onMove(event: PointerEvent): void {
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      [finger.x, finger.y] = [event.clientX, event.clientY];
      if (twist && fingers.size === 2) doTwist(twist);
      if (slide?.finger !== event.pointerId) return;
      slide.isOn ||= Math.hypot(event.clientX - slide.x, event.clientY - slide.y) > SLIDE_PX;
      if (slide.isOn) aimBy(event);
    }

    function doTwist(twist: { from: number; hasTurned: boolean }): void {
      const turned = Math.atan2(Math.sin(angle() - twist.from), Math.cos(angle() - twist.from));
      if (Math.abs(turned) < TWIST || !holding.letter) return;
      if (turned > 0) holding.rotate();
      else holding.rotateBack();
      twist.from += Math.sign(turned) * QUARTER;
      twist.hasTurned = true;
    }

    function onUp(event: PointerEvent): void {
      if (!fingers.delete(event.pointerId)) return;
      if (twist && holding.letter && event.type === "pointerup" && !twist.hasTurned) holding.rotate(); // a second finger's tap
      twist = null;
      const slid = slide?.finger === event.pointerId && slide.isOn ? aimBy(event) : null;
      if (slide?.finger === event.pointerId) slide = null;
      if (slid && event.type === "pointerup") holding.picking.pick(slid);
    }

    /** With a patch in the hand, fingers on the quilt slide it and two fingers turn it: nothing scrolls or zooms. */
    function onTouch(event: TouchEvent): void {
      if (!holding.letter || (event.touches.length < 2 && !quilt().contains(event.target as Node))) return;
      if (event.cancelable) event.preventDefault();
    }

    function aimBy(event: PointerEvent): string | null {
      const { x, y } = pointOnQuilt(event, quilt());
      return holding.aim(x, y);
    }

    function angle(): number {
      const [one, two] = [...fingers.values()];
      return Math.atan2(two!.y - one!.y, two!.x - one!.x);
    }

    window.addEventListener("keydown", onKey, true);
    root.addEventListener("wheel", onWheel, { passive: false });
    // Not by `touch-action`: to change that of a whole table is slow, and to keep it would forbid zooming at all times.
    root.addEventListener("touchmove", onTouch, { passive: false });
    root.addEventListener("click", onClick, true);
    const pointers = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp };
    for (const [kind, heard] of Object.entries(pointers)) window.addEventListener(kind, heard as EventListener, true);
    return () => {
      window.removeEventListener("keydown", onKey, true);
      root.removeEventListener("wheel", onWheel);
      root.removeEventListener("touchmove", onTouch);
      root.removeEventListener("click", onClick, true);
      for (const [kind, heard] of Object.entries(pointers))
        window.removeEventListener(kind, heard as EventListener, true);
    };
  };
}
