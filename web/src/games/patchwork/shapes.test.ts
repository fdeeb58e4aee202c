import { describe, expect, test } from "vitest";

import { fit, mirrored, outline, rotated, rowsOf } from "./shapes";

const O = ["X.", "X.", "XX", "X."];

describe("a shape", () => {
  test("turns right in four steps", () => {
    expect(rotated(O)).toEqual(["XXXX", ".X.."]);
    expect(rotated(rotated(rotated(rotated(O))))).toEqual(O);
  });

  test("is mirrored left to right", () => {
    expect(mirrored(O)).toEqual([".X", ".X", "XX", ".X"]);
  });

  test("is read off the cells that it covers, whether or not it covers its corner", () => {
    expect(rowsOf(["FD", "EE", "FE", "GE", "FF", "FG"], "ED")).toEqual([".X.", "XXX", ".X.", ".X."]);
  });

  test("has an outline that goes once around it, inside of its edge", () => {
    expect(outline(["X"], 0, 0)).toBe("M0 0Q0 0 0 0L10 0Q10 0 10 0L10 10Q10 10 10 10L0 10Q0 10 0 10Z");
    expect(outline(["X"], 1, 0)).toBe("M1 1Q1 1 1 1L9 1Q9 1 9 1L9 9Q9 9 9 9L1 9Q1 9 1 9Z");
    // An O has eight corners, two of them inward.
    expect(outline(O, 1, 1).match(/Q/g)).toHaveLength(8);
  });
});

describe("on a quilt, a shape", () => {
  const quilt = ["A........", "A........", ...Array<string>(7).fill(".........")];

  test("fits onto empty cells", () => {
    expect(fit(O, quilt, { x: 1, y: 0 })).toEqual({ isFree: true, blocked: [], why: "" });
  });

  test("does not fit over another patch, and says over which", () => {
    const tried = fit(O, quilt, { x: 0, y: 1 });
    expect(tried.blocked).toEqual([{ x: 0, y: 0 }]);
    expect(tried.why).toBe("it would lie over A");
  });

  test("does not fit where it sticks out", () => {
    expect(fit(O, quilt, { x: 8, y: 6 }).why).toBe("it would stick out");
  });
});
