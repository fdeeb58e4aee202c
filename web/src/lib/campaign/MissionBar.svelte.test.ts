import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import type { GameInfo, MissionNow } from "../../wire";
import type { MatchStore } from "../match.svelte";
import MissionBar from "./MissionBar.svelte";

const MISSION: MissionNow = {
  ...{ id: "reeds", difficulty: "easy", title: "Through the reeds", task: "Bring two babies out.", stars: null },
  lines: [
    { kind: "goal", words: "Babies out: 2 of 2", is_met: true },
    { kind: "danger", words: "Babies captured: 0 (lost at 2)", is_met: false },
    { kind: "round", words: "Round 3 of 8", is_met: false },
  ],
};

function show(isOver: boolean): void {
  const match = { id: "m", isOver, isPlaying: true } as MatchStore;
  render(MissionBar, { match, game: { id: "raptor" } as GameInfo, mission: MISSION });
}

test("the goals are told in words, and what is reached has a sign of its own", () => {
  show(false);
  const bar = screen.getByRole("region", { name: "Mission: Through the reeds" });
  expect(bar.textContent).toContain("Babies out: 2 of 2, reached");
  expect(bar.textContent).toContain("Babies captured: 0 (lost at 2)");
  expect(bar.textContent).toContain("Round 3 of 8");
});

test("a mission can be restarted while it goes on", () => {
  show(false);
  expect(screen.getByRole("button", { name: "Restart" })).toBeTruthy();
});

test("a mission that is over cannot be restarted from the bar", () => {
  show(true);
  expect(screen.queryByRole("button")).toBeNull();
});
