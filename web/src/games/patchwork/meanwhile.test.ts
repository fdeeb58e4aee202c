import { describe, expect, test } from "vitest";

import { recorded } from "../../lib/match/recorded";
import { scenesOf } from "../../lib/match/scenes";
import type { Happening, PatchworkView } from "../../wire";
import client from "./index";
import { meanwhile } from "./meanwhile";
import position from "./position.fixture.json";

const AFTER: PatchworkView = position; // Ann bought d for 1 button, after Bea bought E
const [C] = AFTER.circle;
const d = { letter: "d", price: 1, time: 2, income: 0, rows: ["X.X", "XXX"] };
const BEFORE: PatchworkView = {
  ...AFTER,
  circle: [d, ...AFTER.circle],
  offers: [{ letter: "d", turns: "", missing: 0, has_room: true }, ...AFTER.offers.slice(0, 2)],
  placement: "BDCAUAAAEACA",
  squares: [3, 5],
  on_top: -1,
  buttons: [4, 1],
};
const BUY: Happening = {
  kind: "buy",
  message: "",
  data: { seat: 0, patch: "d", cells: ["BD", "CD", "BE", "BF", "CF"] },
};
const MOVE: Happening = { kind: "move", message: "", data: { seat: 0, from: 3, to: 5 } };
const INCOME: Happening = { kind: "income", message: "", data: { seat: 0, buttons: 2, squares: [5] } };
const COLLECT: Happening = { kind: "collect", message: "", data: { seat: 0, square: 20 } };

describe("while more is to come", () => {
  test("a patch that was bought lies on its quilt, and its token is still to walk", () => {
    const view = meanwhile(AFTER, [MOVE], BEFORE);

    expect(view.placed[0]!.map(({ letter }) => letter)).toEqual(["B", "d"]);
    expect(view.circle[0]).toEqual(C);
    expect(view.squares).toEqual([3, 5]);
    expect(view.on_top).toBe(-1);
    expect(view.score).toEqual(AFTER.score);
  });

  test("a patch that is still to be bought lies in the circle", () => {
    const view = meanwhile(AFTER, [BUY, MOVE], BEFORE);

    expect(view.placed[0]!.map(({ letter }) => letter)).toEqual(["B"]);
    expect(view.quilts[0]!.join("")).not.toContain("d");
    expect(view.circle.map(({ letter }) => letter).slice(0, 3)).toEqual(["d", "C", "D"]);
    expect(view.offers.map(({ letter }) => letter)).toEqual(["d", "C", "D"]);
    expect([view.buttons[0], view.empty[0], view.placement]).toEqual([4, 78, "BDCAUAAAEACA"]);
  });

  test("income that is still to come is not counted, and its special patch lies on the track", () => {
    const after = { ...AFTER, special_squares: [26, 32], pending: 0 };
    const view = meanwhile(after, [INCOME, COLLECT], BEFORE);

    expect(view.buttons[0]).toBe(1);
    expect(view.special_squares).toEqual([20, 26, 32]);
    expect(view.pending).toBe(-1);
  });
});

test("every scene of a recorded match leads from the state before it to the state after it", () => {
  const steps = recorded("patchwork");
  const views = steps.map(({ reply }) => reply.table.view as PatchworkView);
  for (const [index, { reply }] of steps.entries()) {
    const before = views[index - 1];
    if (!before || reply.type !== "update") continue;
    const all = reply.events.flatMap(({ happenings }) => happenings);
    const first = meanwhile(views[index]!, all, before);
    const { squares, buttons, income, empty, placed, quilts, circle, score, special_squares, placement } = before;
    expect(first).toMatchObject({ squares, buttons, income, empty, placed, quilts, circle, score, placement });
    expect(first.special_squares).toEqual(special_squares);
    const last = scenesOf(reply.events, reply.table, before, client as never).at(-1);
    if (last) expect(last.view).toBe(reply.table.view);
  }
});
