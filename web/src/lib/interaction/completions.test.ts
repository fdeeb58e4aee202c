import { expect, test } from "vitest";

import type { Choice } from "../../wire";
import { exampleOf } from "./completions";

const choice = (action: string, ...picks: string[]): Choice => ({ action, picks, label: action });

test("an example is an action of many picks, not the one that passes", () => {
  expect(exampleOf([choice(".", "advance"), choice("FAAA", "patch:F", "turn:A", "cell:AA")])).toBe("FAAA");
  expect(exampleOf([choice("4", "column:4"), choice("5", "column:5")])).toBe("4");
});

test("there is no example where it would show nothing", () => {
  expect(exampleOf([choice(".", "advance")])).toBe("");
  expect(exampleOf([])).toBe("");
});
