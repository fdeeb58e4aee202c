import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Picking } from "../../lib/interaction/picking.svelte";
import { playable } from "../../lib/interaction/playable";
import type { Card, Cards, Choice, Figure, Happening, RaptorView, SeatInfo } from "../../wire";
import Board from "./Board.svelte";
import { RAPTOR, SCIENTIST } from "./cards";
import client from "./index";

const SIDE_NAMES = ["Raptor", "Scientist"];

function seat(name: string, side: string): SeatInfo {
  return {
    name,
    side,
    kind: "person",
    is_here: true,
    left_ms: null,
    deadline_ms: null,
    claim_in_ms: null,
    is_account: false,
  };
}

function figure(kind: string, space: string, more: Partial<Figure> = {}): Figure {
  return { kind, space, is_active: true, is_fresh: false, is_used: false, ...more };
}

const NO_CARDS: Cards = {
  hand: [],
  hand_size: 2,
  deck_size: 5,
  played: [],
  has_chosen: false,
  chosen: null,
  revealed: null,
  role: "",
};

function card(value: number, effect: string, name: string, amount = ""): Card {
  return { value, effect, name, amount, reshuffles: value === 1 };
}

const TILES = [...Array<string>(3).fill("-01112223334-"), ...Array<string>(3).fill("-56667778889-")];

/** The raptor acts with three of five points: 8 (Fear) against the scientist's 3 (Jeep). */
function acting(more: Partial<RaptorView> = {}): RaptorView {
  return {
    sides: [RAPTOR, SCIENTIST],
    phase: "actions",
    ending: "",
    to_act: [0],
    environment: "jungle",
    rocks: ["d3", "f2"],
    exits: ["a3", "a4", "m1", "m6"],
    fires: ["c5", "d5"],
    figures: [
      figure("mother", "g4"),
      figure("baby", "b3"),
      figure("baby", "e1", { is_active: false, is_fresh: true }),
      figure("scientist", "h4", { is_used: true }),
      figure("scientist", "l6", { is_active: false }),
    ],
    tray: [],
    sleep_tokens: 2,
    max_sleep_tokens: 5,
    escaped: 1,
    captured: 2,
    babies_to_win: 3,
    scientists: 4,
    reserve: 6,
    fire_limit: 0,
    round: 7,
    effect_name: "",
    units: 0,
    may_stop: true,
    points: 3,
    round_points: 5,
    in_fire: "",
    observation: false,
    cards: [
      {
        ...NO_CARDS,
        hand: [card(2, "disappear", "Disappearance and Observation")],
        revealed: card(8, "fear", "Fear", "1 to 2 scientists"),
        role: "points",
      },
      { ...NO_CARDS, played: [3], revealed: card(3, "jeep", "Jeep", "1 to 2 rides"), role: "effect" },
    ],
    map: "standard",
    rock: "rock",
    barrier: "",
    barriers: [],
    bridges: [],
    tiles: TILES,
    factions: ["Mother", "Scientists"],
    hounds: 0,
    kennel: 0,
    ...more,
  };
}

const CHOOSING: Partial<RaptorView> = { phase: "card", to_act: [0, 1], points: 0 };

function choice(...picks: string[]): Choice {
  return { action: picks.join("-"), picks, label: picks.join(" ") };
}

interface Shown {
  picking: Picking;
  played: string[];
  find: (id: string) => HTMLElement | null;
  named: (space: string) => string | null | undefined;
  text: (selector: string) => string | undefined;
}

let board: object | null = null;
afterEach(() => {
  if (board) void unmount(board);
  board = null;
});
const animate = vi.fn();
beforeEach(() => {
  Element.prototype.animate = animate; // jsdom has none
  animate.mockClear();
});

interface Situation {
  seat?: number | null;
  you?: number | null;
  choices?: Choice[];
  happened?: Happening[];
  isOver?: boolean;
}

