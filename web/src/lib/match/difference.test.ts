import { describe, expect, test } from "vitest";

import type { Change, Snapshot } from "../../wire";
import { apply, choicesOf, Kept } from "./difference";

describe("a difference", () => {
  const before = {
    name: "a",
    row: [1, 2],
    seats: [
      { name: "Ann", here: true },
      { name: "Bo", here: false },
    ],
  };

  test("replaces a value", () => {
    expect(apply(before, [{ other: 1 }])).toEqual({ other: 1 });
    expect(apply(null, ["now"])).toBe("now");
  });

  test("changes some fields of an object and some places of a list", () => {
    const now = apply(before, { row: [[3]], seats: { 1: { here: [true] } } });
    expect(now).toEqual({ ...before, row: [3], seats: [before.seats[0], { name: "Bo", here: true }] });
    expect(before.seats[1]!.here).toBe(false); // what is still shown is not changed
    expect((now as typeof before).seats[0]).toBe(before.seats[0]); // and what is as before is not made again
  });

  test("makes a list of parts of the one before and of new items", () => {
    expect(apply(["a", "b", "c", "d"], { "": [[2, 4], [["new"]], [0, 1]] })).toEqual(["c", "d", ["new"], "a"]);
    expect(apply(["a", "b"], { "": [] })).toEqual([]);
  });

  test("lets a text go on", () => {
    expect(apply("BDCAUAAA", { "": [[0, 8], ["EACA"]] })).toBe("BDCAUAAAEACA");
  });
});

test("a group of choices stands for one choice of each word", () => {
  const spelled = {
    action: "U{}B",
    picks: ["patch:U", "cell:{}"],
    label: "lay U at column {0}, row {1}",
    words: ["AB", "CC"],
  };
  expect(choicesOf([spelled, { action: ".", picks: ["advance"], label: "advance {} squares" }])).toEqual([
    { action: "UABB", picks: ["patch:U", "cell:AB"], label: "lay U at column A, row B" },
    { action: "UCCB", picks: ["patch:U", "cell:CC"], label: "lay U at column C, row C" },
    { action: ".", picks: ["advance"], label: "advance {} squares" },
  ]);
});

describe("the table that is kept", () => {
  const table = { version: 1, now_ms: 5, prompt: "Wait.", choices: [] };
  const snapshot = { type: "snapshot", match: "m", viewer: 0, table, number: 7 } as unknown as Snapshot;
  const change = (number: number, more: object = {}): Change => ({
    ...{ type: "change", match: "m", viewer: 0, number, now_ms: 9, events: [], table: { prompt: ["Play."] } },
    ...more,
  });

  test("follows one change after the other", () => {
    const kept = new Kept();
    kept.follow(snapshot);
    const update = kept.follow(change(8, { choices: [{ action: "4", picks: [], label: "four" }] }))!;

    expect(update).toMatchObject({ type: "update", number: 8, events: [] });
    expect(update.table).toEqual({
      ...{ version: 1, now_ms: 9, prompt: "Play." },
      choices: [{ action: "4", picks: [], label: "four" }],
    });
    expect(kept.follow(change(9))).not.toBeNull();
  });

  test("notices when a change is missing, out of order or repeated", () => {
    const kept = new Kept();
    expect(kept.follow(change(8))).toBeNull();
    kept.follow(snapshot);
    for (const number of [6, 7, 9]) expect(kept.follow(change(number))).toBeNull();
    expect(kept.drop()).toBe(true);
    expect(kept.follow(change(8))).toBeNull();
    expect(kept.drop()).toBe(false); // it is fetched already
  });
});
