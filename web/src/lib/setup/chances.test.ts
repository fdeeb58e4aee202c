import { expect, test } from "vitest";

import type { ChancesInfo, GameInfo, MeasuredInfo } from "../../wire";
import { margin, measuredWith, numMatches, typical } from "./chances";

const GAME = {
  options: [
    { name: "board", default: "large" },
    { name: "scenery", default: "jungle" },
  ],
} as GameInfo;

function row(level: string, options: Record<string, string> = {}, matches = 200): MeasuredInfo {
  return { level, options, matches } as MeasuredInfo;
}

const CHANCES: ChancesInfo = {
  sides: ["Red", "Blue"],
  neutral: ["scenery"],
  measured: [row("novice"), row("expert"), row("master", {}, 100), row("club", { board: "small" })],
};
const levels = (chosen: Record<string, string>) => measuredWith(GAME, CHANCES, chosen).map(({ level }) => level);

test("only what was measured with the chosen options is told", () => {
  expect(levels({})).toEqual(["novice", "expert", "master"]);
  expect(levels({ board: "large" })).toEqual(["novice", "expert", "master"]);
  expect(levels({ board: "small" })).toEqual(["club"]);
  expect(levels({ board: "huge" })).toEqual([]);
});

test("an option that does not matter changes nothing", () => {
  expect(levels({ scenery: "desert" })).toEqual(levels({}));
});

test("without measurements there is nothing to tell", () => {
  expect(measuredWith(GAME, undefined, {})).toEqual([]);
  expect(typical([])).toBeUndefined();
});

test("Expert is mentioned first, or else the strongest level", () => {
  expect(typical(CHANCES.measured)?.level).toBe("expert");
  expect(typical([row("novice"), row("club")])?.level).toBe("club");
});

test("the number of matches is one, or from the fewest to the most", () => {
  expect(numMatches([row("novice"), row("club")])).toBe("200");
  expect(numMatches(CHANCES.measured)).toBe("100 to 200");
});

test("the margin is that of the fewest matches", () => {
  expect(margin([row("novice"), row("club")])).toBe(7);
  expect(margin(CHANCES.measured)).toBe(10);
});