function show(
  view: RaptorView,
  { seat: from = 0, you = from, choices = [], happened = [], isOver = false }: Situation = {},
): Shown {
  const picking = new Picking();
  const played: string[] = [];
  picking.asksAbout = client.mustConfirm;
  picking.onPlay = ({ action }) => played.push(action);
  picking.offer(choices);
  document.body.replaceChildren();
  const seats: [SeatInfo, SeatInfo] = [
    seat("Ann", SIDE_NAMES[view.sides[0]!]!),
    seat("Bea", SIDE_NAMES[view.sides[1]!]!),
  ];
  const props = { view, seat: from, you, seats, toAct: view.to_act, picking, happened, isOver };
  board = mount(Board, { target: document.body, props });
  flushSync();
  const find = (id: string) => document.querySelector<HTMLElement>(`[data-pick="${id}"]`);
  return {
    picking,
    played,
    find,
    named: (space) => document.querySelector(`[data-space="${space}"]`)?.getAttribute("aria-label"),
    text: (selector) => document.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim(),
  };
}

describe("the indicators", () => {
  test("show every number that decides the game", () => {
    show(acting());

    const shown = [...document.querySelectorAll<HTMLElement>("[data-indicator]")].map((each) => [
      each.querySelector("dt")!.textContent!.trim(),
      each.querySelector("dd .unseen")!.textContent,
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      "actions left": "3 of 5",
      "escaped babies": "1 of 3",
      "captured babies": "2 of 3",
      "hits on the mother": "2 of 5",
      "on board scientists": "4",
      "in reserve scientists": "6",
      round: "7",
      fires: "2",
    });
  });

  test("show the initiative: whose card takes effect, and who has how many points", () => {
    const { text } = show(acting());

    expect(text('[aria-label="Cards of the Raptor"] .gives')).toBe("● 5 points");
    expect(text('[aria-label="Cards of the Scientist"] .gives')).toBe("★ takes effect");
    expect(document.querySelector('[aria-label="card 3, Jeep, 1 to 2 rides"]')).not.toBeNull();
    expect(document.querySelector('[aria-label="card 8, Fear, 1 to 2 scientists"]')).not.toBeNull();
  });

  test("show how much of an effect is left", () => {
    const { text } = show(acting({ phase: "effect", effect_name: "Fire", units: 2, to_act: [1], may_stop: false }), {
      seat: 1,
    });

    expect(text(".dock .left")).toBe("Fire: 2 left");
  });

  test("show the decks, the hands and what was played", () => {
    const { text } = show(acting());

    expect(text('[aria-label="Cards of the Scientist"] .deck')).toBe("deck 5 · hand 2");
    expect(text('[aria-label="Cards of the Scientist"] .played .unseen')).toBe("Played: 3");
  });

  test.each([
    [{ ending: "escaped", escaped: 3 }, "Victory for the Raptor: 3 babies escaped. Defeat for the Scientist."],
    [{ ending: "no_scientist" }, "Victory for the Raptor: no scientist is left. Defeat for the Scientist."],
    [{ ending: "captured", captured: 3 }, "Victory for the Scientist: 3 babies captured. Defeat for the Raptor."],
    [{ ending: "neutralized" }, "Victory for the Scientist: the mother sleeps. Defeat for the Raptor."],
  ])("show victory and defeat: %o", (more, words) => {
    const { text } = show(acting({ phase: "over", to_act: [], ...more }), { isOver: true });

    expect(text(".dock")).toBe(words);
  });

  test("show distinct terrain, and where the last action was", () => {
    const happened = [{ kind: "step", message: "", data: { seat: 0, from: "b2", to: "b3" } }];
    const { named } = show(acting({ environment: "desert" }), { happened });

    expect(document.querySelector(".map.desert")).not.toBeNull();
    expect(named("c1")).toBe("c1, empty desert");
    const touched = [...document.querySelectorAll<HTMLElement>(".touched")].map((each) => each.dataset.space);
    expect(touched).toEqual(["b2", "b3"]);
  });
});

