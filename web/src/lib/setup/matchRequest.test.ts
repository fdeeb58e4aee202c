import { expect, test } from "vitest";

import type { GameInfo, OptionInfo } from "../../wire";
import { numChanged, usualSetup } from "./savedSetup";
import { matchWish, optionsWish, widgetOf, wordsOf } from "./matchRequest";

function option(name: string, changes: Partial<OptionInfo>): OptionInfo {
  return { name, help: "what it does", default: "", low: 0, high: 0, names: [], is_text: false, ...changes };
}

const QUICK = option("quick_colours", { default: "no", high: 1, names: ["no", "yes"] });
const BOARD = option("board", { default: "large", high: 1, names: ["large", "small"] });
const ROWS = option("rows", { default: "3", low: 1, high: 27 });
const DECK = option("red_deck", { default: "harbor", is_text: true });
const GAME: GameInfo = {
  id: "nim",
  name: "Nim",
  summary: "Take the last one.",
  has_secrets: false,
  has_timers: false,
  has_draws: false,
  sides: ["Player 1", "Player 2"],
  levels: ["novice"],
  is_ready: true,
  options: [QUICK, BOARD, ROWS, DECK],
};

test("each kind of option has the widget that fits it", () => {
  expect(GAME.options.map(widgetOf)).toEqual(["checkbox", "select", "number", "text"]);
  expect(wordsOf("quick_colours")).toBe("Quick colours");
});

test("only what was changed is asked for, numbers as numbers", () => {
  const chosen = { quick_colours: "yes", board: "large", rows: "5", red_deck: "grove" };

  expect(optionsWish(GAME.options, chosen)).toEqual({ quick_colours: "yes", rows: 5, red_deck: "grove" });
});

test("the first seat goes to me, to the other side, or by lot", () => {
  const against = { kind: "computer", level: "club" } as const;
  const first = (first: "me" | "other" | "lot", lot: number) =>
    matchWish(GAME, against, { ...usualSetup(), first }, lot).seats[0].kind;

  expect(first("me", 0.9)).toBe("me");
  expect(first("other", 0.1)).toBe("computer");
  expect(first("lot", 0.1)).toBe("me");
  expect(first("lot", 0.9)).toBe("computer");
});

test("two at one screen have both seats, each with a name", () => {
  const wish = matchWish(GAME, { kind: "beside" }, { ...usualSetup(), names: [" Ada ", ""], isPublic: true }, 0);

  expect(wish.seats).toEqual([
    { kind: "me", name: "Ada" },
    { kind: "me", name: "Player 2" },
  ]);
  expect(wish.is_public).toBe(false);
});

test("only a match by a link is public or rated", () => {
  const setup = { ...usualSetup(), isPublic: true, isRated: true };

  expect(matchWish(GAME, { kind: "link" }, setup, 0)).toMatchObject({ is_public: true, is_rated: true });
  expect(matchWish(GAME, { kind: "computer", level: "novice" }, setup, 0)).toMatchObject({
    is_public: false,
    is_rated: false,
  });
});

test("what differs from the usual set-up is counted", () => {
  expect(numChanged(GAME, usualSetup())).toBe(0);
  expect(numChanged(GAME, { ...usualSetup(), pace: "5+3", options: { board: "large", rows: "5" } })).toBe(2);
});
