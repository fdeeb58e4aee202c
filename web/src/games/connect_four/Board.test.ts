import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import type { ConnectFourView, Happening, SeatInfo } from "../../wire";
import Board from "./Board.svelte";
import { linesThrough } from "./grid";

const NO_DRAW = { size: 42, claims: [[], []], shown: [[], []], undecided: 0, is_open: false };
const MIDDLE: ConnectFourView = {
  colour_draw: NO_DRAW,
  colours: ["yellow", "red"],
  board: [".....r.", ".....y.", ".....r.", ".....y.", "..y..r.", "..r..y."],
  hands: [17, 17],
  plays: [4, 4],
  last: [3, 2],
  line: [],
};
const DROPS = [1, 2, 3, 4, 5, 7].map((column) => ({
  action: `${column}`,
  picks: ["checker", `column:${column}`],
  label: `drop a checker into column ${column}`,
}));

let board: Record<string, unknown> | undefined;

function show(view: ConnectFourView, seat: number | null, happened: Happening[] = []): Picking {
  const picking = new Picking();
  picking.offer(seat === null ? [] : view.colour_draw.is_open ? claims(view) : DROPS);
  const seats = ["Ann", "Bea"].map((name) => ({ name, side: name, kind: "person" })) as [SeatInfo, SeatInfo];
  const props = { view, seat, seats, toAct: [seat ?? 0], picking, happened, isOver: false };
  board = mount(Board, { target: document.body, props });
  flushSync();
  return picking;
}

function claims(view: ConnectFourView) {
  const taken = view.colour_draw.claims.flat();
  const left = Array.from({ length: view.colour_draw.size }, (_, index) => index + 1).filter(
    (each) => !taken.includes(each),
  );
  return left.map((each) => ({ action: `b${each}`, picks: [`bag:${each}`], label: `take checker ${each}` }));
}

const at = (pick: string): HTMLElement => document.querySelector<HTMLElement>(`[data-pick="${pick}"]`)!;
const nameOf = (pick: string): string => at(pick).getAttribute("aria-label")!;
const piles = (): number[] =>
  [...document.querySelectorAll(".pile")].map((pile) => pile.querySelectorAll(".checker").length);

afterEach(async () => {
  if (board) await unmount(board);
  board = undefined;
  vi.restoreAllMocks();
});

describe("the frame", () => {
  test("describes each column from the point of view of the seat", () => {
    show(MIDDLE, 0);

    expect(nameOf("column:1")).toBe("column 1, empty");
    expect(nameOf("column:3")).toBe(
      "column 3, 2 of 6 filled, top is yours, from the bottom: red, yellow, the last checker fell here",
    );
    expect(nameOf("column:6")).toMatch(/^column 6, full, top is red, /);
  });

  test("names only colours to a spectator", () => {
    show(MIDDLE, null);

    expect(nameOf("column:3")).toContain("top is yellow");
    expect(document.querySelector('[data-pick="checker"]')).toBeNull();
  });

  test("marks the player's own pile first, then the columns with room", () => {
    const picking = show(MIDDLE, 0);
    expect(at("checker").dataset.mark).toBe("can");
    expect(at("column:3").dataset.mark).toBeUndefined();

    picking.pick("checker");
    flushSync();

    expect(at("checker").dataset.mark).toBe("picked");
    expect(at("column:3").dataset.mark).toBe("can");
    expect(at("column:6").dataset.mark).toBeUndefined();
  });

  test("a column picked without a checker plays", () => {
    const picking = show(MIDDLE, 0);
    const played = vi.fn();
    picking.onPlay = played;

    picking.pick("column:3");

    expect(played).toHaveBeenCalledWith(DROPS[2]);
  });

  test("the last checker falls into its slot", () => {
    const animate = vi.spyOn(Element.prototype, "animate");

    show(MIDDLE, 0, [{ kind: "drop", message: "", data: { seat: 0, column: 3, row: 2 } }]);

    expect(animate).toHaveBeenCalledOnce();
    expect(animate.mock.contexts[0]).toBe(document.querySelector('[data-slot="3-2"]'));
  });

  test("a winning line is described and drawn", () => {
    const line = [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ];
    show({ ...MIDDLE, board: [...MIDDLE.board.slice(0, 5), "rrrr.y."], line }, 0);

    expect(nameOf("column:4")).toContain("1 in the winning line");
    expect(document.querySelectorAll(".core line")).toHaveLength(1);
    expect(document.querySelectorAll(".core circle")).toHaveLength(4);
  });
});

