import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Fault, GameInfo, SimulationState } from "../../../wire";
import { cardAtLine, type DeckCard, fromText, SHIPPED, sizeOf, startCards, toText } from "./deck";
import { mirrored } from "../words";
import { explained, headline } from "./simulation.svelte";
import { reasons } from "./verdict";
import Workshop from "./Workshop.svelte";

const GAME = {
  id: "sanguine",
  name: "Sanguine",
  levels: ["novice", "casual", "expert"],
  options: [],
} as unknown as GameInfo;
const GRID = ["XXXXX", "XXIXX", "XXCID", "XXXXX", "XXXXX"];
const SCOUT: DeckCard = { name: "Scout", cost: 1, value: 2, grid: GRID, copies: 2 };
const GUARD: DeckCard = { name: "Guard", cost: 3, value: 7, grid: mirrored(GRID), copies: 1 };

describe("a deck file", () => {
  test.each(Object.entries(SHIPPED))("that comes with the game is read and written back, %s", (_, text) => {
    const cards = fromText(text)!;

    expect([16, 36, 50]).toContain(sizeOf(cards));
    expect(toText(cards).trim()).toBe(text.trim());
  });

  test("keeps its order, and cards apart that do not follow each other", () => {
    const cards = fromText(toText([SCOUT, GUARD, SCOUT]))!;

    expect(cards).toEqual([SCOUT, GUARD, SCOUT]);
  });

  test("may have blank lines, spaces at the end and the line ends of Windows", () => {
    const text = toText([SCOUT, GUARD]).replaceAll("\n", "  \r\n").replace("Guard", "\r\nGuard");

    expect(fromText(`\ufeff${text}`)).toEqual([SCOUT, GUARD]);
  });

  test.each([
    ["nothing", ""],
    ["a row too few", "Scout 1 2\nXXXXX\nXXIXX\nXXCIX\nXXXXX\n"],
    ["a header of two fields", toText([SCOUT]).replaceAll("Scout 1 2", "Scout 1")],
    ["no card in its middle", toText([SCOUT]).replaceAll("C", "X")],
    ["a cost that is no number", toText([SCOUT]).replaceAll("Scout 1", "Scout one")],
  ])("with %s is left to the server", (_, text) => {
    expect(fromText(text)).toBeNull();
  });

  test("cards with no copies are not in it", () => {
    expect(toText([{ ...SCOUT, copies: 0 }, GUARD])).toBe(toText([GUARD]));
  });
});

describe("the words of the server", () => {
  const faultsOf = (option: string) => [
    { option, line: 1, reason: "the cost must be from 1 to 3, not 9" },
    { option, line: 13, reason: "Guard appears 3 times" },
  ];

  test("name the card instead of a line in a file that the player does not see", () => {
    expect(cardAtLine([SCOUT, GUARD], 12)).toBe(SCOUT);
    expect(reasons({ message: "", faults: faultsOf("red_deck") }, 0, [SCOUT, GUARD], false)).toEqual([
      "Scout: the cost must be from 1 to 3, not 9.",
      "Guard appears 3 times.",
    ]);
  });

  test("tell the faults of a deck that both sides play once", () => {
    const refusal = { message: "", faults: [...faultsOf("red_deck"), ...faultsOf("blue_deck")] };

    expect(reasons(refusal, 1, [SCOUT, GUARD], true)).toHaveLength(2);
    expect(reasons(refusal, 1, [SCOUT, GUARD], false)).toEqual([
      "Scout: the cost must be from 1 to 3, not 9.",
      "Guard appears 3 times.",
      "Red's deck: line 1: the cost must be from 1 to 3, not 9.",
      "Red's deck: line 13: Guard appears 3 times.",
    ]);
  });

  test("say once that a name has a space in it, and what to write instead", () => {
    const hand: DeckCard = { ...SCOUT, name: "Deck hand" };
    const reason = "a card begins with NAME COST VALUE, three fields with one space between; this line has 4";
    const faults = [1, 7].map((line) => ({ option: "red_deck", line, reason }));

    expect(reasons({ message: "", faults }, 0, [hand, GUARD], false)).toEqual([
      "“Deck hand” has a space in it. The name of a card is one word: Deck-hand, for example.",
    ]);
  });

  test("are kept where they are about something else", () => {
    const message = "A board has an odd number of columns, not 4.";

    expect(reasons({ message, faults: [] }, 0, [SCOUT], false)).toEqual([message]);
  });
});