describe("the map", () => {
  test("has 66 spaces and the four exits in six rows, each with a full name", () => {
    const { named } = show(acting());

    expect(document.querySelectorAll('[role="grid"] > [role="row"]')).toHaveLength(6);
    expect(document.querySelectorAll('[role="gridcell"]')).toHaveLength(70);
    expect(named("g4")).toBe("g4, the mother, awake, 2 sleep tokens");
    expect(named("b3")).toBe("b3, baby, awake");
    expect(named("e1")).toBe("e1, baby, asleep since this round");
    expect(named("h4")).toBe("h4, scientist, active, has attacked in this round");
    expect(named("l6")).toBe("l6, scientist, frightened");
    expect(named("f2")).toBe("f2, rock");
    expect(named("c5")).toBe("c5, fire");
    expect(named("m6")).toBe("m6, exit");
    expect(named("c1")).toBe("c1, empty jungle");
    expect(named("a1")).toBeUndefined();
  });

  test("has the shape that its tiles give it, with water, bridges and exits in its edge", () => {
    const tiles = [
      "-----1222334-",
      "---111222334-",
      "-00011222334-",
      "-56677788999-",
      "-566777888---",
      "-5667778-----",
    ];
    const more = { map: "canyon", tiles, exits: ["e1", "a3", "m4", "i6"], rocks: ["h2"], barrier: "water" };
    const { named } = show(acting({ ...more, barriers: ["g3"], bridges: ["g4"], fires: [], figures: [] }));

    expect(document.querySelectorAll('[role="gridcell"]')).toHaveLength(54 + 4);
    expect(document.querySelectorAll(".cliff")).toHaveLength(66 - 54 - 2); // two exits are among them
    expect(named("b1")).toBeUndefined();
    expect(named("e1")).toBe("e1, exit");
    expect(named("g3")).toBe("g3, water");
    expect(named("g4")).toBe("g4, empty bridge");
    expect(document.querySelector('[data-space="e1"]')!.classList).toContain("north");
    expect(document.querySelector('[data-space="i6"]')!.classList).toContain("south");
  });

  test("says what the sister and hounds do", () => {
    const figures = [
      figure("sister", "g4", { is_active: false, is_fresh: true }),
      figure("sister", "g5", { is_used: true }),
      figure("hound", "h5", { is_active: false }),
    ];
    const { named, text } = show(acting({ figures, hounds: 1, kennel: 2 }));

    expect(named("g4")).toBe("g4, the sister, asleep since this round");
    expect(named("g5")).toBe("g5, the sister, awake, has killed in this round");
    expect(named("h5")).toBe("h5, hound, frightened");
    expect(text('[data-indicator="hounds"] dt')).toBe("hounds on board, 2 in the kennel");
  });

  test("shows what lies down, and what is locked for this round", () => {
    show(acting());

    expect(document.querySelector('[data-space="e1"] .asleep')).not.toBeNull();
    expect(document.querySelector('[data-space="e1"] .locked')?.textContent).toBe("z");
    expect(document.querySelector('[data-space="l6"] .frightened')).not.toBeNull();
    expect(document.querySelector('[data-space="l6"] .badge')?.textContent).toBe("!");
    expect(document.querySelector('[data-space="l6"] .locked')).toBeNull();
  });

  test("a fire is picked as a fire by the mother, and as a space by a scientist who drives over it", () => {
    const doused = show(acting(), { choices: [choice("mother:g4", "fire:c5")] });
    doused.picking.pick("mother:g4");
    flushSync();
    expect(doused.find("fire:c5")?.dataset.mark).toBe("can");

    const driven = show(acting({ phase: "effect", effect_name: "Jeep", units: 1, to_act: [1] }), {
      seat: 1,
      choices: [choice("scientist:h4", "space:c5")],
    });
    driven.picking.pick("scientist:h4");
    flushSync();
    expect(driven.find("space:c5")?.dataset.mark).toBe("can");
  });

  test("a scientist in fire must walk on", () => {
    const view = acting({ in_fire: "h4", fires: ["h4"], to_act: [1] });
    const { find } = show(view, { seat: 1, choices: [choice("scientist:h4", "space:h5")] });

    expect(find("scientist:h4")?.dataset.must).toBe("");
    expect(find("scientist:h4")?.getAttribute("aria-label")).toContain("in fire");
  });

  test("the tab stop goes with a figure that was moved", async () => {
    const { find } = show(acting());
    const stop = playable(new Picking())(document.body);
    find("space:g5")!.focus();

    find("space:g5")!.dataset.pick = "mother:g5"; // as when the mother comes there
    await tick();

    expect(find("mother:g5")?.getAttribute("tabindex")).toBe("0");
    if (stop) stop();
  });
});

