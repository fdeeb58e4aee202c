import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Choice, SanguineView, SeatInfo } from "../../wire";
import type { BoardProps } from "../../lib/gameClient";
import { Picking } from "../../lib/interaction/picking.svelte";
import { playable } from "../../lib/interaction/playable";
import Board from "./Board.svelte";
import { influence, type Effect } from "./influence";
// Four placements of the extended game: the view before, and the cells that the server then told about, by kind.
import placements from "./placements.json";
import { columnName } from "./words";

interface Placement {
  seat: number;
  hand: number;
  cell: [number, number];
  changes: Record<string, string[] | undefined>;
  view: SanguineView;
}
const PLACEMENTS = placements as unknown as Placement[];
const TOLD: Record<string, Effect> = {
  pawns: "pawn",
  take: "take",
  upgrade: "upgrade",
  devalue: "devalue",
  remove: "remove",
};
const SEATS = ["Red", "Blue"].map((side) => ({ name: side, side, kind: "person" })) as [SeatInfo, SeatInfo];

let stage: HTMLElement;
let board: Record<string, unknown> | undefined;
let picking: Picking;
let played: string[];

/** Every placement that the hand allows, as the server would offer it. */
function choicesOf(view: SanguineView): Choice[] {
  const places = view.hand.flatMap(({ cells }, index) => cells.map((cell) => ({ index, at: cell.join(",") })));
  const choices = places.map(({ index, at }) => ({
    action: `${index}@${at}`,
    picks: [`hand:${index}`, `cell:${at}`],
    label: "",
  }));
  return [...choices, { action: "pass", picks: ["pass"], label: "pass" }];
}

function show(view: SanguineView, seat: number | null, more: Partial<BoardProps<SanguineView>> = {}): void {
  if (seat === view.turn) picking.offer(choicesOf(view));
  const props = { view, seat, seats: SEATS, toAct: [view.turn], picking, happened: [], isOver: false, ...more };
  board = mount(Board, { target: stage, props });
  flushSync();
}

function element(pick: string): HTMLElement {
  return stage.querySelector<HTMLElement>(`[data-pick="${pick}"]`)!;
}

function pick(id: string): void {
  picking.pick(id);
  flushSync();
}

function touch(type: string, target: Element): void {
  const event = new MouseEvent(type, { bubbles: true, button: 0 });
  Object.assign(event, { pointerType: "touch", pointerId: 1, isPrimary: true });
  target.dispatchEvent(event);
}

beforeEach(() => {
  stage = document.createElement("div");
  document.body.append(stage);
  played = [];
  picking = new Picking();
  picking.onPlay = ({ action }) => played.push(action);
});
afterEach(() => {
  if (board) void unmount(board);
  board = undefined;
  stage.remove();
  vi.useRealTimers();
});

describe("influence", () => {
  test.each(PLACEMENTS)("is foreseen as the server tells it, placement %#", ({ view, seat, hand, cell, changes }) => {
    const told = Object.entries(changes).flatMap(([kind, cells]) => cells!.map((at) => [at, TOLD[kind]]));

    expect(Object.fromEntries(influence(view, seat, hand, ...cell))).toEqual(Object.fromEntries(told));
  });
});

