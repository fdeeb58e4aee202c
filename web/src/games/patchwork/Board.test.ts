import { flushSync } from "svelte";
import { describe, expect, test, vi } from "vitest";

import type { Happening } from "../../wire";
import { at, CHOICES, hide, marked, nameOf, show, stage, VIEW } from "./board.fixture";

describe("the table", () => {
  test("speaks the patches on offer with price, time, income and size", () => {
    show();

    expect(nameOf("patch:C")).toBe("patch C, 3 buttons, 1 time, 0 income, 3 cells, can be picked");
    expect(nameOf("advance")).toBe("advance 1 square for 1 button, can be picked");
    expect(marked()).toEqual(["patch:C", "patch:D", "advance"]);
  });

  test("shows what a patch lacks only to the player who is to buy", () => {
    const offers = VIEW.offers.map((offer) => ({ ...offer, missing: 2 }));
    show(0, [CHOICES[0]!], { ...VIEW, offers });
    expect(nameOf("patch:D")).toContain("; 2 buttons missing");
    expect(at("patch:D").dataset.grey).toBe("");
    hide();

    show(1, [], { ...VIEW, offers });
    expect(nameOf("patch:D")).not.toContain("missing");
  });

  test("has the viewer's quilt as 81 cells, and the other's in words", () => {
    show(1, []);

    expect(stage.querySelectorAll('[role="row"] [role="gridcell"]')).toHaveLength(81);
    expect(nameOf("cell:CB")).toBe("column C, row B, patch U");
    expect(stage.querySelector('[data-quilt="0"]')!.getAttribute("aria-label")).toBe(
      "Ann's quilt: 73 empty cells. Patches: B at DC, d at BD.",
    );
  });

  test("says where both tokens are and who is on top", () => {
    show();

    const track = stage.querySelector('[aria-label^="Time track"]')!.getAttribute("aria-label");
    expect(track).toContain("Ann on square 5, Bea on square 5, Ann on top");
    expect(track).toContain("Special patches on 20, 26, 32, 44, 50.");
    expect([...stage.querySelectorAll<HTMLElement>("[data-token]")].at(-1)!.dataset.token).toBe("0");
  });

  test("counts for both, at any time", () => {
    show();

    const rows = [...stage.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map((each) => each.textContent.trim()),
    );
    expect(rows).toEqual([
      ["Buttons", "1", "3"],
      ["Income", "1", "0"],
      ["Empty cells", "70", "73"],
      ["Score", "−139", "−143"],
      ["7×7 bonus", "open", "open"],
    ]);
  });

  test("dots the patch that was laid last", () => {
    show();

    const dotted = [...stage.querySelectorAll<HTMLElement>("[data-patch]")].filter((each) =>
      each.querySelector(".last"),
    );
    expect(dotted.map((each) => each.dataset.patch)).toEqual(["dBD"]);
  });

  test("lists what comes after the patches on offer, and the strings of the match", () => {
    show();

    const names = [...stage.querySelectorAll("ol li .unseen")].map((each) => each.textContent);
    expect(names[0]).toBe("patch G, 1 button, 4 time, 1 income, 7 cells");
    expect([...stage.querySelectorAll("input")].map((each) => each.value)).toEqual([
      "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg",
      "BDCAUAAAEACAdBDB",
    ]);
  });
});

describe("the circle", () => {
  test("begins after the neutral token, with the three on offer before all others", () => {
    show();

    const order = [...stage.querySelectorAll<HTMLElement>("[data-neutral], [data-circle]")];
    expect(order.map(({ dataset }) => dataset.circle ?? "token")).toEqual(["token", "C", "D", "F", "G", "H", "I"]);
  });
});

describe("the time track", () => {
  const goal = (): string | undefined => stage.querySelector<HTMLElement>(".words[data-text]")?.dataset.text;

  test("shows how far a patch would lead and what it would bring, as soon as it is pointed at", () => {
    show(0, CHOICES, { ...VIEW, squares: [18, 22], income: [4, 1], on_top: -1, advance: 5 });
    at("patch:D").dispatchEvent(new Event("pointerover", { bubbles: true }));
    flushSync();
    expect(goal()).toBe("D: to square 20, special patch, your turn again");

    at("advance").dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    flushSync();
    expect(goal()).toBe("Advance: to square 23, 5 buttons, income 4, special patch");
    expect(stage.querySelectorAll(".way[data-square]")).toHaveLength(5);
  });

  test("shows nothing of the kind to a player who is not to act", () => {
    show(1, []);
    at("patch:D").dispatchEvent(new Event("pointerover", { bubbles: true }));
    flushSync();

    expect(goal()).toBeUndefined();
  });
});

describe("the other quilt", () => {
  const lay = (seat: number): Happening[] => [{ kind: "buy", message: "", data: { seat, patch: "E", cells: ["BC"] } }];
  const isShown = (): boolean => stage.querySelector(".glance") !== null;

  test("is shown for a moment when a patch is laid there, also in a small box", () => {
    vi.useFakeTimers();
    show(0, CHOICES, VIEW, lay(1));
    expect(isShown()).toBe(true);

    vi.advanceTimersByTime(1_200);
    flushSync();
    expect(isShown()).toBe(false);
    vi.useRealTimers();
  });

  test("is not shown for a patch of one's own", () => {
    show(0, CHOICES, VIEW, lay(0));

    expect(isShown()).toBe(false);
  });
});

describe("a quilt", () => {
  test("has the letters of its columns and rows, as the log and the lessons name them", () => {
    show();

    const lines = [...stage.querySelectorAll(".columns, .rows")].map((each) =>
      [...each.querySelectorAll<HTMLElement>("[data-line]")].map(({ dataset }) => dataset.line).join(""),
    );
    expect(lines).toEqual(Array(4).fill("ABCDEFGHI"));
  });
});
