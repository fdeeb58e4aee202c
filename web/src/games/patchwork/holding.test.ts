import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";

import { speech } from "../../lib/speech.svelte";
import {
  at,
  choice,
  click,
  ghost,
  marked,
  nameOf,
  played,
  point,
  press,
  refused,
  show,
  SPECIALS,
  stage,
  VIEW,
} from "./board.fixture";

describe("a patch in the hand", () => {
  test("is turned in its first way at once, so that only the cell is left to pick", () => {
    show();
    click("patch:C");

    expect(marked()).toEqual(["patch:C", "turn:A", "cell:AA", "cell:BA"]);
    click("cell:BA");
    expect(played).toEqual(["CBAA"]);
  });

  test("is rotated by r and by a tap on it, past the ways for which there is no room", () => {
    const picking = show();
    click("patch:C");

    press("r");
    expect(picking.picked).toEqual(["patch:C", "turn:B"]);
    expect(speech.polite).toContain("C turned right");
    click("patch:C");
    expect(picking.picked).toEqual(["patch:C", "turn:C"]);
    press("r");
    expect(picking.picked).toEqual(["patch:C", "turn:A"]);
  });

  test("is flipped by f: C mirrored looks as turned right", () => {
    const picking = show();
    click("patch:C");
    press("f");

    expect(picking.picked).toEqual(["patch:C", "turn:B"]);
  });

  test("says why it cannot be turned when there is no room for it", () => {
    const picking = show(0, [choice("CAAA")]);
    click("patch:C");
    press("r");

    expect(picking.picked).toEqual(["patch:C", "turn:A"]);
    expect(refused).toEqual([["patch:C", "turn:B"]]);
  });

  test("is put back by Escape, and taken up again as it was turned", () => {
    const picking = show();
    click("patch:C");
    press("r");
    press("Escape");
    expect(picking.picked).toEqual([]);

    click("patch:C");
    expect(picking.picked).toEqual(["patch:C", "turn:B"]);
  });

  test("is taken up as a hint advises to turn it", () => {
    const picking = show();
    picking.advised = ["patch:C", "turn:C", "cell:HH"];
    click("patch:C");

    expect(picking.picked).toEqual(["patch:C", "turn:C"]);
    expect(at("cell:HH").dataset.mark).toBe("gold");
    expect(ghost()!.getAttribute("style")).toContain("left: 77.7");
  });

  test("is turned by a hint that comes while it is held, and can be turned on", () => {
    const picking = show();
    click("patch:C");
    picking.advised = ["patch:C", "turn:C", "cell:HH"];
    flushSync();
    expect(picking.picked).toEqual(["patch:C", "turn:C"]);

    press("r");
    expect(picking.picked).toEqual(["patch:C", "turn:A"]);
  });

  test("has a ghost under the focus that hatches what is in its way, and says it", () => {
    show();
    click("patch:C");
    at("cell:DC").dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    flushSync();

    expect(ghost()!.classList.contains("fits")).toBe(false);
    expect(ghost()!.querySelectorAll(".blocked")).toHaveLength(3);
    expect(nameOf("cell:DC")).toBe("column D, row C, empty; C does not fit: it would lie over B");
    expect(nameOf("cell:II")).toContain("C does not fit: it would stick out");

    at("cell:AA").dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    flushSync();
    expect(ghost()!.classList.contains("fits")).toBe(true);
  });

  test("waits near the middle of the quilt until it is moved", () => {
    show();
    click("patch:C");

    expect(ghost()!.getAttribute("style")).toContain("left: 11.1"); // BA: of two places that of the two nearer
    press("r");
    press("r");
    expect(ghost()!.getAttribute("style")).toContain("left: 77.7"); // HH
  });

  test("never hangs off the quilt: the focus stays where its corner can be", () => {
    show();
    click("patch:D");
    at("cell:IH").focus();
    flushSync();

    expect(document.activeElement).toBe(at("cell:IG")); // three cells high
    press("r");
    expect(document.activeElement).toBe(at("cell:GG")); // three cells wide
    expect(ghost()!.getAttribute("style")).toContain("left: 66.6");
  });

  test("is held by its middle, and laid where the mouse shows it", () => {
    show();
    click("patch:D");
    point("pointermove", 0.2, 1.4, "mouse");
    expect(ghost()!.getAttribute("style")).toContain("left: 0%; top: 0%");

    point("click", 0.2, 1.4, "mouse");
    expect(played).toEqual(["DAAA"]);
  });

  test("goes where a finger taps, and is laid by a tap on it", () => {
    const picking = show();
    click("patch:D");
    point("click", 0.5, 1.5, "touch");
    expect(played).toEqual([]);
    expect(picking.picked).toEqual(["patch:D", "turn:A"]);
    expect(ghost()!.getAttribute("style")).toContain("left: 0%");

    point("click", 0.5, 0.5, "touch");
    expect(played).toEqual(["DAAA"]);
  });

  test("dropped near a place where it fits goes there", () => {
    const picking = show();
    click("patch:C");
    const quilt = stage.querySelector<HTMLElement>('[role="grid"]')!;
    quilt.getBoundingClientRect = () => new DOMRect(100, 100, 90, 90);
    const aim = (x: number, y: number) =>
      picking.aim!(new MouseEvent("pointermove", { clientX: 100 + 10 * x, clientY: 100 + 10 * y }) as PointerEvent);

    expect(aim(2.4, 0.8)).toBe("cell:BA"); // its middle, of two cells by two
    expect(aim(6, 6)).toBe("cell:FF"); // nothing is near: it will be refused there
    expect(aim(12, 4)).toBeNull();
  });
});

describe("a special patch", () => {
  test("is in the hand at once and goes to any empty cell", () => {
    show(0, SPECIALS, { ...VIEW, pending: 0 });

    expect(marked()).toEqual(["patch:h", "cell:AA", "cell:BA"]);
    press("Escape");
    expect(marked()).toEqual(["patch:h", "cell:AA", "cell:BA"]);
    click("cell:BA");
    expect(played).toEqual(["hBAA"]);
  });
});
