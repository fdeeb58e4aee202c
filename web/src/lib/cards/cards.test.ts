import { expect, test } from "vitest";

import { cardName, indexOf, pips } from "./cards";

test("cards are named in words", () => {
  expect(["SQ", "HT", "D2", "CA"].map(cardName)).toEqual([
    "queen of spades",
    "ten of hearts",
    "two of diamonds",
    "ace of clubs",
  ]);
});

test("a number card has as many pips as its number, none of them twice", () => {
  for (const rank of "23456789T") {
    const places = pips(`H${rank}`).map(String);
    expect(new Set(places).size).toBe(Number(indexOf(`H${rank}`)));
  }
  expect(pips("HK")).toEqual([]);
});
