// The colour draw, scene by scene.
import { expect, test } from "vitest";

import connectFour from "../../games/connect_four";
import type { ConnectFourView, EventView, Table } from "../../wire";
import type { GameClient } from "../gameClient";
import { scenesOf } from "../match/scenes";
import { isTurnedUp } from "./colourDraw";

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
const draw = { size: 42, claims: [[4], [5, 6]], shown: [[], []], undecided: 0, is_open: true };
const before = { colour_draw: draw, colours: [] as string[] } as unknown as ConnectFourView;

/** The views of a draw's last claim, one for each scene. */
function scenes(after: Partial<ConnectFourView>, ...kinds: string[]) {
  const happenings = kinds.map((kind) => ({ kind, message: kind, data: kind === "claim" ? { checker: 9 } : {} }));
  const event: EventView = { version: 2, at_ms: 0, kind: "acted", seat: 0, happenings, by_clock: false, taken_back: 0 };
  const table = { view: { ...before, ...after } } as unknown as Table;
  return scenesOf([event], table, before, connectFour as unknown as GameClient<unknown>).map(({ view, ms }) => ({
    ms,
    ...(view as ConnectFourView),
  }));
}

test("all four checkers are taken, lie open for 1.5 seconds and go back, before the frame is seen", () => {
  const after = { colour_draw: { ...draw, claims: [[], []], shown, is_open: false }, colours: ["yellow", "red"] };

  const [claimed, open, back, ready] = scenes(after, "claim", "colours", "back", "setup");

  const all = [
    [4, 9],
    [5, 6],
  ];
  expect(claimed!.colour_draw).toMatchObject({ claims: all, is_open: true });
  expect(isTurnedUp(claimed!.colour_draw)).toBe(false);
  expect(open!.ms).toBe(1_500);
  expect(open!.colour_draw).toMatchObject({ claims: all, shown, is_open: true });
  expect(isTurnedUp(open!.colour_draw)).toBe(true);
  expect(back!.colour_draw).toMatchObject({ claims: [[], []], shown, is_open: true });
  expect([claimed, open, back].map((scene) => scene!.colours)).toEqual([[], [], []]);
  expect(ready).toMatchObject(after);
});

test("checkers that decided nothing lie open just as long, and the next draw comes after it", () => {
  const after = { colour_draw: { ...draw, claims: [[], []], shown, undecided: 1 } };

  const [, open, again] = scenes(after, "claim", "undecided", "back");

  expect(open!.ms).toBe(1_500);
  expect(isTurnedUp(open!.colour_draw)).toBe(true);
  expect(again).toMatchObject(after);
});
