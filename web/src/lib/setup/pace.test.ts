import { expect, test } from "vitest";

import { customPace, paceLabel } from "./pace";

test("every pace has a label", () => {
  expect(paceLabel("none")).toBe("No clock");
  expect(paceLabel("1d")).toBe("1 day per move");
  expect(paceLabel("3d")).toBe("3 days per move");
  expect(paceLabel("1+0")).toBe("1 min");
  expect(paceLabel("10+5")).toBe("10 min + 5 s per move");
});

test("minutes and seconds become a pace only within its limits", () => {
  expect(customPace(20, 10)).toBe("20+10");
  expect(customPace(1, 0)).toBe("1+0");
  for (const [minutes, seconds] of [
    [0, 5],
    [181, 0],
    [5, 181],
    [2.5, 0],
    [null, 0],
    [5, null],
  ] as const)
    expect(customPace(minutes, seconds)).toBeNull();
});
