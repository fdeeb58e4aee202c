import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import type { CheckersView, Happening } from "../../wire";
import Squares from "./Squares.svelte";

function viewOf(board: string): CheckersView {
  const colour_draw = { size: 24, claims: [[], []], shown: [[], []], undecided: 0, is_open: false };
  const colours = ["black", "white"];
  return {
    colour_draw,
    colours,
    board,
    captured: [0, 0],
    plays: [1, 1],
    must_jump: [],
    jumping: 0,
    quiet: 0,
    quiet_limit: 80,
  };
}

test("a capture is shown: the jumper travels, the captured checker fades, the squares stay dotted", async () => {
  const before = viewOf(".........B...w..................");
  const after = viewOf(".................B..............");
  const props = $state({ view: before, seat: 0, isTurned: false, picking: new Picking(), happened: [] as Happening[] });
  const board = mount(Squares, { target: document.body, props });
  flushSync();
  const animate = vi.spyOn(Element.prototype, "animate");
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 40, 40);

  props.view = after;
  props.happened = [{ kind: "capture", message: "", data: { seat: 0, from: 10, to: 18, captured: 14 } }];
  flushSync();

  const square = (number: number) => document.querySelector(`[data-pick="square:${number}"]`)!;
  const dotted = [...document.querySelectorAll<HTMLElement>(".touched")].map((each) => each.dataset.pick);
  expect(animate.mock.contexts).toEqual([square(18).querySelector(".piece")]);
  expect(square(14).querySelector(".leaving .white")).not.toBeNull();
  expect(square(14).getAttribute("aria-label")).toBe("square 14, empty");
  expect(dotted).toEqual(["square:10", "square:14", "square:18"]);

  square(14).querySelector(".leaving")!.dispatchEvent(new Event("animationend"));
  props.happened = [];
  flushSync();

  expect(document.querySelector(".leaving")).toBeNull();
  expect(document.querySelectorAll(".touched")).toHaveLength(3);
  await unmount(board);
});
