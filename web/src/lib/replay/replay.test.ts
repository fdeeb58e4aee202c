// A replay in the browser: its pictures and its proof.
import { createHash } from "node:crypto";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { EventView, Frame, Replay } from "../../wire";
import type { GameClient } from "../gameClient";
import { ReplayPlayer, sentenceOf } from "./replay.svelte";
import { verifyFile } from "./verify";

const client = { Board: undefined } as unknown as GameClient<unknown>;

function frame(version: number, message?: string): Frame {
  const happenings = message === undefined ? [] : [{ kind: "drop", message, data: {} }];
  const event = { version, at_ms: 0, kind: "acted", seat: 0, happenings } as unknown as EventView;
  return {
    version,
    event: message === undefined ? null : event,
    sides: ["Red", "Yellow"],
    to_act: [0],
    view: `view ${version}`,
    drawing: "",
    position: "",
    face_down: [],
  };
}

const replay: Replay = {
  game: "connect_four",
  options: {},
  pace: "none",
  names: ["Ann", "Bea"],
  viewer: 0,
  message: "Ann won.",
  frames: [frame(1), frame(2, "One."), frame(3, "Two.")],
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a step forward shows what happens, and a jump only the picture", () => {
  const player = new ReplayPlayer(replay, client);
  player.go(1);
  expect([player.view, player.happened.map(({ message }) => message)]).toEqual(["view 2", ["One."]]);
  player.go(0);
  expect([player.view, player.happened]).toEqual(["view 1", []]);
  player.go(99);
  expect([player.place, player.isAtEnd]).toEqual([2, true]);
  expect(player.seats.map(({ name, side }) => `${name}, ${side}`)).toEqual(["Ann, Red", "Bea, Yellow"]);
});

test("it plays to the end by itself and then from the beginning, faster if asked", () => {
  const player = new ReplayPlayer(replay, client);
  player.toggle();
  vi.advanceTimersByTime(10_000);
  expect([player.place, player.isPlaying]).toEqual([2, false]);

  player.toggle();
  expect(player.place).toBe(1);
  player.toggle();
  vi.advanceTimersByTime(10_000);
  expect([player.place, player.isPlaying]).toEqual([1, false]);

  player.speed = 4;
  player.toggle();
  vi.advanceTimersByTime(500);
  expect([player.place, player.isPlaying]).toEqual([2, false]);
});

test("the same place can be seen as another viewer knew it", () => {
  const player = new ReplayPlayer(replay, client);
  player.go(1);
  player.see({ ...replay, viewer: 1, frames: replay.frames.map((each) => ({ ...each, view: "other" })) });
  expect([player.place, player.view, player.replay.viewer]).toEqual([1, "other", 1]);
  expect(sentenceOf(replay.frames[0]!, replay)).toBe("Ann and Bea begin.");
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function fileOf(events: object[]): string {
  let previous = "0".repeat(64);
  const lines = events.map((event, seq) => {
    const entry = JSON.stringify({ seq, event });
    previous = sha256(previous + entry);
    return `${entry.slice(0, -1)},"hash":"${previous}"}\n`;
  });
  return lines.join("");
}

test("a file is verified: its lines, and the seed that was promised", async () => {
  const events = [
    { type: "started", seed_hash: sha256("42") },
    { type: "seed_revealed", seed: "42" },
  ];
  expect(await verifyFile(fileOf(events))).toMatch(/^Verified: 2 lines/);
  expect(await verifyFile(fileOf(events).replace("started", "starter"))).toBe("Line 1 was changed after the match.");
  const other = fileOf([events[0]!, { type: "seed_revealed", seed: "43" }]);
  expect(await verifyFile(other)).toBe("The seed is not the one that was promised.");
});