describe("the result of a simulation", () => {
  const result: SimulationState = {
    status: "done",
    game: "sanguine",
    level: "expert",
    done: 500,
    total: 500,
    wins: [255, 237],
    draws: 8,
    rate: 0.518,
    low: 0.474,
    high: 0.561,
  };

  test("is told with its interval, and names a side only where it is clearly better", () => {
    expect(headline(result)).toBe("Red won 52% of 500 matches.");
    expect(explained(result)).toEqual([
      "Neither side is clearly better.",
      "95% interval: 47% to 56%.",
      "Expert against Expert: Red won 255, Blue won 237, 8 were draws. A draw counts half.",
    ]);
    expect(explained({ ...result, low: 0.51 })[0]).toBe("Red has the better chances.");
    expect(explained({ ...result, high: 0.49 })[0]).toBe("Blue has the better chances.");
  });

  test("says that it ended early", () => {
    expect(explained({ ...result, done: 90 }).at(-1)).toBe(
      "It ended after 90 of 500 matches, because they took too long.",
    );
    expect(headline({ ...result, done: 0 })).toBe("No match was finished.");
  });
});

describe("the workshop", () => {
  let page: HTMLElement;
  let workshop: Record<string, unknown>;
  let asked: { path: string; options: Record<string, string> }[];
  let answer: { status: number; message: string; faults: Fault[] };

  function open(): void {
    workshop = mount(Workshop, { target: page, props: { game: GAME } });
    flushSync();
  }

  function press(words: string): void {
    const all = [...page.querySelectorAll<HTMLElement>("button")];
    all.find((each) => (each.getAttribute("aria-label") ?? each.textContent).includes(words))!.click();
    flushSync();
  }

  async function checked(): Promise<string> {
    await vi.advanceTimersByTimeAsync(400);
    flushSync();
    return page.querySelector(".verdict")!.textContent;
  }

  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    asked = [];
    answer = { status: 204, message: "", faults: [] };
    vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
      asked.push({ path, ...(JSON.parse(body) as { options: Record<string, string> }) });
      const problem = JSON.stringify({ code: "game/bad_option", message: answer.message, faults: answer.faults });
      const headers = { "content-type": "application/json" };
      return Promise.resolve(new Response(answer.status === 204 ? null : problem, { status: answer.status, headers }));
    });
    Element.prototype.scrollIntoView = () => {};
    page = document.createElement("div");
    document.body.append(page);
    open();
  });
  afterEach(() => {
    void unmount(workshop);
    page.remove();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("has a deck checked by the server, as it would be played", async () => {
    press("Harbor");

    expect(await checked()).toContain("This deck can be played: 16 cards.");
    expect(asked.map(({ path }) => path)).toEqual(["/api/games/sanguine/check"]);
    expect(asked[0]!.options).toMatchObject({ rows: 3, cols: 5, hand_size: 5, extended: "no", blue_deck: "harbor" });
    expect(asked[0]!.options.red_deck).toBe(toText(startCards("harbor")));
  });

  test("tells the reasons of a refusal", async () => {
    press("Harbor");
    const faults = [{ option: "red_deck", line: 13, reason: "Deckhand appears 3 times" }];
    answer = { status: 400, message: "Red's deck has one fault.", faults };
    press("One Deckhand more");

    expect(await checked()).toContain("Deckhand appears 3 times.");
    expect(page.querySelector("h2")!.textContent).toContain("17 cards");
  });

  test("says beside the name of a card that it is one word", () => {
    press("Empty");
    press("New card");
    const input = page.querySelector<HTMLInputElement>('input[maxlength="24"]')!;

    input.value = "New comer";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();

    expect(page.querySelector("#name-problem")!.textContent).toContain("“New comer” has a space in it.");
    expect(input.getAttribute("aria-invalid")).toBe("true");
  });

  test("offers cards that change values only for the extended game", () => {
    const offered = (): boolean => page.querySelector('[aria-label^="Change Whetstone"]') !== null;

    press("Grove");
    expect(offered()).toBe(false);
    page.querySelector<HTMLElement>('input[name="extended"], #extended')!.click();
    flushSync();
    expect(offered()).toBe(true);
  });

  test("changes a grid by clicks and by letters, and the deck with it", async () => {
    press("Empty");
    press("New card");
    const cell = (at: string): HTMLElement => page.querySelector<HTMLElement>(`[data-at="${at}"]`)!;
    expect(cell("2,3").getAttribute("aria-label")).toBe("1 right: influence");

    cell("2,3").click();
    cell("0,2").dispatchEvent(new KeyboardEvent("keydown", { key: "i", bubbles: true }));
    cell("2,2").dispatchEvent(new KeyboardEvent("keydown", { key: "i", bubbles: true }));
    cell("0,2").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    flushSync();

    expect(document.activeElement).toBe(cell("1,2"));
    await checked();
    expect(asked.at(-1)!.options.red_deck).toBe("Newcomer 1 1\nXXIXX\nXXXXX\nXXCXX\nXXXXX\nXXXXX\n");
  });

  test("simulates matches with the deck, shows how far it is, and the result", async () => {
    const states: Partial<SimulationState>[] = [
      { status: "waiting", done: 0, total: 500 },
      { status: "running", done: 120, total: 500 },
      {
        status: "done",
        level: "expert",
        done: 500,
        total: 500,
        wins: [260, 240],
        draws: 0,
        rate: 0.52,
        low: 0.48,
        high: 0.56,
      },
    ];
    press("Harbor");
    const sent: { method: string; body: { level: string; matches: number; options: Record<string, string> } }[] = [];
    vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
      if (path.endsWith("/check")) return Promise.resolve(new Response(null, { status: 204 }));
      const isAccount = path === "/api/account";
      if (path === "/api/simulation") sent.push({ method, body: body ? JSON.parse(body) : null });
      const told = JSON.stringify(isAccount ? { account: null } : states[Math.min(sent.length, states.length) - 1]);
      return Promise.resolve(new Response(told, { headers: { "content-type": "application/json" } }));
    });
    const words = (): string => page.querySelector(".simulate")!.textContent;

    press("Simulate 500 matches");
    await vi.advanceTimersByTimeAsync(10);
    flushSync();
    expect(sent[0]).toMatchObject({ method: "POST", body: { level: "expert", matches: 500, options: { rows: 3 } } });
    expect(sent[0]!.body.options.red_deck).toBe(toText(startCards("harbor")));
    expect(words()).toContain("Waiting for a free engine…");

    await vi.advanceTimersByTimeAsync(1_100);
    flushSync();
    expect(words()).toContain("120 of 500 matches");
    expect(words()).toContain("Cancel");

    await vi.advanceTimersByTimeAsync(1_100);
    flushSync();
    expect(words()).toContain("Red won 52% of 500 matches.");
    expect(words()).not.toContain("changed since then");

    press("One Deckhand less");
    expect(words()).toContain("The decks or the board have changed since then.");
  });

  test("keeps decks for the next visit", () => {
    press("Grove");
    press("One Sproutling less");
    void unmount(workshop);
    page.replaceChildren();
    open();

    expect(page.querySelector("h2")!.textContent).toBe("My Grove 15 cards");
  });
});
