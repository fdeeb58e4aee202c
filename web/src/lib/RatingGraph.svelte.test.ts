import { mount, unmount } from "svelte";
import { expect, test } from "vitest";

import RatingHistory from "./people/RatingHistory.svelte";
import SolverHistory from "./puzzles/SolverHistory.svelte";

const DAY_MS = 86_400_000;
const ATTEMPTS = [940, 1060, 985].map((rating, index) => ({
  puzzle: `checkers-000${index}`,
  at_ms: index * DAY_MS,
  is_right: index < 2,
  is_solved: true,
  rating,
}));

function shown(render: () => ReturnType<typeof mount>): string[][] {
  const component = render();
  const line = document.querySelector("polyline")!.getAttribute("points")!.split(" ");
  const rows = [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent!.trim()).join(" | "),
  );
  const labels = [document.querySelector("svg")!.getAttribute("aria-label")!];
  void unmount(component);
  document.body.replaceChildren();
  return [line, rows, labels];
}

test("a solver's ratings are a line over the attempts, and a table with the newest first", () => {
  const [line, rows, labels] = shown(() =>
    mount(SolverHistory, { target: document.body, props: { attempts: ATTEMPTS } }),
  );

  expect(line!.map((point) => point.split(",")[0])).toEqual(["40.0", "176.0", "312.0"]);
  expect(rows).toEqual([
    "checkers-0002 | ✕ solved later | 985",
    "checkers-0001 | ✓ right | 1060",
    "checkers-0000 | ✓ right | 940",
  ]);
  expect(labels).toEqual(["Your rating after 3 puzzles: 985"]);
});

test("one day of a player's ratings is a point in the middle", () => {
  const history = { game: "checkers", at_ms: [DAY_MS], ratings: [1500] };
  const [line, rows] = shown(() =>
    mount(RatingHistory, { target: document.body, props: { history, game: "Checkers" } }),
  );

  expect(line).toHaveLength(1);
  expect(line![0]).toMatch(/^176\.0,/);
  expect(rows![0]).toMatch(/1500$/);
});
