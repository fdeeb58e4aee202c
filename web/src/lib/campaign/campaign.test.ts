import { beforeEach, expect, test } from "vitest";

import type { CampaignInfo, MissionInfo } from "../../wire";
import { bestStars, chooseDifficulty, chosenDifficulty, missionAfter, nextToPlay } from "./campaign";

const SCENE = { picture: "valley", words: "" };

function mission(id: string, stars: [number, number, number], is_open: boolean): MissionInfo {
  const difficulties = (["easy", "normal", "hard"] as const).map((name, index) => ({
    ...{ id: name, level: "novice", last_round: null, stars: stars[index]! },
  }));
  return {
    ...{ id, title: id, seat: 0, side: "Raptor", task: "", tip: "", star_words: [], difficulties, is_open },
    ...{ before: SCENE, won: SCENE, lost: SCENE },
  };
}

function campaign(...missions: MissionInfo[]): CampaignInfo {
  return { game: "raptor", title: "", words: "", missions };
}

beforeEach(() => localStorage.clear());

test("the best stars count, at whatever difficulty", () => {
  expect(bestStars(mission("a", [2, 1, 0], true))).toBe(2);
  expect(bestStars(mission("a", [0, 0, 0], true))).toBe(0);
});

test("the next mission to play is the first open one that is not won", () => {
  const won = mission("a", [1, 0, 0], true);
  const open = mission("b", [0, 0, 0], true);
  const locked = mission("c", [0, 0, 0], false);
  expect(nextToPlay(campaign(won, open, locked)).id).toBe("b");
  expect(nextToPlay(campaign(won)).id).toBe("a");
});

test("the mission after the last one is none", () => {
  const both = campaign(mission("a", [0, 0, 0], true), mission("b", [0, 0, 0], false));
  expect(missionAfter(both, "a")?.id).toBe("b");
  expect(missionAfter(both, "b")).toBeUndefined();
});

test("the difficulty chosen last is remembered", () => {
  expect(chosenDifficulty()).toBe("normal");
  chooseDifficulty("hard");
  expect(chosenDifficulty()).toBe("hard");
  localStorage.setItem("parlour.difficulty", "absurd");
  expect(chosenDifficulty()).toBe("normal");
});
