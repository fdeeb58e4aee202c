// The board in a document of its own, for its tests: shown, clicked, pointed at and typed to.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import { playable } from "../../lib/interaction/playable";
import type { Choice, Happening, PatchworkView, SeatInfo } from "../../wire";
import Board from "./Board.svelte";
import position from "./position.fixture.json";

export const VIEW: PatchworkView = position; // after BDCA UAAA EACA dBDB: both on 5, Ann on top, C, D and F on offer
export const CHOICES = [".", "CAAA", "CBAA", "CAAB", "CHHC", "DAAA", "DCAA", "DCAB"].map(choice);
export const SPECIALS = ["hAAA", "hBAA"].map(choice);

export function choice(action: string): Choice {
  const [patch, column, row, turn] = action;
  const steps = [`patch:${patch}`, `turn:${turn}`, `cell:${column}${row}`];
  const picks = action === "." ? ["advance"] : patch === "h" ? [steps[0]!, steps[2]!] : steps;
  return { action, picks, label: action };
}

let board: Record<string, unknown> | undefined;
export let stage: HTMLElement;
let leave: () => void;
export let played: string[];
export let refused: string[][];

beforeEach(() => {
  stage = document.createElement("div");
  document.body.append(stage);
  [played, refused] = [[], []];
});

afterEach(async () => {
  leave();
  if (board) await unmount(board);
  board = undefined;
  stage.remove();
});

export function show(
  seat: number | null = 0,
  choices: Choice[] = CHOICES,
  view = VIEW,
  happened: Happening[] = [],
): Picking {
  const picking = new Picking();
  picking.onPlay = ({ action }) => played.push(action);
  picking.onRefused = (picks) => refused.push(picks);
  picking.offer(choices);
  const seats = ["Ann", "Bea"].map((name) => ({ name, side: name, kind: "person" })) as [SeatInfo, SeatInfo];
  const props = { view, seat, seats, toAct: [0], picking, happened, isOver: false };
  board = mount(Board, { target: stage, props });
  leave = playable(picking)(stage) as () => void;
  flushSync();
  return picking;
}

export const at = (pick: string): HTMLElement => stage.querySelector<HTMLElement>(`[data-pick="${pick}"]`)!;
export const nameOf = (pick: string): string => at(pick).getAttribute("aria-label")!;
export const marked = (): string[] =>
  [...stage.querySelectorAll<HTMLElement>("[data-mark]")].map((e) => e.dataset.pick!);
export const ghost = (): Element | null => stage.querySelector(".ghost");

export function click(pick: string): void {
  at(pick).click();
  flushSync();
}

/** Do something with a pointer at a point of the viewer's quilt, in cells. */
export function point(kind: string, x: number, y: number, pointerType: string): void {
  const quilt = stage.querySelector<HTMLElement>('[role="grid"]')!;
  quilt.getBoundingClientRect = () => new DOMRect(100, 100, 90, 90);
  const place = { clientX: 100 + 10 * x, clientY: 100 + 10 * y };
  for (const each of kind === "click" ? ["pointerdown", "pointerup", "click"] : [kind])
    at("cell:AA").dispatchEvent(new PointerEvent(each, { ...place, pointerType, detail: 1, bubbles: true }));
  flushSync();
}

export function press(key: string): void {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );
  flushSync();
}

/** Take the board away, so that another one can be shown. */
export function hide(): void {
  void unmount(board!);
}
