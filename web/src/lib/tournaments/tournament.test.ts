import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LOOK_MS, TournamentStore } from "./tournament.svelte";

const ME = { player: 0, is_paused: false, is_absent: false, match: null, opponent: null, is_host: false };
let asked: string[];
let state: string;
let version: number;
let store: TournamentStore;

/** Answer as the server does: the tournament only if it has changed. */
function answer(path: string): Response {
  asked.push(path);
  const isKnown = path.endsWith(`?since=${version}`);
  const tournament = isKnown ? null : { summary: { state }, round: version };
  return Response.json({ version, now_ms: Date.now() + 5_000, tournament, me: ME });
}

beforeEach(() => {
  [asked, state, version] = [[], "running", 3];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(answer(path)));
  store = new TournamentStore("t 1");
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a tournament is looked up every two seconds, and sent again only when it has changed", async () => {
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  version = 4;
  await vi.advanceTimersByTimeAsync(LOOK_MS);

  expect(asked).toEqual(["/api/tournaments/t%201", "/api/tournaments/t%201?since=3", "/api/tournaments/t%201?since=3"]);
  expect(store.info?.round).toBe(4);
  expect(store.offsetMs).toBe(5_000);
});

test("nothing is asked after the end, or when the page was left", async () => {
  await vi.advanceTimersByTimeAsync(0);
  [state, version] = ["over", 4];
  await vi.advanceTimersByTimeAsync(10 * LOOK_MS);

  expect(asked.length).toBe(2);
});

test("a lost connection is told, and tried again", async () => {
  await vi.advanceTimersByTimeAsync(0);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("gone")));
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(store.problem).toBeTruthy();
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(answer(path)));
  await vi.advanceTimersByTimeAsync(5_000);

  expect(store.problem).toBeUndefined();
});
