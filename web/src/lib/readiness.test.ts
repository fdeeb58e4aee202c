import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { GameInfo } from "../wire";
import { pollUntilReady } from "./readiness";
import { visitor } from "./visitor.svelte";

const game = (is_ready: boolean) => ({ id: "nim", is_ready }) as GameInfo;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("games that are ready are not fetched again", () => {
  expect(pollUntilReady([game(true)], () => {})).toBeUndefined();
});

test("games are fetched every two seconds until that is stopped, also after a failure", async () => {
  const refresh = vi.spyOn(visitor, "refreshGames");
  refresh.mockRejectedValueOnce(new Error("offline")).mockResolvedValue([game(true)]);
  const shown: GameInfo[][] = [];
  const stop = pollUntilReady([game(false)], (games) => shown.push(games))!;

  await vi.advanceTimersByTimeAsync(4_000);
  stop();
  await vi.advanceTimersByTimeAsync(4_000);

  expect(refresh).toHaveBeenCalledTimes(2);
  expect(shown).toEqual([[game(true)]]);
});
