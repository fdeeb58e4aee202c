import { expect, test } from "vitest";

import { ownPace, paceWords } from "./pace";

test("paces are said in words", () => {
  expect(paceWords("none")).toBe("No clock");
  expect(paceWords("1d")).toBe("A day for each turn");
  expect(paceWords("3d")).toBe("3 days for each turn");
  expect(paceWords("1+0")).toBe("1 minute");
  expect(paceWords("10+5")).toBe("10 minutes, 5 seconds more with each turn");
});

test("minutes and seconds become a pace only within its limits", () => {
  expect(ownPace(20, 10)).toBe("20+10");
  expect(ownPace(1, 0)).toBe("1+0");
  for (const [minutes, seconds] of [
    [0, 5],
    [181, 0],
    [5, 181],
    [2.5, 0],
    [null, 0],
    [5, null],
  ] as const)
    expect(ownPace(minutes, seconds)).toBeNull();
});
