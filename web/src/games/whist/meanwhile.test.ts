import { expect, test } from "vitest";

import type { Happening, WhistView } from "../../wire";
import client from ".";
import { meanwhile } from "./meanwhile";

const before = {
  phase: "follow",
  scores: [0, 0],
  pairs: [7, 5],
  hands: [0, 1],
  hand: ["DK"],
  trick: { leader: 0, cards: ["HA"], winner: -1 },
  last_trick: { leader: 0, cards: ["S2", "S3"], winner: 0 },
  dealer_draw: { is_open: true, picks: [0, 0], shown: [], ties: 0 },
} as unknown as WhistView;
const after = { ...before, phase: "dealer draw", pairs: [0, 0], hand: [], trick: null, last_trick: null } as WhistView;
const FOLLOW: Happening = { kind: "follow", message: "", data: { seat: 1, card: "DK" } };
const TRICK: Happening = { kind: "trick", message: "", data: { seat: 0 } };
const END: Happening = { kind: "round_end", message: "", data: { scores: [2, -1], pairs: [8, 5] } };
const ROUND: Happening = { kind: "round", message: "", data: { round: 2 } };

test("the last card of a round lies beside the one led, is won, and is then counted", () => {
  const all = [FOLLOW, TRICK, END, ROUND];
  const [played, won, counted, next] = all.map((_, index) =>
    meanwhile(after, all.slice(index + 1), before, all.slice(0, index + 1)),
  );

  expect(played).toMatchObject({ trick: { cards: ["HA", "DK"], winner: -1 }, hands: [0, 0], hand: [], pairs: [7, 5] });
  expect(won).toMatchObject({ trick: { cards: ["HA", "DK"], winner: 0 }, pairs: [7, 5], scores: [0, 0] });
  expect(counted).toMatchObject({ trick: null, pairs: [8, 5], scores: [2, -1] });
  expect(next).toBe(after);
  expect(client.beats.round_end).toBeGreaterThan(3_000);
});

test("both cards of a dealer draw lie open before the deck is shuffled", () => {
  const pick: Happening = { kind: "pick", message: "", data: { seat: 0, place: 20 } };
  const dealer: Happening = { kind: "dealer", message: "", data: { cards: ["SJ", "C6"], dealer: 1 } };
  const half = { ...before, dealer_draw: { ...before.dealer_draw, picks: [0, 18] } };

  const picked = meanwhile(after, [dealer], half, [pick]);
  const open = meanwhile(after, [], half, [pick, dealer]);

  expect(picked.dealer_draw).toEqual({ is_open: true, picks: [20, 18], shown: [], ties: 0 });
  expect(open.dealer_draw).toMatchObject({ is_open: true, shown: ["SJ", "C6"] });
});

test("on one device cards are taken without a curtain, and the hand stays hidden", () => {
  expect(client.openly({ ...before, phase: "take" })).toMatchObject({ hand: [], hands: [0, 1] });
  expect(client.openly({ ...before, phase: "lead" })).toBeNull();
});
