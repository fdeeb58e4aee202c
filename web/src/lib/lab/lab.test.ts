import { mount, unmount } from "svelte";
import { expect, test } from "vitest";

import type { LabRun } from "../../wire";
import CrossTable from "./CrossTable.svelte";
import Curve from "./Curve.svelte";
import { marksOf } from "./scale";
import { elo, endLabel, playersLabel, score, stateLabel } from "./words";

const RUN = {
  players: ["club", "master"],
  standings: [{ player: 1 }, { player: 0 }],
  cross: [
    [
      { wins: 0, draws: 0, losses: 0 },
      { wins: 1, draws: 1, losses: 2 },
    ],
    [
      { wins: 2, draws: 1, losses: 1 },
      { wins: 0, draws: 0, losses: 0 },
    ],
  ],
} as unknown as LabRun;

test("marks are round and hold all values", () => {
  expect(marksOf(0.12, 0.94)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(marksOf(3, 3)).toEqual([3, 4]);
  expect(marksOf(-120, 340)).toEqual([-200, -100, 0, 100, 200, 300, 400]);
});

test("numbers are written as people read them", () => {
  expect([elo(12.4), elo(-3.6), elo(-0.2)]).toEqual(["+12", "−4", "0"]);
  expect([score({ wins: 1, draws: 1, losses: 2 }), score({ wins: 0, draws: 0, losses: 0 })]).toEqual(["38 %", ""]);
  expect(playersLabel(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
  expect(stateLabel({ kind: "tournament", state: "running", done: 20, total: 1000 })).toBe(
    "Running, 20 of 1,000 matches",
  );
  expect(stateLabel({ kind: "training", state: "over", done: 1000, total: 1000 })).toBe("Finished, 1,000 iterations");
  expect(stateLabel({ kind: "training", state: "over", done: 0, total: 0 })).toBe("");
  expect(endLabel({ ends_ms: 400_000 } as LabRun, 100_000)).toBe("about 5 minutes left");
});

test("the cross table has the strongest first, and a cell chooses its two players", () => {
  const chosen: unknown[] = [];
  const props = { run: RUN, chosen: null, onChoose: (pair: [number, number]) => chosen.push(pair) };
  const table = mount(CrossTable, { target: document.body, props });
  const buttons = [...document.querySelectorAll("button")];
  buttons[0]!.click();

  expect(buttons.map((button) => button.textContent!.trim().split(/\s+/).slice(0, 2).join(" "))).toEqual([
    "63 %",
    "38 %",
  ]);
  expect(chosen).toEqual([[1, 0]]);
  expect(buttons[0]!.getAttribute("aria-label")).toBe("63 % 2–1–1, master against club. Show the matches");
  void unmount(table);
});

test("a curve is a line from edge to edge, and a table", () => {
  const curve = mount(Curve, {
    target: document.body,
    props: { curve: { name: "loss", steps: [0, 10, 20], values: [1, 0.5, 0.25] } },
  });
  const points = document.querySelector("polyline")!.getAttribute("points")!.split(" ");

  expect([points[0]!.split(",")[0], points[2]!.split(",")[0]]).toEqual(["44.0", "312.0"]);
  expect([...document.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual(["01", "100.5", "200.25"]);
  expect(document.querySelector("svg")!.getAttribute("aria-label")).toBe("loss from step 0 to 20: now 0.25");
  void unmount(curve);
});
