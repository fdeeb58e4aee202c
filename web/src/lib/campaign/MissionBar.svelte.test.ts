import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";

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
let bar: ReturnType<typeof mount>;

afterEach(() => void unmount(bar));

function show(isOver: boolean): void {
  const match = { id: "m", isOver, isPlaying: true } as MatchStore;
  bar = mount(MissionBar, {
    target: document.body,
    props: { match, game: { id: "raptor" } as GameInfo, mission: MISSION },
  });
  flushSync();
}

it("tells the goals in words, and marks what is reached with more than a colour", () => {
  show(false);
  const section = document.querySelector("section")!;
  expect(section.getAttribute("aria-label")).toBe("Mission: Through the reeds");
  const lines = [...section.querySelectorAll("p > span")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  expect(lines).toEqual(["✓ Babies out: 2 of 2, reached", "Babies captured: 0 (lost at 2)", "Round 3 of 8"]);
});

it("asks before a mission is restarted", () => {
  show(false);
  const button = document.querySelector("button")!;
  expect(button.textContent).toBe("Restart");
  button.click();
  flushSync();
  expect(button.textContent).toBe("Yes, restart");
});

it("has no restart when the mission is over", () => {
  show(true);
  expect(document.querySelector("button")).toBeNull();
});
