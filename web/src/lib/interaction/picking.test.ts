import { describe, expect, test, vi } from "vitest";

import type { Choice } from "../../wire";
import { Picking } from "./picking.svelte";

function choice(...picks: string[]): Choice {
  return { action: picks.join("-"), picks, label: picks.join(" then ") };
}

const STEPS = [choice("square:9", "square:13"), choice("square:9", "square:14"), choice("square:10", "square:14")];

function startPicking(choices: Choice[] = STEPS): Picking & { played: string[]; refused: string[][] } {
  const picking = Object.assign(new Picking(), { played: [] as string[], refused: [] as string[][] });
  picking.onPlay = ({ action }) => picking.played.push(action);
  picking.onRefused = (picks) => picking.refused.push(picks);
  picking.offer(choices);
  return picking;
}

describe("picking", () => {
  test("only what begins a choice can be picked", () => {
    const picking = startPicking();

    expect(picking.mark("square:9")).toBe("can");
    expect(picking.mark("square:10")).toBe("can");
    expect(picking.mark("square:13")).toBeUndefined();
  });

  test("what leads on to another pick can be dragged, what completes an action cannot", () => {
    const picking = startPicking([...STEPS, choice("pass")]);

    expect(picking.attributes("square:9", "nine")["data-drag"]).toBe("");
    expect(picking.attributes("pass", "pass")["data-drag"]).toBeUndefined();

    picking.pick("square:9");

    expect(picking.attributes("square:13", "thirteen")["data-drag"]).toBeUndefined();
  });

  test("what is picked can still be dragged, unless it completes an action", () => {
    const picking = startPicking();
    picking.mustConfirm = true;
    picking.pick("square:9");

    expect(picking.attributes("square:9", "nine")["data-drag"]).toBe("");

    picking.pick("square:13");

    expect(picking.attributes("square:9", "nine")["data-drag"]).toBe("");
    expect(picking.attributes("square:13", "thirteen")["data-drag"]).toBeUndefined();
  });

  test("after a pick, only what can follow it can be picked", () => {
    const picking = startPicking();

    expect(picking.pick("square:10")).toBe("picked");

    expect(picking.mark("square:10")).toBe("picked");
    expect(picking.mark("square:14")).toBe("can");
    expect(picking.mark("square:13")).toBeUndefined();
  });

  test("the last pick of a choice plays it, and the picks are cleared", () => {
    const picking = startPicking();
    picking.pick("square:9");

    expect(picking.pick("square:13")).toBe("complete");

    expect(picking.played).toEqual(["square:9-square:13"]);
    expect(picking.picked).toEqual([]);
  });

  test("picking the same again takes it back", () => {
    const picking = startPicking();
    picking.pick("square:9");

    expect(picking.pick("square:9")).toBe("unpicked");

    expect(picking.picked).toEqual([]);
  });

  test("picking another of its kind changes the choice", () => {
    const picking = startPicking();
    picking.pick("square:9");

    expect(picking.pick("square:10")).toBe("picked");

    expect(picking.picked).toEqual(["square:10"]);
  });

  test("a pick that leads nowhere is refused, and the earlier picks stay", () => {
    const picking = startPicking();
    picking.pick("square:10");

    expect(picking.pick("square:13")).toBe("refused");

    expect(picking.refused).toEqual([["square:10", "square:13"]]);
    expect(picking.picked).toEqual(["square:10"]);
  });

  test("a forced pick may be left out", () => {
    const picking = startPicking([choice("checker", "column:1"), choice("checker", "column:2")]);

    expect(picking.pick("column:2")).toBe("complete");

    expect(picking.played).toEqual(["checker-column:2"]);
  });

  test("a pick with alternatives may not be left out", () => {
    const picking = startPicking();

    expect(picking.pick("square:13")).toBe("refused");
    expect(picking.played).toEqual([]);
  });

  test("an action that must be confirmed waits", () => {
    const picking = startPicking();
    picking.mustConfirm = true;
    picking.pick("square:9");
    picking.pick("square:13");

    expect(picking.played).toEqual([]);
    expect(picking.ready?.action).toBe("square:9-square:13");

    picking.confirm();
    expect(picking.played).toEqual(["square:9-square:13"]);
  });

  test("where only some actions are confirmed, the others are played at once", () => {
    const picking = startPicking();
    picking.asksAbout = ({ picks }) => picks[1] === "square:13";

    picking.pick("square:9");
    picking.pick("square:13");
    expect(picking.played).toEqual([]);

    picking.clear();
    picking.pick("square:9");
    picking.pick("square:14");
    expect(picking.played).toEqual(["square:9-square:14"]);
  });

  test("going back from an action that waits leaves its first pick", () => {
    const picking = startPicking();
    picking.mustConfirm = true;
    picking.pick("square:9");
    picking.pick("square:13");

    picking.back();

    expect(picking.ready).toBeNull();
    expect(picking.picked).toEqual(["square:9"]);
  });

  test("picks stay when the same is offered again, and go when it is not", () => {
    const picking = startPicking();
    picking.pick("square:9");

    picking.offer([...STEPS]);
    expect(picking.picked).toEqual(["square:9"]);

    picking.offer([choice("square:11", "square:15")]);
    expect(picking.picked).toEqual([]);
  });

  test("an action that waits to be confirmed stays while it is legal, and goes with a word when it is not", () => {
    const picking = startPicking();
    const stale: string[][] = [];
    picking.onStale = (picks) => stale.push(picks);
    picking.mustConfirm = true;
    picking.pick("square:9");
    picking.pick("square:13");

    picking.suspend();
    picking.offer([...STEPS]);
    expect(picking.ready?.action).toBe("square:9-square:13");
    expect(stale).toEqual([]);

    picking.offer(STEPS.slice(1));
    expect(picking.ready).toBeNull();
    expect(stale).toEqual([["square:9", "square:13"]]);
  });

  test("while it is suspended nothing more can be picked, and what is picked stays", () => {
    const picking = startPicking();
    picking.pick("square:9");

    picking.suspend();

    expect(picking.mark("square:13")).toBeUndefined();
    expect(picking.mark("square:9")).toBe("picked");
  });

  test("advice is marked in gold until something else is offered", () => {
    const picking = startPicking();
    picking.advised = ["square:10", "square:14"];

    expect(picking.mark("square:10")).toBe("gold");

    picking.offer(STEPS);
    expect(picking.mark("square:10")).toBe("can");
  });

  test("advice is not marked after a pick that it does not begin with", () => {
    const picking = startPicking();
    picking.advised = ["square:10", "square:14"];

    picking.pick("square:9");

    expect(picking.mark("square:14")).toBe("can");
  });

  test("an element says by name, mark and state what it is", () => {
    const picking = startPicking();

    const can = picking.attributes("square:9", "square 9, your man");
    expect(can).toMatchObject({
      "aria-label": "square 9, your man, can be picked",
      "data-mark": "can",
      "data-drag": "",
    });

    const cannot = picking.attributes("square:31", "square 31, empty");
    expect(cannot).toMatchObject({ "aria-label": "square 31, empty", "aria-disabled": "true" });
    expect(cannot["data-mark"]).toBeUndefined();
  });

  test("a thousand choices are marked without going through all of them for each mark", () => {
    const many = Array.from({ length: 1000 }, (_, index) => choice("patch:A", `turn:${index % 8}`, `cell:${index}`));
    const picking = startPicking(many);
    const spy = vi.spyOn(many, "filter"); // the one pass over all choices
    picking.pick("patch:A");
    picking.pick("turn:3");

    for (let cell = 0; cell < 81; cell++) picking.mark(`cell:${cell}`);

    expect(spy.mock.calls.length).toBeLessThan(4); // once for each pick, not for each cell
  });
});
