import { expect, test } from "vitest";

import type { GameInfo, OptionInfo } from "../../wire";
import { numChanged, defaultSetup } from "./savedSetup";
import { matchRequest, changedOptions, widgetOf, labelOf } from "./matchRequest";

function option(name: string, changes: Partial<OptionInfo>): OptionInfo {
  return {
    name,
    help: "what it does",
    default: "",
    low: 0,
    high: 0,
    names: [],
    is_text: false,
    label: name,
    seat: null,
    ...changes,
  };
}

const QUICK = option("quick_colours", { default: "no", high: 1, names: ["no", "yes"] });
const BOARD = option("board", { default: "large", high: 1, names: ["large", "small"] });
const ROWS = option("rows", { default: "3", low: 1, high: 27 });
const DECK = option("red_deck", { default: "harbor", is_text: true });
const GAME = {
  id: "nim",
  name: "Nim",
  summary: "Take the last one.",
  has_secrets: false,
  has_timers: false,
  has_draws: false,
  has_campaign: false,
  sides: ["Player 1", "Player 2"],
  levels: ["novice"],
  is_ready: true,
  options: [QUICK, BOARD, ROWS, DECK],
} as GameInfo;

test("each kind of option has the widget that fits it", () => {
  expect(GAME.options.map(widgetOf)).toEqual(["checkbox", "select", "number", "text"]);
  expect(labelOf("quick_colours")).toBe("Quick colours");
});

test("only changed options are sent, numbers as numbers", () => {
  const chosen = { quick_colours: "yes", board: "large", rows: "5", red_deck: "grove" };

  expect(changedOptions(GAME.options, chosen)).toEqual({ quick_colours: "yes", rows: 5, red_deck: "grove" });
});

test("the first seat goes to me, to my opponent, or at random", () => {
  const against = { kind: "computer", level: "club" } as const;
  const first = (first: "me" | "opponent" | "random", chance: number) =>
    matchRequest(GAME, against, { ...defaultSetup(), first }, chance).seats[0].kind;

  expect(first("me", 0.9)).toBe("me");
  expect(first("opponent", 0.1)).toBe("computer");
  expect(first("random", 0.1)).toBe("me");
  expect(first("random", 0.9)).toBe("computer");
});

test("two players on one device have both seats, each with a name", () => {
  const request = matchRequest(
    GAME,
    { kind: "hotseat" },
    { ...defaultSetup(), names: [" Ada ", ""], isPublic: true },
    0,
  );

  expect(request.seats).toEqual([
    { kind: "me", name: "Ada" },
    { kind: "me", name: "Player 2" },
  ]);
  expect(request.is_public).toBe(false);
});

test("only a match by invitation is public or rated", () => {
  const setup = { ...defaultSetup(), isPublic: true, isRated: true };

  expect(matchRequest(GAME, { kind: "link" }, setup, 0)).toMatchObject({ is_public: true, is_rated: true });
  expect(matchRequest(GAME, { kind: "computer", level: "novice" }, setup, 0)).toMatchObject({
    is_public: false,
    is_rated: false,
  });
});

test("what differs from the default set-up is counted", () => {
  expect(numChanged(GAME, defaultSetup())).toBe(0);
  expect(numChanged(GAME, { ...defaultSetup(), pace: "5+3", options: { board: "large", rows: "5" } })).toBe(2);
});
