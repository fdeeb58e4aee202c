import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import type { Happening, SeatInfo, WhistView } from "../../wire";
import Board from "./Board.svelte";

function person(name: string): SeatInfo {
  return {
    name,
    side: name,
    kind: "person",
    is_here: true,
    left_ms: null,
    deadline_ms: null,
    claim_in_ms: null,
    is_account: false,
  };
}

/** In the draft: Bea has led the nine of spades, and Ann must follow. */
function following(): WhistView {
  return {
    round: 2,
    stage: "draft",
    phase: "follow",
    trump: "hearts",
    points_to_win: 6,
    scores: [3, -2],
    dealer: 0,
    dealer_draw: { is_open: false, picks: [0, 0], shown: ["S2", "C3"], ties: 0 },
    shuffles: ["cut", "cut", "riffle"],
    shuffles_to_go: 0,
    deck: 0,
    draw_pile: 24,
    pile_action: "take",
    discard_pile: 2,
    prize: { card: "HT", gold: true },
    hands: [3, 2],
    hand: ["C6", "SQ", "ST"],
    unplayable: ["C6"],
    why_unplayable: "Follow suit: you hold a spade.",
    trick: { leader: 1, cards: ["S9"], winner: -1 },
    last_trick: { leader: 0, cards: ["D4", "D5"], winner: 1 },
    pairs: [0, 0],
  };
}

/** Before a card is dealt: Ann is the dealer. */
function dealing(phase: string): WhistView {
  const nothing = {
    trump: "",
    prize: null,
    hand: [],
    unplayable: [],
    why_unplayable: "",
    trick: null,
    last_trick: null,
  };
  const deal = { stage: "deal", phase, deck: 52, draw_pile: 0, discard_pile: 0, hands: [0, 0] };
  return { ...following(), ...nothing, ...deal };
}

let shown: object | null = null;
afterEach(() => {
  if (shown) void unmount(shown);
});

/** Show a view; what may be picked is given by its picks. */
function show(
  view: WhistView,
  picks: string[] = [],
  from: number | null = 0,
  happened: Happening[] = [],
  you = from,
): Picking {
  const picking = new Picking();
  picking.offer(picks.map((pick) => ({ action: pick, picks: [pick], label: pick })));
  document.body.replaceChildren();
  const seats: [SeatInfo, SeatInfo] = [person("Ann"), person("Bea")];
  const props = { view, seat: from, seats, toAct: [0], picking, happened, you, isOver: false };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return picking;
}

function pick(id: string): HTMLElement {
  return document.querySelector(`[data-pick="${id}"]`)!;
}

function named(name: string): Element | null {
  return document.querySelector(`[aria-label="${name}"]`);
}

function text(label: string): string {
  return named(label)!.textContent!.replace(/\s+/g, " ").trim();
}

test("the corners tell points and scores, round, stage and trump", () => {
  show(following());
  expect(text("Points")).toMatch(/^6 points to win Bea −2 Ann .*deals 3$/);
  expect(text("Round")).toBe("Round 2 Drafting Trump hearts");
});

test("cards that cannot be played are grey and say why", () => {
  show(following(), ["card:SQ", "card:ST"]);
  expect(pick("card:C6").getAttribute("aria-label")).toBe("six of clubs. Follow suit: you hold a spade.");
  expect(pick("card:C6").dataset.grey).toBe("");
  expect(pick("card:SQ").getAttribute("aria-label")).toBe("queen of spades, can be picked");
  expect(pick("card:SQ").dataset.grey).toBeUndefined();
});

test("a desirable prize is golden on the draw pile", () => {
  show(following());
  expect(pick("pile:take").getAttribute("aria-label")).toBe("draw pile, 24 cards, prize: ten of hearts, desirable");
  show({ ...following(), prize: { card: "CT", gold: false } });
  expect(pick("pile:take").dataset.gold).toBeUndefined();
});

test("a face-down pile is taken from by the loser, then turned", () => {
  const taking = { ...following(), phase: "take", prize: null, trick: null };
  show({ ...taking, draw_pile: 23 }, ["pile:take"]);
  expect(pick("pile:take").dataset.mark).toBe("can");
  show({ ...taking, draw_pile: 22, pile_action: "reveal" }, ["pile:reveal"]);
  expect(pick("pile:reveal").getAttribute("aria-label")).toBe("draw pile, 22 cards, face down, can be picked");
});

test("the trick says who played which, and who won it", () => {
  show(following());
  expect(named("Bea led the nine of spades")).not.toBeNull();
  show({ ...following(), phase: "lead", trick: null });
  expect(named("You led the four of diamonds")).not.toBeNull();
  expect(named("Bea played the five of diamonds and won the trick")).not.toBeNull();
});

test("the other hand is only counted, and a spectator sees none", () => {
  show(following());
  expect(named("Bea holds 2 cards")!.querySelectorAll(".back")).toHaveLength(2);
  show({ ...following(), hand: [], unplayable: [] }, [], null);
  expect(named("Ann holds 3 cards")!.querySelectorAll(".back")).toHaveLength(3);
  expect(named("Bea holds 2 cards")).not.toBeNull();
  expect(document.querySelector('[role="listbox"]')).toBeNull();
});

