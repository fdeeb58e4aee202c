import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import Clock from "./Clock.svelte";

const GRACE_MS = 1_000; // that the server adds
let clock: ReturnType<typeof mount>;

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  void unmount(clock);
  vi.useRealTimers();
});

/** Show a clock that has just been started with these seconds. */
function start(seconds: number, leftMs: number | null = null): void {
  const deadlineMs = Date.now() + 1_000 * seconds + GRACE_MS;
  clock = mount(Clock, {
    target: document.body,
    props: { leftMs, deadlineMs, clockOffsetMs: 0, isRunning: true, isYou: false },
  });
  flushSync();
}

function shown(): { text: string; isLow: boolean } {
  const element = document.querySelector('[role="timer"]')!;
  return { text: element.textContent.trim(), isLow: element.classList.contains("low") };
}

describe("a clock", () => {
  it("starts with the whole time of a timer, not with the server's second of grace", () => {
    start(20);
    expect(shown()).toEqual({ text: "0:20", isLow: false });
  });

  it("is not low when a short timer starts, but when a third of it is left", () => {
    start(10);
    expect(shown().isLow).toBe(false);
    vi.advanceTimersByTime(7_000);
    flushSync();
    expect(shown().isLow).toBe(true);
  });

  it("is low for the last ten seconds of a player's own time", () => {
    start(11, 11_000);
    expect(shown().isLow).toBe(false);
    vi.advanceTimersByTime(2_000);
    flushSync();
    expect(shown().isLow).toBe(true);
  });
});
