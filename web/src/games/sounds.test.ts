// What is captured and what is done with cards sounds like it.
import { expect, test } from "vitest";

import { soundOf } from "../lib/match/beats";
import { loadGame } from ".";

test.each([
  ["checkers", "capture", "capture"],
  ["matches_and_patches", "capture", "capture"],
  ["whist", "trick", "capture"],
  ...["pick", "dealer", "shuffle", "deal", "deal_all", "trump", "lead", "follow", "take", "prize"].map((kind) => [
    "whist",
    kind,
    "card",
  ]),
  ["connect_four", "drop", "place"],
  ["checkers", "move", "place"],
  ["matches_and_patches", "place", "place"],
])("%s: %s sounds like %s", async (game, kind, sound) => {
  expect(soundOf(kind, await loadGame(game))).toBe(sound);
});