test("the viewer sits at the bottom", () => {
  show(following(), [], 1);
  expect(document.querySelector(".far")!.contains(named("Ann holds 3 cards"))).toBe(true);
  expect(document.querySelector(".near")!.querySelector('[data-spot="hand-1"]')).not.toBeNull();
});

test("the pairs of the duel lie with the player who won them", () => {
  show({ ...following(), stage: "duel", draw_pile: 0, prize: null, discard_pile: 26, pairs: [1, 4] });
  expect(named("You have 1 pair")!.querySelectorAll(".pair")).toHaveLength(1);
  expect(named("Bea has 4 pairs")!.querySelectorAll(".pair")).toHaveLength(4);
  expect(named("Draw pile, empty")).not.toBeNull();
});

test("52 cards lie face down for the dealer draw", () => {
  const draw = { is_open: true, picks: [0, 17], shown: ["C7", "D7"], ties: 1 };
  show({ ...dealing("dealer draw"), dealer: -1, dealer_draw: draw }, ["place:1"]);
  expect(document.querySelectorAll('[role="gridcell"]')).toHaveLength(52);
  expect(pick("place:1").getAttribute("aria-label")).toBe("card 1, face down, can be picked");
  expect(pick("place:17").getAttribute("aria-label")).toBe("card 17, face down, picked by Bea");
  expect(document.body.textContent).toContain("Tie: seven of clubs and seven of diamonds.");
  expect(document.querySelector("[data-card]")).toBeNull();
});

test("the dealer chooses among four shuffles; the other only waits", () => {
  const kinds = ["scramble", "riffle", "overhand", "cut"].map((kind) => `shuffle:${kind}`);
  const view = { ...dealing("shuffle"), shuffles: ["cut"], shuffles_to_go: 2 };
  show(view, kinds);
  expect(kinds.map((kind) => pick(kind).dataset.mark)).toEqual(["can", "can", "can", "can"]);
  expect(text("Shuffles")).toContain("Your shuffles: 2 to go");
  expect(named("Bea drew the three of clubs")).not.toBeNull();
  show(view, [], 1);
  expect(text("Shuffles")).toBe("Ann shuffles: 2 to go");
});

test("the cards are dealt one by one or all at once", () => {
  const played: string[] = [];
  const picking = show({ ...dealing("deal"), deck: 51, hands: [0, 1] }, ["deck:deal", "deck:deal_all"]);
  picking.onPlay = ({ action }) => played.push(action);
  for (const id of ["deck:deal", "deck:deal_all"]) picking.pick(pick(id).dataset.pick!);
  expect(played).toEqual(["deck:deal", "deck:deal_all"]);
  expect(pick("deck:deal").getAttribute("aria-label")).toBe("deck, 51 cards: deal the top card, can be picked");
});

const ROUND_END: Happening = {
  kind: "round_end",
  message: "",
  data: { round: 2, pairs: [9, 4], points: [3, -2], scores: [4, -1] },
};

test("a round is summed up until the next one begins", () => {
  show(following(), [], 0, [ROUND_END]);
  const cells = [...document.querySelectorAll("tbody :is(th, td)")].map((each) => each.textContent!.trim());
  expect(document.querySelector("h2")!.textContent).toBe("Round 2 is over");
  expect(cells).toEqual(["Bea", "4", "−2", "−1", "You", "9", "+3", "4"]);
  show(following(), [], 0, [ROUND_END, { kind: "round", message: "", data: { round: 3 } }]);
  expect(document.querySelector("tbody")).toBeNull();
});

test("the cards of the dealer draw are turned up where they were picked", () => {
  const draw = { is_open: true, picks: [3, 17], shown: ["C7", "D9"], ties: 0 };
  show({ ...dealing("dealer draw"), dealer: -1, dealer_draw: draw });
  expect(pick("place:3").querySelector('[data-card="C7"]')).not.toBeNull();
  expect(pick("place:17").getAttribute("aria-label")).toBe("card 17, nine of diamonds, picked by Bea");
});

test("on one device the hand is called by the player's name", () => {
  show(following(), [], 0, [], null);
  expect(named("Ann's hand")).not.toBeNull();
  expect(named("Your hand")).toBeNull();
});

test("a won pair lies in the middle until the next card is led", () => {
  const duel = { ...following(), stage: "duel", draw_pile: 0, prize: null, pairs: [1, 4] };
  show({ ...duel, phase: "lead", trick: null });
  expect(named("Bea has 4 pairs")!.querySelectorAll(".pair:not(.coming)")).toHaveLength(3);
  show(duel);
  expect(named("Bea has 4 pairs")!.querySelectorAll(".pair:not(.coming)")).toHaveLength(4);
});

test("a card that can be played can be dragged to the trick", () => {
  show(following(), ["card:SQ"]);
  expect(pick("card:SQ").dataset).toMatchObject({ drag: "", dropOn: "trick" });
  expect(pick("card:C6").dataset.dropOn).toBeUndefined();
  expect(document.querySelector('[data-drop="trick"]')).not.toBeNull();
});
