// Small parts of the table: what was taken back, the tab, the sign of thinking, and taps that skip.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { EventView } from "../../wire";
import { edgeStep } from "../interaction/dragging";
import type { MatchStore } from "../match.svelte";
import type { Director } from "./director.svelte";
import EventLog from "./EventLog.svelte";
import Prompt from "./Prompt.svelte";
import { skipping } from "./skipping";
import { showTurn } from "./tab";

let shown: object | null = null;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  vi.useRealTimers();
  document.body.replaceChildren();
});

function event(version: number, changes: Partial<EventView> = {}): EventView {
  const happenings = [{ kind: "move", message: `Move ${version}.`, data: {} }];
  return { version, at_ms: 0, kind: "acted", seat: 0, happenings, by_clock: false, taken_back: 0, ...changes };
}

test("moves that were taken back are struck out, and those of the clock are marked", () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  ); // jsdom has none
  const log = [
    event(1),
    event(2),
    event(3),
    event(4, { kind: "undo_answered", taken_back: 2 }),
    event(5, { by_clock: true }),
  ];
  shown = mount(EventLog, { target: document.body, props: { log } });

  const lines = [...document.querySelectorAll("li")].map((line) => line.textContent!.trim().replaceAll(/\s+/g, " "));
  expect([...document.querySelectorAll("s")].map((line) => line.textContent)).toEqual(["Move 2.", "Move 3."]);
  expect(lines).toEqual(["Move 1.", "Taken back: Move 2.", "Taken back: Move 3.", "Move 4.", "Move 5. (time ran out)"]);
});

test("the tab says whose turn it is, by its title and its icon", () => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  const icon = document.querySelector("link")!;

  const leave = showTurn(true, "Checkers vs Ann");
  expect(document.title).toBe("● Your turn – Checkers vs Ann");
  expect(icon.getAttribute("href")).toBe("/icon-turn.svg");

  leave();
  expect(icon.getAttribute("href")).toBe("/icon.svg");
});

test("a computer that thinks for longer than 300 ms is said to think", () => {
  vi.useFakeTimers();
  const table = { prompt: "Computer's turn.", seats: [], draw_offered: null, undo_asked: null };
  const match = { picking: { ready: null, picked: [] }, table, thinker: "Computer", saved: "idle" };
  const props = { match: match as unknown as MatchStore };
  shown = mount(Prompt, { target: document.body, props });
  flushSync();
  const asked = document.querySelector(".asked")!;
  expect(asked.textContent).toBe("Computer's turn.");

  vi.advanceTimersByTime(300);
  flushSync();
  expect(asked.textContent).toBe("Computer is thinking...");
});

test("a tap that skips ahead does nothing else on the board, and works elsewhere", () => {
  document.body.innerHTML = '<main><div class="stage"><b></b></div><button></button></main>';
  const director = { isBehind: true, finish: () => (director.isBehind = false) };
  const clicked: string[] = [];
  document.querySelector("main")!.addEventListener("click", ({ target }) => clicked.push((target as Element).tagName));
  const stop = skipping(director as unknown as Director)(document.querySelector("main")!);
  const tap = (selector: string): void => {
    const element = document.querySelector(selector)!;
    element.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };

  tap("b");
  expect(director.isBehind).toBe(false);
  expect(clicked).toEqual([]);

  tap("b");
  expect(clicked).toEqual(["B"]);

  director.isBehind = true;
  tap("button");
  expect(director.isBehind).toBe(false);
  expect(clicked).toEqual(["B", "BUTTON"]);
  if (stop) stop();
});

test("a drag scrolls only near an edge, and faster the nearer it is", () => {
  expect(edgeStep(300, 0, 740)).toBe(0);
  expect(edgeStep(20, 0, 740)).toBeLessThan(0);
  expect(edgeStep(735, 0, 740)).toBeGreaterThan(edgeStep(700, 0, 740));
});
