import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import type { MatchStore } from "../match.svelte";
import { seatsOf } from "../seats";
import Banner from "./Banner.svelte";

let shown: Record<string, unknown> | undefined;

function show(claim_in_ms: number | null): void {
  const [you, other] = seatsOf(["Red", "Yellow"], 0);
  const away = { ...other, name: "Ann", is_here: false, claim_in_ms };
  const table = { seats: [you, away], now_ms: Date.now(), draw_offered: null, undo_asked: null };
  const match = {
    table,
    near: 0,
    seat: 0,
    pace: "5+3",
    isHotseat: false,
    clockOffsetMs: 0,
    isPlaying: true,
    isOver: false,
    notice: null,
    picking: { picked: [] },
  };
  shown = mount(Banner, { target: document.body, props: { match: match as unknown as MatchStore } });
  flushSync();
}

const text = () => document.body.textContent.replace(/\s+/g, " ");

afterEach(() => {
  if (shown) void unmount(shown);
});

test("an opponent who is away in your own turn, or with days per turn, cannot be claimed against", () => {
  show(null);

  expect(text()).not.toContain("claim");
});

test("the countdown to a claim is shown before its button", () => {
  show(42_000);

  expect(text()).toContain("Ann is away. You can claim the win in 0:42.");
  expect(text()).not.toContain("Claim win");
});

test("the button is there when the countdown has ended", () => {
  show(0);

  expect(text()).toContain("Claim win");
});
