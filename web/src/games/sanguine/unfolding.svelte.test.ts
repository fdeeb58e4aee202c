// What happens on the board is shown in steps: influence spreads outward, rows are counted one after another.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Happening, SanguineView, SeatInfo } from "../../wire";
import { Picking } from "../../lib/interaction/picking.svelte";
import { settings } from "../../lib/settings.svelte";
import Board from "./Board.svelte";
import client from "./index";
import placements from "./placements.json";
import { Unfolding } from "./unfolding.svelte";

const [, , placement] = placements as unknown as {
  seat: number;
  hand: number;
  cell: [number, number];
  changes: Record<string, string[]>;
  view: SanguineView;
}[];
const { seat, hand, cell, changes, view: before } = placement!;
const card = before.hand[hand]!.card;

function happening(kind: string, data: Happening["data"], message = ""): Happening {
  return { kind, message, data };
}

const placed = happening("place", { seat, hand, card, cell });
const happened = [placed, ...Object.entries(changes).map(([kind, cells]) => happening(kind, { cells }))];
/** Every cell that changes has three pawns afterwards, so that it can be told from before. */
const after: SanguineView = {
  ...before,
  board: before.board.map((cells, row) =>
    cells.map((each, column) => {
      const at = `${row},${column}`;
      if (at === cell.join(",")) return { owner: seat, pawns: 0, card, value: 2, modifier: 0 };
      return happened.some(({ data }) => (data.cells as string[] | undefined)?.includes(at))
        ? { ...each, owner: seat, pawns: 3, card: -1, modifier: 7 }
        : each;
    }),
  ),
};
const changed = Object.values(changes).flat();

beforeEach(() => {
  vi.useFakeTimers();
  settings.change({ speed: "normal", motion: "full" });
});
afterEach(() => void vi.useRealTimers());

/** The cells that look as they do in the end, besides the card. */
function reached({ moment }: Unfolding): string[] {
  const { board } = moment?.view ?? after;
  return changed.filter((at) => {
    const [row, column] = at.split(",").map(Number) as [number, number];
    return board[row]![column]!.modifier === 7;
  });
}

describe("influence", () => {
  test("spreads cell by cell, never to a nearer cell after a further one", () => {
    const unfolding = new Unfolding();
    unfolding.follow(before, []);
    unfolding.follow(after, happened);
    const steps = [reached(unfolding)];
    while (unfolding.moment) {
      vi.advanceTimersToNextTimer();
      if (reached(unfolding).length > steps.at(-1)!.length) steps.push(reached(unfolding));
    }

    expect(steps.map(({ length }) => length)).toEqual([0, 1, 2, 3, 4, 5]);
    const order = steps.slice(1).map((cells, step) => cells.find((each) => !steps[step]!.includes(each))!);
    const away = order.map((at) => Math.hypot(...at.split(",").map((part, axis) => Number(part) - cell[axis]!)));
    expect(away).toEqual(away.toSorted((one, two) => one - two));
  });

  test("is over within the beat of the placement", () => {
    const unfolding = new Unfolding();
    unfolding.follow(before, []);
    unfolding.follow(after, happened);

    vi.advanceTimersByTime(client.beats.place);

    expect(unfolding.moment).toBeNull();
    expect(Object.keys(changes).map((kind) => client.beats[kind as "place"])).toEqual(
      Object.keys(changes).map(() => 0),
    );
  });

  test.each([
    ["instantly where nobody wants to wait", () => settings.change({ speed: "instant" }), happened],
    ["at once where more has happened since", () => {}, [...happened, happening("draw_card", { seat: 1 - seat })]],
  ])("is shown %s", (_, prepare, all) => {
    prepare();
    const unfolding = new Unfolding();
    unfolding.follow(before, []);
    unfolding.follow(after, all);

    expect(unfolding.moment).toBeNull();
  });

  test("ends as soon as there is something new", () => {
    const unfolding = new Unfolding();
    unfolding.follow(before, []);
    unfolding.follow(after, happened);
    expect(unfolding.moment).not.toBeNull();
    unfolding.follow({ ...after }, []);

    expect(unfolding.moment).toBeNull();
  });

  test("scores move with the cells", () => {
    const unfolding = new Unfolding();
    unfolding.follow(before, []);
    unfolding.follow(after, happened);
    const { value } = before.cards[card]!;
    const { modifier } = before.board[cell[0]]![cell[1]]!;

    expect(unfolding.moment!.view.row_scores[cell[0]]![seat]).toBe(
      before.row_scores[cell[0]]![seat]! + value + modifier,
    );
  });
});

describe("the rows at the end", () => {
  const scores = [
    [5, 2],
    [4, 4],
    [0, 6],
  ];
  const over: SanguineView = { ...before, row_scores: scores, totals: [5, 6], turn: -1 };
  const rows = ["Ann won row 1.", "Row 2 is tied.", "Bea won row 3."].map((message, row) =>
    happening("row", { row }, message),
  );

  test("are counted one after another, with the totals so far", () => {
    const stage = document.createElement("div");
    document.body.append(stage);
    const seats = ["Red", "Blue"].map((side) => ({ name: side, side, kind: "person" })) as [SeatInfo, SeatInfo];
    const props = $state({
      view: over,
      seat: null,
      seats,
      toAct: [],
      picking: new Picking(),
      happened: [] as Happening[],
      isOver: false,
    });
    const board = mount(Board, { target: stage, props });
    flushSync();
    props.happened = rows;
    const seen: string[] = [];
    for (let row = 0; row < rows.length; row++) {
      flushSync();
      const lit = stage.querySelector<HTMLElement>(".lit")!.style.gridRow;
      const totals = [...stage.querySelectorAll("[data-total]")].map((each) => each.textContent).join(" to ");
      seen.push(`${lit}: ${totals}, ${stage.querySelector(".told")!.textContent}`);
      vi.advanceTimersToNextTimer();
    }
    flushSync();

    expect(seen).toEqual([
      "2 / 3: 5 to 0, Ann won row 1.",
      "3 / 4: 5 to 0, Row 2 is tied.",
      "4 / 5: 5 to 6, Bea won row 3.",
    ]);
    expect(stage.querySelector(".lit")).toBeNull();
    void unmount(board);
    stage.remove();
  });

  test("are all shown at once where motion is reduced", () => {
    settings.change({ motion: "reduced" });
    const unfolding = new Unfolding();
    unfolding.follow(over, []);
    unfolding.follow(over, rows);

    expect(unfolding.moment).toBeNull();
  });
});

test("a card that is still to be drawn is in nobody's hand", () => {
  const drawn = { ...before, turn: seat, hands: [5, 6], decks: [9, 9] };
  const own = happening("draw_card", { seat, card: before.hand.at(-1)!.card });
  const meanwhile = client.meanwhile(drawn, [own], { ...before, turn: 1 - seat });

  expect(meanwhile.hand).toEqual(before.hand.slice(0, -1));
  expect([meanwhile.hands, meanwhile.decks, meanwhile.turn]).toEqual([[5, 5], [9, 10], 1 - seat]);
  expect(client.meanwhile(drawn, [], before)).toBe(drawn);
});
