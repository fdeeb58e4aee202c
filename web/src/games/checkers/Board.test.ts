import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import { settings } from "../../lib/settings.svelte";
import type { CheckersView, Choice, Happening, SeatInfo } from "../../wire";
import Board from "./Board.svelte";
import { movesOf } from "./squares";

const VIEW: CheckersView = {
  colour_draw: { size: 24, claims: [[], []], shown: [[], []], undecided: 0, is_open: false },
  colours: ["black", "white"],
  board: pieces({ 6: "B", 10: "b", 14: "W", 18: "w", 31: "w" }),
  captured: [9, 10],
  plays: [20, 20],
  must_jump: [14],
  jumping: 0,
  quiet: 3,
  quiet_limit: 80,
};
const JUMP: Choice = {
  action: "14x7",
  picks: ["square:14", "square:7"],
  label: "jump from 14 over the man on 10 to 7",
};

function pieces(letters: Record<number, string>): string {
  return Array.from({ length: 32 }, (_, index) => letters[index + 1] ?? ".").join("");
}

let board: Record<string, unknown> | undefined;

function show(view: CheckersView, seat: number | null, choices: Choice[] = [], happened: Happening[] = []): Picking {
  const picking = new Picking();
  picking.offer(choices);
  const seats = ["Ann", "Bea"].map((name) => ({ name, side: name, kind: "person" })) as [SeatInfo, SeatInfo];
  const props = { view, seat, seats, toAct: [1], picking, happened, isOver: false };
  board = mount(Board, { target: document.body, props });
  flushSync();
  return picking;
}

const at = (pick: string): HTMLElement => document.querySelector<HTMLElement>(`[data-pick="${pick}"]`)!;
const nameOf = (pick: string): string => at(pick).getAttribute("aria-label")!;
const squares = (): string[] => [...document.querySelectorAll<HTMLElement>("[data-pick]")].map((e) => e.dataset.pick!);

afterEach(async () => {
  if (board) await unmount(board);
  board = undefined;
  vi.restoreAllMocks();
  settings.change({ motion: "full" });
});

describe("the board", () => {
  test("has eight rows of four dark squares, white's side at the bottom for white and for spectators", () => {
    for (const seat of [1, null]) {
      show(VIEW, seat);
      const rows = [...document.querySelectorAll('[role="row"]')];
      expect(rows.map((row) => row.querySelectorAll('[role="gridcell"]').length)).toEqual(Array(8).fill(4));
      expect(squares().at(0)).toBe("square:1");
      expect(squares().at(-1)).toBe("square:32");
      void unmount(board!);
    }
    board = undefined;
  });

  test("is turned for black", () => {
    show(VIEW, 0);

    expect(squares().at(0)).toBe("square:32");
    expect(squares().at(-1)).toBe("square:1");
  });

  test("describes each square from the point of view of the seat", () => {
    show(VIEW, 1);

    expect(nameOf("square:14")).toBe("square 14, your king");
    expect(nameOf("square:10")).toBe("square 10, black's man");
    expect(nameOf("square:1")).toBe("square 1, empty");
    expect(at("square:14").querySelector(".crown")).not.toBeNull();
    expect(at("square:10").querySelector(".crown")).toBeNull();
  });

  test("names the colours to a spectator", () => {
    show(VIEW, null);

    expect(nameOf("square:14")).toBe("square 14, white's king");
  });

  test("marks the checker that must jump, then where it goes", () => {
    const picking = show(VIEW, 1, [JUMP]);
    expect(at("square:14").dataset).toMatchObject({ mark: "can", must: "" });
    expect(nameOf("square:14")).toBe("square 14, your king, must jump, can be picked");

    picking.pick("square:14");
    flushSync();

    expect(at("square:14").dataset.mark).toBe("picked");
    expect(at("square:7").dataset).toMatchObject({ mark: "can" });
    expect(at("square:18").dataset.mark).toBeUndefined();
  });

  test("shows the checker in the middle of its jumps", () => {
    show({ ...VIEW, jumping: 14 }, 0);

    expect(nameOf("square:14")).toBe("square 14, white's king in the middle of its jumps");
  });

  test("warns of the draw by quiet moves only when it is near", () => {
    show(VIEW, 1);
    expect(document.body.textContent).not.toContain("quiet");
    void unmount(board!);

    show({ ...VIEW, quiet: 70 }, 1);
    expect(document.body.textContent).toContain("10 quiet moves until a draw");
  });
});

test("captured checkers lie with the player who captured them, the opponent's on top", () => {
  show(VIEW, 1);

  const names = [...document.querySelectorAll('[role="img"]')].map((each) => each.getAttribute("aria-label"));
  expect(names).toEqual(["Ann captured 9 white checkers", "you captured 10 black checkers"]);
  const piles = [...document.querySelectorAll(".pile")].map((pile) => pile.querySelectorAll(".checker").length);
  expect(piles).toEqual([9, 10]);
});

test("only the bag is shown while the colours are drawn", () => {
  show({ ...VIEW, colour_draw: { ...VIEW.colour_draw, is_open: true }, colours: [] }, 0);

  expect(document.querySelectorAll('[data-pick^="bag:"]')).toHaveLength(24);
  expect(document.querySelector('[data-pick^="square:"]')).toBeNull();
});

test("several hops are one path of a checker, and a captured one has none", () => {
  const hop = (from: number, to: number, captured: number): Happening => ({
    kind: "capture",
    message: "",
    data: { seat: 0, from, to, captured },
  });
  const step: Happening = { kind: "move", message: "", data: { seat: 1, from: 22, to: 18 } };

  const moves = movesOf([step, hop(14, 23, 18), hop(23, 32, 27)])!;

  expect([...moves.origins]).toEqual([[32, 14]]);
  expect(moves.captured).toEqual([18, 27]);
  expect([...moves.touched]).toEqual([22, 18, 14, 23, 32, 27]);
  expect(movesOf([{ kind: "win", message: "", data: { seat: 0 } }])).toBeNull();
});

describe("when the colours are known", () => {
  const START = "b".repeat(12) + ".".repeat(8) + "w".repeat(12);
  const SETUP: Happening = { kind: "setup", message: "", data: {} };

  test("the men are laid out one after another, and a tap ends it", () => {
    const finish = vi.fn();
    const animate = vi.spyOn(Element.prototype, "animate").mockReturnValue({ finish } as unknown as Animation);

    show({ ...VIEW, board: START, plays: [0, 0], captured: [0, 0] }, 1, [], [SETUP]);

    const delays = animate.mock.calls.map(([, options]) => (options as KeyframeAnimationOptions).delay as number);
    expect(delays).toHaveLength(24);
    expect(new Set(delays).size).toBe(12);
    expect(Math.max(...delays)).toBeLessThan(1_000);
    window.dispatchEvent(new Event("pointerdown"));
    expect(finish).toHaveBeenCalledTimes(24);
  });

  test("they lie there at once with reduced motion", () => {
    settings.change({ motion: "reduced" });
    const animate = vi.spyOn(Element.prototype, "animate");

    show({ ...VIEW, board: START, plays: [0, 0], captured: [0, 0] }, 1, [], [SETUP]);

    expect(animate).not.toHaveBeenCalled();
  });
});
