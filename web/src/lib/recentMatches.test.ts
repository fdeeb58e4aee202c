import { beforeEach, expect, test } from "vitest";

import type { MatchInfo } from "../wire";
import { forget, remember, recentMatches } from "./recentMatches";

function info(match: string, changes: Partial<MatchInfo> = {}): MatchInfo {
  return {
    match,
    game: "nim",
    options: {},
    pace: "none",
    is_rated: false,
    seats: [0],
    is_public: false,
    invitation: null,
    open_seat: null,
    names: ["Ada", "Bea"],
    kinds: ["person", "person"],
    levels: [null, null],
    is_over: false,
    next_match: null,
    tournament: null,
    ...changes,
  };
}

const ids = () => recentMatches().map(({ match }) => match);

beforeEach(() => localStorage.clear());

test("the latest matches are remembered, five at most, each once", () => {
  for (const id of ["a", "b", "c", "d", "e", "f", "d"]) remember(info(id));

  expect(ids()).toEqual(["d", "f", "e", "c", "b"]);
});

test("a match that is over is forgotten", () => {
  remember(info("a"));
  remember(info("a", { is_over: true }));

  expect(ids()).toEqual([]);
});

test("a match that is only watched is not remembered", () => {
  remember(info("a", { seats: [] }));

  expect(ids()).toEqual([]);
});

test("an open challenge is remembered as waiting, until it is forgotten", () => {
  remember(info("a", { open_seat: 1 }));
  expect(recentMatches()[0]!.isOpen).toBe(true);

  forget("a");
  expect(ids()).toEqual([]);
});

test("storage that cannot be read counts as empty", () => {
  localStorage.setItem("parlour.matches", "{broken");

  expect(recentMatches()).toEqual([]);
});
