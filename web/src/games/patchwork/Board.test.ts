import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import { playable } from "../../lib/interaction/playable";
import { speech } from "../../lib/speech.svelte";
import type { Choice, PatchworkView, SeatInfo } from "../../wire";
import Board from "./Board.svelte";
import position from "./position.fixture.json";

const VIEW: PatchworkView = position; // after BDCA UAAA EACA dBDB: both on 5, Ann on top, C, D and F on offer
const CHOICES = [".", "CAAA", "CBAA", "CAAB", "CHHC", "DAAA", "DCAA", "DCAB"].map(choice);
const SPECIALS = ["hAAA", "hBAA"].map(choice);

function choice(action: string): Choice {
  const [patch, column, row, turn] = action;
  const steps = [`patch:${patch}`, `turn:${turn}`, `cell:${column}${row}`];
  const picks = action === "." ? ["advance"] : patch === "h" ? [steps[0]!, steps[2]!] : steps;
  return { action, picks, label: action };
}

let board: Record<string, unknown> | undefined;
let stage: HTMLElement;
let leave: () => void;
let played: string[];
let refused: string[][];

beforeEach(() => {
  stage = document.createElement("div");
  document.body.append(stage);
  [played, refused] = [[], []];
});

afterEach(async () => {
  leave();
  if (board) await unmount(board);
  board = undefined;
  stage.remove();
});

function show(seat: number | null = 0, choices: Choice[] = CHOICES, view = VIEW): Picking {
  const picking = new Picking();
  picking.onPlay = ({ action }) => played.push(action);
  picking.onRefused = (picks) => refused.push(picks);
  picking.offer(choices);
  const seats = ["Ann", "Bea"].map((name) => ({ name, side: name, kind: "person" })) as [SeatInfo, SeatInfo];
  const props = { view, seat, seats, toAct: [0], picking, happened: [], isOver: false };
  board = mount(Board, { target: stage, props });
  leave = playable(picking)(stage) as () => void;
  flushSync();
  return picking;
}

const at = (pick: string): HTMLElement => stage.querySelector<HTMLElement>(`[data-pick="${pick}"]`)!;
const nameOf = (pick: string): string => at(pick).getAttribute("aria-label")!;
const marked = (): string[] => [...stage.querySelectorAll<HTMLElement>("[data-mark]")].map((e) => e.dataset.pick!);
const ghost = (): Element | null => stage.querySelector(".ghost");

function click(pick: string): void {
  at(pick).click();
  flushSync();
}

/** Do something with a pointer at a point of the viewer's quilt, in cells. */
function point(kind: string, x: number, y: number, pointerType: string): void {
  const quilt = stage.querySelector<HTMLElement>('[role="grid"]')!;
  quilt.getBoundingClientRect = () => new DOMRect(100, 100, 90, 90);
  const place = { clientX: 100 + 10 * x, clientY: 100 + 10 * y };
  at("cell:AA").dispatchEvent(new PointerEvent(kind, { ...place, pointerType, detail: 1, bubbles: true }));
  flushSync();
}

function press(key: string): void {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );
  flushSync();
}

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
    void unmount(board!);

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

describe("a quilt", () => {
  test("has the letters of its columns and rows, as the log and the lessons name them", () => {
    show();

    const lines = [...stage.querySelectorAll(".columns, .rows")].map((each) =>
      [...each.querySelectorAll<HTMLElement>("[data-line]")].map(({ dataset }) => dataset.line).join(""),
    );
    expect(lines).toEqual(Array(4).fill("ABCDEFGHI"));
  });
});

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
