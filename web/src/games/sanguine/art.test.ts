import { describe, expect, test } from "vitest";

import { pictureOf } from "./art";
import { fromText, SHIPPED } from "./workshop/deck";

const HOUSE = [...new Set(Object.values(SHIPPED).flatMap((text) => fromText(text)!.map(({ name }) => name)))];

describe("the pictures of cards", () => {
  test("differ for all house cards, by their motif alone", () => {
    expect(HOUSE).toHaveLength(38);
    expect(new Set(HOUSE.map((name) => pictureOf(name).motif)).size).toBe(38);
  });

  test("of other cards follow from the name, and a name gives them all their parts", () => {
    const names = Array.from({ length: 200 }, (_, number) => `Card${number}`);
    const pictures = names.map(pictureOf);

    expect(names.map(pictureOf)).toEqual(pictures);
    expect(new Set(pictures.map((picture) => JSON.stringify(picture))).size).toBeGreaterThan(150);
    for (const { motif, ground, accent, colours } of pictures) {
      expect([motif, ground, accent].every((path) => path.startsWith("M"))).toBe(true);
      expect(colours).toHaveLength(4);
    }
  });

  test.each(["", "constructor", "toString", "Ünïcödé", "🂡"])("are drawn for any name, also %j", (name) => {
    expect(pictureOf(name).motif).toMatch(/^M/);
  });
});
