import { expect, test } from "vitest";

import { offerPlace, restPlace, type Place } from "./ring";
import { trackPlace } from "./track";

const MOST = 30; // patches after those on offer

function apart(one: Place, two: Place): number {
  const middles = ([one, two] as const).map(({ left, top, size }) => [left + size / 2, top + size / 2]);
  return Math.max(...[0, 1].map((side) => Math.abs(middles[0]![side]! - middles[1]![side]!)));
}

test("patches lie inside the ring and not over each other, however many are left", () => {
  for (let count = 1; count <= MOST; count++) {
    const rest = Array.from({ length: count }, (_, index) => restPlace(index, count));
    const places = [...[0, 1, 2].map(offerPlace), ...rest];
    for (const [index, one] of places.entries()) {
      expect(Math.min(one.left, one.top)).toBeGreaterThanOrEqual(0);
      expect(Math.max(one.left, one.top) + one.size).toBeLessThanOrEqual(100);
      for (const two of places.slice(index + 1))
        expect(apart(one, two)).toBeGreaterThanOrEqual((one.size + two.size) / 2 - 0.01);
    }
  }
});

test("the time track is a spiral of neighbours, and each square says where the next one lies", () => {
  const places = Array.from({ length: 54 }, (_, square) => trackPlace(square));

  for (const [index, { column, row }] of places.slice(1).entries()) {
    const before = places[index]!;
    const heading = (before.heading * Math.PI) / 180;
    expect(column - before.column).toBeCloseTo(Math.cos(heading));
    expect(row - before.row).toBeCloseTo(Math.sin(heading));
  }
  expect(new Set(places.map(({ column, row }) => `${column} ${row}`)).size).toBe(54);
});
