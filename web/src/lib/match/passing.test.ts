import { expect, test } from "vitest";

import type { Table } from "../../wire";
import type { GameClient } from "../gameClient";
import { Passing } from "./passing";

function table(to_act: number[], secrets: number[], view: unknown = "hand"): Table {
  return { to_act, secrets, view } as Table;
}

function passing(client: Partial<GameClient<unknown>> = {}): Passing {
  return new Passing(client as GameClient<unknown>);
}

test("without secrets the device is passed without a curtain", () => {
  expect(passing().next(table([1], []), 0, null)).toEqual({ seat: 1, needsCurtain: false });
});

test("the curtain comes before the secrets of the next player, and not when the same one acts again", () => {
  const each = passing();
  expect(each.next(table([1], [0, 1]), 0, null)).toEqual({ seat: 1, needsCurtain: true });
  expect(each.shown(table([1], [0, 1]), "hand", 1)).toBeNull();

  each.holder = 1; // the curtain was opened
  expect(each.shown(table([1], [0, 1]), "hand", 1)).toBe("hand");
  expect(each.next(table([1], [0, 1]), 1, null)).toBeNull();
});

test("secrets that arise in front of both are covered too, and those of an earlier round do not count", () => {
  const each = passing();
  each.holder = 0;
  each.next(table([0], []), 0, null); // nothing is secret any more: anyone may have the device

  expect(each.shown(table([0], [0, 1]), "hand", 0)).toBeNull();
  expect(each.next(table([0], [0, 1]), 0, null)).toEqual({ seat: 0, needsCurtain: true });
});

test("a phase that needs no secrets is played openly, and afterwards the curtain comes again", () => {
  const each = passing({ openly: (view) => (view === "cards" ? null : "open") });
  each.holder = 0;

  expect(each.next(table([1], [0, 1], "moves"), 0, null)).toEqual({ seat: 1, needsCurtain: false });
  expect(each.shown(table([1], [0, 1]), "moves", 1)).toBe("open");
  expect(each.next(table([0], [0, 1], "cards"), 1, null)).toEqual({ seat: 0, needsCurtain: true });
});

test("while both are to act, the player who is called to the device stays the one who is called", () => {
  const each = passing();
  expect(each.next(table([0, 1], [0, 1]), 1, null)).toEqual({ seat: 1, needsCurtain: true });

  expect(each.next(table([0, 1], [0, 1]), null, 1)).toBeNull(); // behind the curtain no seat is watched
  expect(each.next(table([0], [0, 1]), null, 1)).toEqual({ seat: 0, needsCurtain: true });
});
