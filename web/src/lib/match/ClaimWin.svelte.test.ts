import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import ClaimWin from "./ClaimWin.svelte";

const NOW = 1_000_000;
let shown: Record<string, unknown>;
let claims = 0;

const text = () => document.querySelector('[role="timer"]')!.textContent.trim();
const button = () => document.querySelector("button");

function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  claims = 0;
  // The server's clock is 5 s ahead of this machine's.
  const props = { name: "Ann", opensMs: NOW + 5_000 + 62_000, clockOffsetMs: 5_000, onClaim: () => claims++ };
  shown = mount(ClaimWin, { target: document.body, props });
  flushSync();
});
afterEach(() => {
  void unmount(shown);
  vi.useRealTimers();
});

test("the countdown runs by the server's clock, and the button comes at its end", () => {
  expect(text()).toBe("Ann is away. You can claim the win in 1:02.");
  pass(20_000);
  expect(text()).toBe("Ann is away. You can claim the win in 0:42.");
  pass(41_800);
  expect(button()).toBeNull();
  pass(200);

  expect(text()).toBe("Ann is away. You can claim the win.");
  button()!.click();
  expect(claims).toBe(1);
});