describe("the board of Sanguine", () => {
  const { view, seat, hand, cell } = PLACEMENTS[2]!;
  const at = cell.join(",");

  test("names every cell with what lies there, as told to the viewer", () => {
    const open = view.hand[hand]!.cells[0]!.join(",");
    show(view, seat);

    expect(stage.querySelectorAll('[role="gridcell"]')).toHaveLength(15);
    expect(element(`cell:${open}`).getAttribute("aria-label")).toMatch(/^[A-E][1-3], \d pawns? of yours/);
    const card = view.board.flat().findIndex(({ owner, card }) => card >= 0 && owner !== seat);
    const label = element(`cell:${Math.floor(card / 5)},${card % 5}`).getAttribute("aria-label");
    const lying = view.board.flat()[card]!;
    expect(label).toContain(`Red's ${view.cards[lying.card]!.name}, worth ${lying.value}`);
  });

  test("Red is on the left for Blue too", () => {
    show(view, 1);
    const row = [...stage.querySelectorAll('[role="row"]')[0]!.querySelectorAll("[data-pick]")];

    expect(row.map((each) => each.getAttribute("data-pick"))).toEqual(
      [0, 1, 2, 3, 4].map((column) => `cell:0,${column}`),
    );
    expect(stage.querySelector(".sides")!.textContent).toMatch(/Red[^]*Blue/);
  });

  test("marks the score that counts with a plus, and a tied row not at all", () => {
    const scores = [
      [3, 1],
      [2, 2],
      [0, 4],
    ];
    show({ ...view, row_scores: scores }, seat);
    const shown = [...stage.querySelectorAll(".score > span")].map((each) => each.textContent);

    expect(shown).toEqual(["+3", "1", "2", "2", "0", "+4"]);
    const heads = [...stage.querySelectorAll('[role="rowheader"] .unseen')].map((each) => each.textContent);
    expect(heads).toEqual([
      "row 1: Red 3, Blue 1, Red leads",
      "row 2: Red 2, Blue 2, nobody leads",
      "row 3: Red 0, Blue 4, Blue leads",
    ]);
  });

  test("shows a hand to its owner and to nobody else", () => {
    show({ ...view, hand: [] }, null);

    expect(stage.querySelector('[role="listbox"]')).toBeNull();
    expect(stage.querySelector(".sides")!.textContent).toContain(`hand ${view.hands[1]}`);
  });

  test("names a hand card with all that is printed on it, its grid as it would lie", () => {
    const grid = ["XXXXX", "XXIXX", "IICXX", "XXUXX", "XXXXX"];
    const own = view.hand[0]!;
    show({ ...view, hand: [{ ...own, grid }] }, seat);
    const { name, cost, value } = view.cards[own.card]!;

    expect(element("hand:0").getAttribute("aria-label")).toContain(
      `${name}, costs ${cost} pawn${cost > 1 ? "s" : ""}, worth ${value}, reaches 1 up, 2 left and 1 left; upgrades 1 down`,
    );
  });

  test("a card held over a cell shows and tells what it would do", () => {
    show(view, seat);
    pick(`hand:${hand}`);
    expect(stage.querySelector(".sign")).toBeNull();

    element(`cell:${at}`).dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    flushSync();

    const signs = [...stage.querySelectorAll<HTMLElement>(".sign")].map((each) => each.dataset.text);
    expect(signs.toSorted()).toEqual(["+1", "⇄", "▼", "✕", "✕"].toSorted());
    const words = element(`cell:${at}`).getAttribute("aria-description")!;
    expect(words).toContain("influences 5 cells: adds a pawn on B1; takes the pawns on C3; devalues A2");
    expect(stage.querySelector(".told")!.textContent).toBe(words);
  });

  test("a long press looks without placing the card; a tap places it", () => {
    vi.useFakeTimers();
    const stop = playable(picking)(stage);
    show(view, seat);
    pick(`hand:${hand}`);
    const target = element(`cell:${at}`);

    touch("pointerdown", target);
    vi.advanceTimersByTime(600);
    touch("pointerup", target);
    target.click();
    flushSync();
    expect(stage.querySelector(".sign")).not.toBeNull();
    expect(played).toEqual([]);

    touch("pointerdown", target);
    touch("pointerup", target);
    target.click();
    expect(played).toEqual([`${hand}@${at}`]);
    stop?.();
  });

  test("the button to pass says when it ends the game", () => {
    show({ ...view, passes: 1 }, seat);

    expect(element("pass").textContent).toBe("Pass and end the game");
    expect(element("pass").dataset.mark).toBe("can");
  });

  test("its edges name the columns by letters and the rows by numbers from 1", () => {
    show(view, seat);
    const words = (selector: string): string[] => [...stage.querySelectorAll(selector)].map((each) => each.textContent);

    expect(words(".numbers > span")).toEqual(["A", "B", "C", "D", "E"]);
    expect(words(".number")).toEqual(["1", "2", "3"]);
    expect([0, 25, 26, 80].map(columnName)).toEqual(["A", "Z", "AA", "CC"]);
  });

  describe("a card that lies on it", () => {
    const index = view.board.flat().findIndex(({ card }) => card >= 0);
    const lying = `${Math.floor(index / 5)},${index % 5}`;
    const { name } = view.cards[view.board.flat()[index]!.card]!;
    const opened = (): string => stage.querySelector('[data-part="inspect"]')?.textContent ?? "";

    test("is shown large when it is focused, until Escape, and told with everything printed on it", () => {
      show(view, seat);
      const target = element(`cell:${lying}`);
      expect(target.getAttribute("aria-description")).toMatch(new RegExp(`^${name}, costs \\d pawns?, worth \\d+, `));

      target.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      flushSync();
      expect(opened()).toContain(name);
      expect(opened()).toMatch(/Worth \d+ now/);

      target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      flushSync();
      expect(opened()).toBe("");
    });

    test("is opened by a tap, closed by the next one, and nothing is picked", () => {
      const refused: string[][] = [];
      picking.onRefused = (picks) => refused.push(picks);
      const stop = playable(picking)(stage);
      show(view, seat);
      const tap = (): void => {
        touch("pointerdown", element(`cell:${lying}`));
        touch("pointerup", element(`cell:${lying}`));
        element(`cell:${lying}`).click();
        flushSync();
      };

      tap();
      expect(opened()).toContain(name);
      tap();
      expect(opened()).toBe("");
      expect(refused).toEqual([]);
      stop?.();
    });

    test("opens when the pointer rests on it, not when it passes by", () => {
      vi.useFakeTimers();
      show(view, seat);
      const move = (target: Element): boolean => target.dispatchEvent(new MouseEvent("pointermove", { bubbles: true }));

      move(element(`cell:${lying}`));
      vi.advanceTimersByTime(100);
      flushSync();
      expect(opened()).toBe("");
      vi.advanceTimersByTime(400);
      flushSync();
      expect(opened()).toContain(name);
      move(stage);
      flushSync();
      expect(opened()).toBe("");
    });

    test("explains as before why a held card cannot go there", () => {
      const refused: string[][] = [];
      picking.onRefused = (picks) => refused.push(picks);
      const stop = playable(picking)(stage);
      show(view, seat);
      pick(`hand:${hand}`);

      element(`cell:${lying}`).click();

      expect(refused).toEqual([[`hand:${hand}`, `cell:${lying}`]]);
      stop?.();
    });
  });

  test("dots mark the card that was placed last", () => {
    const index = view.board.flat().findIndex(({ card }) => card >= 0);
    const where = [Math.floor(index / 5), index % 5];
    const data = { seat: 0, hand: 0, card: 0, cell: where, log: "" };
    show(view, seat, { happened: [{ kind: "place", message: "", data }] });

    expect([...stage.querySelectorAll(".last")].map((each) => each.closest("[data-pick]"))).toEqual([
      element(`cell:${where.join(",")}`),
    ]);
  });
});
