// The list of running matches: kept up to date by what the socket tells.
import { beforeEach, expect, test, vi } from "vitest";

import type { AnyReply, RunningMatch } from "../wire";
import { isWaiting, Running } from "./running.svelte";

const MATCH: RunningMatch = {
  match: "a",
  game: "nim",
  pace: "3d",
  is_rated: false,
  names: ["Ann", "Ben"],
  seat: 0,
  opponent: "person",
  is_your_turn: false,
  is_over: false,
  num_turns: 3,
  deadline_ms: null,
};

function told(running: Running, changes: Partial<RunningMatch>): void {
  running.onReply({ type: "match_changed", match: { ...MATCH, ...changes } } as AnyReply);
}

let shown: string[];

beforeEach(() => {
  shown = [];
  localStorage.setItem("parlour.notify", "yes");
  function Shown(title: string, { body }: { body: string }): void {
    shown.push(`${title}: ${body}`);
  }
  vi.stubGlobal("Notification", Object.assign(Shown, { permission: "granted" }));
});

test("your turn comes first, and a match that is over goes", () => {
  const running = new Running();
  told(running, {});
  told(running, { match: "b", is_your_turn: true });
  told(running, { match: "c" });

  expect(running.matches.map(({ match }) => match)).toEqual(["b", "c", "a"]);
  told(running, { match: "b", is_over: true });
  expect(running.matches.map(({ match }) => match)).toEqual(["c", "a"]);
});

test("only matches in which a person waits count", () => {
  const running = new Running();
  told(running, { is_your_turn: true });
  told(running, { match: "b", is_your_turn: true, opponent: "computer" });
  told(running, { match: "c", is_your_turn: true, opponent: "self" });

  expect(running.numWaiting).toBe(1);
  expect(running.matches.filter(isWaiting)).toHaveLength(1);
});

test("a turn is notified once, and only in the background", async () => {
  const running = new Running();
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  told(running, { is_your_turn: true });
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  told(running, { is_your_turn: true });
  told(running, {});
  told(running, { is_your_turn: true });
  await vi.waitFor(() => expect(shown).toEqual(["Your turn: Ben has moved."]));
});