describe("placing", () => {
  const empty: Partial<RaptorView> = {
    phase: "placement",
    figures: [figure("baby", "c1"), figure("baby", "i1")],
    tray: [
      { kind: "mother", left: 1 },
      { kind: "baby", left: 3 },
    ],
    fires: [],
    scientists: 0,
    reserve: 10,
  };

  test("the tray holds what is left, and can be dragged to the map", () => {
    const { find, named, text } = show(acting(empty), { choices: [choice("tray:mother", "space:f1")] });

    expect(find("tray:mother")?.dataset.drag).toBe("");
    expect(find("tray:baby")?.getAttribute("aria-label")).toBe("baby to place, 3 left");
    expect(find("tray:scientist")).toBeNull();
    expect(text(".dock .left")).toBe("4 pieces to place");
    expect(named("b1")).toBe("b1, empty jungle, upper left L-tile");
    expect(named("f5")).toBe("f5, empty jungle, lower central tile");
  });

  test("the mother that disappeared comes back from the tray", () => {
    const { find } = show(acting({ phase: "return", tray: [{ kind: "mother", left: 1 }], figures: [] }), {
      choices: [choice("tray:mother", "space:b1")],
    });

    expect(find("tray:mother")?.dataset.mark).toBe("can");
  });

  test("reinforcements wait in the tray", () => {
    const view = acting({ phase: "effect", tray: [{ kind: "scientist", left: 1 }], to_act: [1] });
    const { find } = show(view, { seat: 1 });

    expect(find("tray:scientist")?.getAttribute("aria-label")).toBe("scientist to place, 1 left");
  });
});

describe("cards and buttons", () => {
  test("a card waits to be confirmed, an action does not", () => {
    const { picking, played } = show(acting(CHOOSING), { choices: [choice("card:2"), choice("done")] });

    picking.pick("card:2");
    expect(played).toEqual([]);
    picking.back();
    picking.pick("done");
    expect(played).toEqual(["done"]);
  });

  test("stopping with points left is asked about first, and not where nothing else can be done", () => {
    const [stop, move] = [choice("done"), choice("mother:g4", "space:g5")];

    expect(client.asksFirst(stop, acting(), [stop, move])).toBe("You still have 3 points. Stop anyway?");
    expect(client.asksFirst(stop, acting(), [stop])).toBeNull();
    expect(client.asksFirst(move, acting(), [stop, move])).toBeNull();
  });

  test("a seat that waits has no button to stop", () => {
    expect(show(acting(), { choices: [choice("done")] }).find("done")).not.toBeNull();
    expect(show(acting(), { seat: 1 }).find("done")).toBeNull();
  });

  test("your own hand is open, a card that the other side chose is not", () => {
    const cards = [acting().cards[0]!, { ...NO_CARDS, has_chosen: true }];
    const { find, text } = show(acting({ ...CHOOSING, cards }), { choices: [choice("card:2")] });

    expect(find("card:2")?.getAttribute("aria-label")).toMatch(/^card 2, Disappearance and Observation/);
    expect(document.querySelector('[aria-label="a hidden card"] .back')).not.toBeNull();
    expect(text('[aria-label="Cards of the Scientist"] .gives')).toBe("has chosen");
  });

  test("under Observation the Raptor sees the card of the Scientist", () => {
    const cards = [
      acting().cards[0]!,
      { ...NO_CARDS, has_chosen: true, chosen: card(8, "jeep", "Jeep", "1 to 4 rides") },
    ];
    show(acting({ ...CHOOSING, observation: true, cards }));

    expect(document.querySelector('[aria-label="card 8, Jeep, 1 to 4 rides"]')).not.toBeNull();
  });

  test("on one device words name the side, not you", () => {
    const cards = [{ ...acting().cards[0]!, has_chosen: true }, NO_CARDS];
    const { text } = show(acting({ ...CHOOSING, cards }), { you: null });

    expect(document.querySelector('[role="listbox"]')?.getAttribute("aria-label")).toBe("Hand of the Raptor");
    expect(text(".dock .left")).toBe("The Raptor chose a card.");
    expect(document.body.textContent).not.toMatch(/\byour?\b/i);
  });

  test("spectators see no hand", () => {
    const { text } = show(acting({ ...CHOOSING, cards: [NO_CARDS, NO_CARDS] }), { seat: null });

    expect(text(".hand")).toBe("Both hands are hidden: 2 and 2 cards.");
  });

  test("the second seat may play the Raptor", () => {
    const { find, text } = show(acting({ ...CHOOSING, sides: [SCIENTIST, RAPTOR] }), { seat: 1 });

    expect(find("card:2")).not.toBeNull();
    expect(text('[aria-label="Cards of the Raptor"] .player')).toBe("Bea");
  });

  test("a frightened scientist stands up by a button", () => {
    const { find, played, picking } = show(acting({ to_act: [1] }), {
      seat: 1,
      choices: [choice("scientist:l6", "stand"), choice("done")],
    });
    expect(find("done")?.getAttribute("aria-label")).toBe("Stop, 3 points left, can be picked");

    picking.pick("scientist:l6");
    flushSync();
    expect(find("stand")?.dataset.mark).toBe("can");
    picking.pick("stand");
    expect(played).toEqual(["scientist:l6-stand"]);
  });
});

