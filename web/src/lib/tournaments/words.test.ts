import { expect, test } from "vitest";

import type { TournamentSummary } from "../../wire";
import { localTime } from "./localTime";
import { computersLabel, details, matchPath, ordinal, stateLabel } from "./words";

const NOW = 1_800_000_000_000;
const ARENA: TournamentSummary = {
  id: "t",
  title: "Friday cup",
  host: "Hanna",
  format: "arena",
  game: "checkers",
  options: {},
  pace: "5+3",
  is_rated: true,
  is_public: false,
  state: "waiting",
  num_players: 2,
  minutes: 30,
  rounds: 0,
  starts_ms: null,
  start_when: null,
  level: null,
  num_computers: 0,
  started_ms: null,
  ends_ms: null,
  ended_ms: null,
  winners: [],
};

test("a tournament is described in a line", () => {
  expect(details(ARENA, "Checkers")).toBe("Checkers · Arena, 30 min · 5 min + 3 s per move · Rated · By link only");
  expect(details({ ...ARENA, format: "swiss", rounds: 1, is_rated: false, is_public: true }, "Checkers")).toBe(
    "Checkers · Swiss, 1 round · 5 min + 3 s per move",
  );
});

test("its state says when it starts, how long it lasts, and who won", () => {
  const running = { ...ARENA, state: "running", ends_ms: NOW + 65_000 };

  expect(stateLabel(ARENA, 0, NOW)).toBe("Starts when Hanna starts it");
  expect(stateLabel({ ...ARENA, start_when: 4 }, 0, NOW)).toBe("Starts when 4 people have joined (2 so far)");
  expect(stateLabel({ ...ARENA, starts_ms: NOW + 90_000 }, 0, NOW)).toBe("Starts in 1:30");
  expect(stateLabel(running, 0, NOW)).toBe("1:05 left");
  expect(stateLabel(running, 0, NOW + 70_000)).toBe("Last matches are being played");
  expect(stateLabel({ ...running, ends_ms: null, rounds: 5 }, 2, NOW)).toBe("Round 2 of 5");
  expect(stateLabel({ ...ARENA, state: "over", winners: ["Ann", "Ben"] }, 0, NOW)).toBe("Won by Ann and Ben");
});

test("computers are named with their level and number", () => {
  expect(computersLabel(ARENA)).toBe("");
  expect(computersLabel({ ...ARENA, level: "club" })).toContain("Computer (Club) stands in");
  expect(computersLabel({ ...ARENA, level: "club", num_computers: 3 })).toBe("3 computers (Club) play.");
});

test("places are written as people say them", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal).join(" ")).toBe(
    "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th",
  );
});

test("the link of a match carries the invitation of a private tournament", () => {
  expect(matchPath("match", "abc", null)).toBe("/match/abc");
  expect(matchPath("replay", "abc", "s-1")).toBe("/replay/abc?invitation=s-1");
});

test("a time is written as the field for it holds it", () => {
  expect(new Date(localTime(NOW)).getTime()).toBe(NOW);
});