test("the piles shrink, the player's own one lies below", () => {
  show({ ...MIDDLE, hands: [16, 17] }, 0);

  expect(piles()).toEqual([17, 16]);
  expect(nameOf("checker")).toContain("your yellow checkers, 16 left");
});

test("the drawn checkers are shown until the first checker falls", () => {
  const shown = [
    [
      { checker: 4, colour: "red" },
      { checker: 9, colour: "yellow" },
    ],
    [
      { checker: 5, colour: "red" },
      { checker: 6, colour: "red" },
    ],
  ];
  const empty = Array<string>(6).fill(".......");
  show({ ...MIDDLE, board: empty, colour_draw: { ...NO_DRAW, shown }, hands: [21, 21], plays: [0, 0], last: [] }, 0);

  expect(document.body.textContent).toContain("red, yellow");
  expect(document.body.textContent).toContain("red, red");
  expect(piles()).toEqual([21, 21]);
});

test("the bag hides the colours and names the player who took a checker", () => {
  const colour_draw = { ...NO_DRAW, claims: [[7], [1, 30]], is_open: true };
  show({ ...MIDDLE, colour_draw, colours: [] }, 0);

  expect(document.querySelectorAll('[role="gridcell"]')).toHaveLength(42);
  expect(document.querySelector(".red, .yellow")).toBeNull();
  expect(nameOf("bag:2")).toBe("checker 2 in the bag, face down, can be picked");
  expect(nameOf("bag:7")).toBe("checker 7, taken by you");
  expect(nameOf("bag:30")).toBe("checker 30, taken by Bea");
});

test("checkers that both players have drawn lie open, then go back to their places in the bag", () => {
  const shown = [
    [
      { checker: 4, colour: "red" },
      { checker: 9, colour: "yellow" },
    ],
    [
      { checker: 5, colour: "yellow" },
      { checker: 6, colour: "yellow" },
    ],
  ];
  const open = { ...NO_DRAW, shown, is_open: true };
  const claims = [
    [4, 9],
    [5, 6],
  ];
  show({ ...MIDDLE, colour_draw: { ...open, claims }, colours: [] }, 0);
  const drawn = [...document.querySelectorAll(".slot .checker")].map((each) => each.classList[1]);
  expect(drawn).toEqual(["yellow", "yellow", "red", "yellow"]);
  void unmount(board!);

  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 40, 40));
  const animate = vi.spyOn(Element.prototype, "animate");
  show({ ...MIDDLE, colour_draw: open, colours: [] }, 0, [{ kind: "back", message: "", data: {} }]);
  const back = animate.mock.contexts.map((each) => (each as Element).closest<HTMLElement>("[data-pick]")!.dataset.pick);
  expect(back).toEqual(["bag:4", "bag:9", "bag:5", "bag:6"]);
});

test("an undecided draw is shown for both seats", () => {
  const shown = [
    [
      { checker: 4, colour: "red" },
      { checker: 9, colour: "yellow" },
    ],
    [
      { checker: 5, colour: "yellow" },
      { checker: 6, colour: "yellow" },
    ],
  ];
  show({ ...MIDDLE, colour_draw: { ...NO_DRAW, shown, undecided: 1, is_open: true }, colours: [] }, 0);

  const lines = [...document.querySelectorAll(".claims")].map((each) => each.textContent!.replace(/\s+/g, " ").trim());
  expect(lines).toEqual(["Bea: 0 of 2 last time drew yellow, yellow", "You: 0 of 2 last time drew red, yellow"]);
});

test("two lines through one checker are both found", () => {
  const row = [1, 2, 3, 4, 5].map((column) => [column, 2]);
  const falling = [
    [4, 1],
    [2, 3],
    [1, 4],
  ];

  expect(linesThrough([...row, ...falling])).toEqual([
    { from: [1, 2], to: [5, 2] },
    { from: [1, 4], to: [4, 1] },
  ]);
});