describe("what happened", () => {
  test.each([
    ["gas", { to: "b3" }, "b3", "gas"],
    ["fear", { to: "l6" }, "l6", "roar"],
    ["jeep", { from: "h6", to: "h4", fires: ["h5"] }, "h4", "jeep"],
    ["douse", { from: "g4", to: "g5", fires: ["g5"] }, "g5", "fire"],
    ["disappear", { space: "g4" }, "g4", "mother"],
    ["mother", { to: "g4" }, "g4", "dust"],
  ])("%s is seen for a moment", (kind, data, space, drawing) => {
    show(acting(), { happened: [{ kind, message: "", data }] });

    expect(document.querySelector(`[data-space="${space}"] .overlay .${drawing}`)).not.toBeNull();
    expect(animate).toHaveBeenCalled();
  });

  test("a baby that escapes stands at its exit first, and then runs into the woods", () => {
    const escape = { kind: "escape", message: "", data: { to: "a3" } };
    const before = client.meanwhile(acting({ escaped: 1 }), [escape], acting());
    const { named, text } = show(before, {
      happened: [{ kind: "step", message: "", data: { from: "b3", to: "a3" } }],
    });
    expect(named("a3")).toContain("baby");
    expect(text('[data-indicator="escaped"] b')).toBe("0");

    show(acting({ escaped: 1 }), { happened: [escape] });
    const drawn = [...document.querySelectorAll<HTMLElement>('[data-space="a3"] .overlay')];
    expect(drawn.map(({ dataset }) => dataset.drawing)).toEqual(["baby", "dust"]);
  });

  test("cards that were chosen lie face down until they are revealed", () => {
    const reveal = { kind: "reveal", message: "", data: { cards: [8, 3] } };

    show(client.meanwhile(acting(), [reveal], acting({ ...CHOOSING })));

    expect(document.querySelectorAll('[aria-label="a hidden card"]')).toHaveLength(2);
  });

  test("the cards of a round lie open until the next one begins, also when they are equal", () => {
    const cards = acting().cards.map((each) => ({ ...each, revealed: card(5, "fire", "Fire"), role: "" }));
    const next = acting({ ...CHOOSING, cards });

    const shown = client.meanwhile(next, [{ kind: "round", message: "", data: {} }], next);
    const { text } = show(shown, { seat: null });
    expect(document.querySelectorAll('.slot[aria-label="card 5, Fire"]')).toHaveLength(2);
    expect(text('[aria-label="Cards of the Raptor"] .gives')).toBe("equal cards: nothing");

    show(client.meanwhile(next, [], next), { seat: null });
    expect(document.querySelectorAll('.slot[aria-label="no card"]')).toHaveLength(2);
  });

  test.each([
    ["mother", { from: "g4", to: "d4" }, ["e4", "f4", "g4"], "claws"],
    ["jeep", { from: "h6", to: "h4" }, ["h5", "h6"], "tyres"],
    ["step", { from: "h3", to: "h4" }, ["h3"], "boots"],
    ["call", { from: "c1", to: "b3" }, ["c1"], "claws"],
  ])("%s leaves its tracks where it went", (kind, data, spaces, track) => {
    show(acting(), { happened: [{ kind, message: "", data }] });

    const tracks = [...document.querySelectorAll(`.${track}`)].map((each) => each.closest<HTMLElement>("[data-space]"));
    expect(tracks.map((each) => each!.dataset.space).sort()).toEqual(spaces);
  });
});
