import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import type { Happening, MatchesAndPatchesView, SeatInfo } from "../../wire";
import client from ".";
import Board from "./Board.svelte";

function seat(side: string): SeatInfo {
  return {
    name: side,
    side,
    kind: "person",
    is_here: true,
    left_ms: null,
    deadline_ms: null,
    claim_in_ms: null,
    is_account: false,
  };
}

/** A small board: a red 3 square without an owner, a cell of Eagle's and one of Snake's. */
function small(): MatchesAndPatchesView {
  return {
    size: 4,
    tiles: [
      ["", "", "", ""],
      ["", "R3S", "B1C", ""],
      ["", "B2C", "Y1T", ""],
      ["", "", "", ""],
    ],
    owners: [
      [-1, -1, -1, -1],
      [-1, -1, 0, -1],
      [-1, 0, 1, -1],
      [-1, -1, -1, -1],
    ],
    open: ["1,1"],
    hand: ["G1H", "G2H"],
    deck_size: 52,
    captured: [2, 1],
    points: [12, 5],
    empty: 12,
    round: 3,
    rounds: 8,
    has_chosen: [false, true],
    chosen: null,
    kept: "",
    last: [null, { tile: "Y1T", cell: "3,3" }],
  };
}

let shown: object | null = null;
afterEach(() => {
  if (shown) void unmount(shown);
});

const picking = new Picking();

function show(
  from: number | null,
  happened: Happening[] = [],
  changes: Partial<MatchesAndPatchesView> = {},
  you = from,
): HTMLElement {
  picking.mustConfirm = true;
  picking.clear();
  picking.offer([{ action: "G1H@1,1", picks: ["tile:G1H", "cell:1,1"], label: "" }]);
  document.body.replaceChildren();
  const seats: [SeatInfo, SeatInfo] = [seat("Eagle"), seat("Snake")];
  const view = { ...small(), ...changes };
  const props = { view, seat: from, seats, toAct: [0], picking, happened, you, isOver: false };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return document.body;
}

function names(body: HTMLElement): string[] {
  return [...body.querySelectorAll('[role="gridcell"]')].map((cell) => cell.getAttribute("aria-label")!);
}

test("Eagle looks from row 1, Snake from the last row", () => {
  expect(names(show(0)).at(-4)).toContain("row 1, column 1");
  expect(names(show(1)).at(-4)).toContain("row 4, column 4");
});

test("a cell is named by its tile, or by who captured it", () => {
  const cells = names(show(0));

  expect(cells).toContain("row 2, column 2, red 3 square");
  expect(cells).toContain("row 2, column 3, captured by you");
  expect(cells).toContain("row 3, column 3, captured by Snake");
  expect(cells).toContain("row 1, column 1, empty, touches a tile");
});

test("your own tiles can be picked, and spectators have none", () => {
  const hand = [...show(0).querySelectorAll('[role="option"]')];

  expect(hand.map((tile) => tile.getAttribute("aria-label"))).toEqual([
    "your green 1 hexagon, can be picked",
    "your green 2 hexagon",
  ]);
});

test("the tiles that are captured are seen for a second before the markers", () => {
  const after = small();
  const before = { ...after, owners: after.owners.map((row) => row.map(() => -1)), captured: [0, 0], points: [0, 0] };
  const capture: Happening = { kind: "capture", message: "", data: { seat: 1, cells: ["3,3"], points: 5 } };

  const shown = client.meanwhile(after, [capture], before);

  expect(client.beats.place).toBe(1_000);
  expect(shown.owners[2]![2]).toBe(-1);
  expect(shown.owners[1]![2]).toBe(0);
  expect(shown.captured).toEqual([0, 0]);
  expect(client.meanwhile(after, [], before)).toBe(after);
});

test("rows and columns have the numbers that words use, on both sides of the table", () => {
  const numbers = (from: number) =>
    [".rows", ".columns"].map((each) => show(from).querySelector(each)!.textContent!.replace(/\s/g, ""));

  expect(numbers(0)).toEqual(["4321", "1234"]);
  expect(numbers(1)).toEqual(["1234", "4321"]);
});

test("a tile lies on its cell until it is submitted", () => {
  const body = show(0);
  picking.pick("tile:G1H");
  picking.pick("cell:1,1");
  flushSync();

  const cell = body.querySelector('[data-pick="cell:1,1"]')!;
  expect(picking.ready).not.toBeNull();
  expect(cell.querySelector(".tile")).not.toBeNull();
  expect(cell.getAttribute("aria-label")).toBe("row 1, column 1, your green 1 hexagon, not submitted yet, picked");
  expect(body.querySelector('[data-pick="tile:G1H"]')!.classList).toContain("laid");
});

test("a tile that must be placed again is shown, and then on its new cell", () => {
  const body = show(0, [], { kept: "Y4C" });
  expect(body.querySelector(".hand")!.getAttribute("aria-label")).toBe("your yellow 4 circle, to be placed again");
  picking.offer([{ action: "@1,1", picks: ["cell:1,1"], label: "" }]);
  picking.pick("cell:1,1");
  flushSync();

  expect(body.querySelector('[data-pick="cell:1,1"] .tile')).not.toBeNull();
});

test("on one device the tiles are called by the player's name", () => {
  const body = show(0, [], {}, null);

  expect(body.querySelector(".hand")!.getAttribute("aria-label")).toBe("Eagle's tiles");
  expect(body.querySelector('[role="option"]')!.getAttribute("aria-label")).toBe(
    "Eagle's green 1 hexagon, can be picked",
  );
});
