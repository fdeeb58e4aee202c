import { describe, expect, test, vi } from "vitest";

import type { Choice } from "../../wire";
import { Picking } from "./picking.svelte";

function choice(...picks: string[]): Choice {
  return { action: picks.join("-"), picks, label: picks.join(" then ") };
}

const STEPS = [choice("square:9", "square:13"), choice("square:9", "square:14"), choice("square:10", "square:14")];

function picking(choices: Choice[] = STEPS): Picking & { played: string[]; refused: string[][] } {
  const made = Object.assign(new Picking(), { played: [] as string[], refused: [] as string[][] });
  made.onPlay = ({ action }) => made.played.push(action);
  made.onRefused = (picks) => made.refused.push(picks);
  made.offer(choices);
  return made;
}

describe("picking", () => {
  test("what begins a choice can be picked, and nothing else", () => {
    const table = picking();

    expect(table.mark("square:9")).toBe("can");
    expect(table.mark("square:10")).toBe("can");
    expect(table.mark("square:13")).toBeUndefined();
  });

  test("what leads on to another pick can be dragged, what completes an action cannot", () => {
    const table = picking([...STEPS, choice("pass")]);

    expect(table.attributes("square:9", "nine")["data-drag"]).toBe("");
    expect(table.attributes("pass", "pass")["data-drag"]).toBeUndefined();

    table.pick("square:9");

    expect(table.attributes("square:9", "nine")["data-drag"]).toBeUndefined();
    expect(table.attributes("square:13", "thirteen")["data-drag"]).toBeUndefined();
  });

  test("after the first pick only what goes on from it can be picked", () => {
    const table = picking();

    expect(table.pick("square:10")).toBe("picked");

    expect(table.mark("square:10")).toBe("picked");
    expect(table.mark("square:14")).toBe("can");
    expect(table.mark("square:13")).toBeUndefined();
  });

  test("the last pick of a choice plays it, and the table is clear again", () => {
    const table = picking();
    table.pick("square:9");

    expect(table.pick("square:13")).toBe("complete");

    expect(table.played).toEqual(["square:9-square:13"]);
    expect(table.picked).toEqual([]);
  });

  test("picking the same again takes it back", () => {
    const table = picking();
    table.pick("square:9");

    expect(table.pick("square:9")).toBe("unpicked");

    expect(table.picked).toEqual([]);
  });

  test("picking another of its kind changes the choice", () => {
    const table = picking();
    table.pick("square:9");

    expect(table.pick("square:10")).toBe("picked");

    expect(table.picked).toEqual(["square:10"]);
  });

  test("what leads nowhere is refused with all picks, and they stay", () => {
    const table = picking();
    table.pick("square:10");

    expect(table.pick("square:13")).toBe("refused");

    expect(table.refused).toEqual([["square:10", "square:13"]]);
    expect(table.picked).toEqual(["square:10"]);
  });

  test("a pick without alternative may be left out", () => {
    const table = picking([choice("checker", "column:1"), choice("checker", "column:2")]);

    expect(table.pick("column:2")).toBe("complete");

    expect(table.played).toEqual(["checker-column:2"]);
  });

  test("a pick with alternatives may not be left out", () => {
    const table = picking();

    expect(table.pick("square:13")).toBe("refused");
    expect(table.played).toEqual([]);
  });

  test("where every action is confirmed, it waits for that", () => {
    const table = picking();
    table.mustConfirm = true;
    table.pick("square:9");
    table.pick("square:13");

    expect(table.played).toEqual([]);
    expect(table.ready?.action).toBe("square:9-square:13");

    table.confirm();
    expect(table.played).toEqual(["square:9-square:13"]);
  });

  test("where only some actions are confirmed, the others are played at once", () => {
    const table = picking();
    table.asksAbout = ({ picks }) => picks[1] === "square:13";

    table.pick("square:9");
    table.pick("square:13");
    expect(table.played).toEqual([]);

    table.clear();
    table.pick("square:9");
    table.pick("square:14");
    expect(table.played).toEqual(["square:9-square:14"]);
  });

  test("going back from an action that waits leaves its first pick", () => {
    const table = picking();
    table.mustConfirm = true;
    table.pick("square:9");
    table.pick("square:13");

    table.back();

    expect(table.ready).toBeNull();
    expect(table.picked).toEqual(["square:9"]);
  });

  test("picks stay when the same is offered again, and go when it is not", () => {
    const table = picking();
    table.pick("square:9");

    table.offer([...STEPS]);
    expect(table.picked).toEqual(["square:9"]);

    table.offer([choice("square:11", "square:15")]);
    expect(table.picked).toEqual([]);
  });

  test("advice is marked in gold until something else is offered", () => {
    const table = picking();
    table.advised = ["square:10", "square:14"];

    expect(table.mark("square:10")).toBe("gold");

    table.offer(STEPS);
    expect(table.mark("square:10")).toBe("can");
  });

  test("advice is not marked after a pick that it does not begin with", () => {
    const table = picking();
    table.advised = ["square:10", "square:14"];

    table.pick("square:9");

    expect(table.mark("square:14")).toBe("can");
  });

  test("an element says by name, mark and state what it is", () => {
    const table = picking();

    const can = table.attributes("square:9", "square 9, your man");
    expect(can).toMatchObject({
      "aria-label": "square 9, your man, can be picked",
      "data-mark": "can",
      "data-drag": "",
    });

    const cannot = table.attributes("square:31", "square 31, empty");
    expect(cannot).toMatchObject({ "aria-label": "square 31, empty", "aria-disabled": "true" });
    expect(cannot["data-mark"]).toBeUndefined();
  });

  test("a thousand choices are marked in the blink of an eye", () => {
    const many = Array.from({ length: 1000 }, (_, index) => choice("patch:A", `turn:${index % 8}`, `cell:${index}`));
    const table = picking(many);
    const spy = vi.spyOn(many, "filter"); // the one pass over all choices
    table.pick("patch:A");
    table.pick("turn:3");

    for (let cell = 0; cell < 81; cell++) table.mark(`cell:${cell}`);

    expect(spy.mock.calls.length).toBeLessThan(4); // once for each pick, not for each cell
  });
});
