import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Puzzle from "./Puzzle.svelte";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a puzzle is asked for again while the server prepares its game", async () => {
  let numAsked = 0;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (path: string) => {
    if (!path.startsWith("/api/puzzles/")) return Promise.resolve(Response.json({ name: "Ada", preferences: {} }));
    numAsked++;
    const refusal = { code: "server/getting_ready", message: "This game is getting ready.", faults: [] };
    return Promise.resolve(Response.json(refusal, { status: 503 }));
  });
  const page = mount(Puzzle, { target: document.body, props: { parts: ["p", "checkers-0001"], onShown: () => {} } });
  flushSync();
  await vi.advanceTimersByTimeAsync(100);
  const first = numAsked;
  await vi.advanceTimersByTimeAsync(2_000);

  expect([first, numAsked]).toEqual([1, 2]);
  expect(document.body.textContent).toContain("This game is getting ready…");
  await unmount(page);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(numAsked).toBe(2);
});
