import { expect, test } from "vitest";

import { nearest, nextRow } from "./geometry";

function cell(name: string, left: number, top: number): HTMLElement {
  const element = Object.assign(document.createElement("div"), { id: name });
  element.getBoundingClientRect = () => new DOMRect(left, top, 40, 40);
  return element;
}

/** The dark squares of three rows of a chequered board. */
const [one, six] = [cell("1", 40, 0), cell("6", 80, 40)];
const SQUARES = [one, cell("2", 120, 0), cell("5", 0, 40), six, cell("9", 40, 80), cell("10", 120, 80)];

test("along a row the nearest lies straight ahead", () => {
  expect(nearest(one, SQUARES, [1, 0])?.id).toBe("2");
});

test("up and down lead to the next row, though what lies straight ahead is one further", () => {
  expect(nextRow(one, SQUARES, 1).map((each) => each.id)).toEqual(["5", "6"]);
  expect(nearest(one, nextRow(one, SQUARES, 1), [0, 1])?.id).toBe("5");
  expect(nearest(six, nextRow(six, SQUARES, -1), [0, -1])?.id).toBe("1");
});

test("beyond the last row there is none", () => {
  expect(nextRow(one, SQUARES, -1)).toEqual([]);
});
