import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";

import type { AnyRequest, Choice, Happening, RaptorView, Snapshot, Table, Update } from "../../wire";
import { infoOf, recorded } from "../../lib/match/recorded";
import { MatchStore } from "../../lib/match.svelte";
import { settings } from "../../lib/settings.svelte";
import { speech } from "../../lib/speech.svelte";
import Board from "./Board.svelte";
import { drafting, type DraftedView } from "./drafting";
import client from "./index";

const sent = vi.hoisted(() => [] as AnyRequest[]);
vi.mock("../../lib/connection.svelte", () => ({
  connection: { listen: () => () => {}, send: (request: AnyRequest) => sent.push(request) },
}));
vi.mock("../../lib/sound", () => ({ play: vi.fn() }));

const SQUARE = ["c", "d", "e", "f", "g", "h", "i", "j", "k"].flatMap((letter) =>
  [1, 2, 3, 4, 5, 6].map((row) => `${letter}${row}`),
);
const steps = recorded("raptor");
const snapshot = steps[0]!.reply as Snapshot;
const empty = { ...(snapshot.table.view as RaptorView), rocks: [], figures: [] };

function choice(kind: string, space: string): Choice {
  return {
    action: `${kind}:${space}`,
    picks: [`tray:${kind}`, `space:${space}`],
    label: `place a ${kind} on ${space}`,
  };
}

/** What the server allows the Raptor when these stand already: see `may_place_baby` and `may_place_mother`. */
function legal(placed: string[] = []): Choice[] {
  const tile = (space: string): string => `${Math.floor((space.charCodeAt(0) - 99) / 3)}${Number(space[1]) > 3}`;
  const isCentral = (space: string): boolean => "fgh".includes(space[0]!);
  const taken = placed.map((action) => tile(action.split(":")[1]!));
  const hasCentralBaby = placed.some((action) => action.startsWith("baby:") && isCentral(action.split(":")[1]!));
  const free = SQUARE.filter((space) => !taken.includes(tile(space)));
  const mother = placed.some((action) => action.startsWith("mother")) ? [] : free.filter(isCentral);
  const babies = free.filter((space) => !isCentral(space) || !hasCentralBaby);
  return [...mother.map((space) => choice("mother", space)), ...babies.map((space) => choice("baby", space))];
}

function drafted(draft: string[]): NonNullable<ReturnType<typeof drafting>> {
  return drafting(empty, legal(), draft)!;
}

/** The draft after the choice with these picks. */
function after(draft: string[], ...picks: string[]): string[] | null {
  return drafted(draft).choices.find((each) => each.picks.join() === picks.join())!.draft;
}

const FAMILY = ["mother:g2", "baby:c1", "baby:i1", "baby:c4", "baby:g5", "baby:i4"];

describe("a placement", () => {
  test("is drafted piece by piece, and counted", () => {
    const { view, prompt, choices } = drafted(FAMILY.slice(0, 2));

    expect(view.tray).toEqual([
      { kind: "mother", left: 0 },
      { kind: "baby", left: 4 },
    ]);
    expect(prompt).toMatch(/^4 pieces to place\./);
    expect(choices.some(({ picks }) => picks[0] === "confirm")).toBe(false);
    expect(drafted([]).prompt).toBe(""); // what the server asks
  });

  test("lets the sister share the mother's tile, but not her space", () => {
    const tray = ["mother", "sister", "baby"].map((kind) => ({ kind, left: kind === "baby" ? 5 : 1 }));
    const sisters = ["g2", "g3"].map((space) => choice("sister", space));
    const drafted = drafting({ ...empty, tray }, [...legal(), ...sisters], ["mother:g2"])!;
    const picks = drafted.choices.map((each) => each.picks.join());

    expect(picks).toContain("tray:sister,space:g3");
    expect(picks).not.toContain("tray:sister,space:g2");
  });

  test("can be confirmed when all pieces stand", () => {
    expect(after(FAMILY, "confirm")).toBeNull();
  });

  test("is changed by moving a piece to any place where it may start", () => {
    expect(after(FAMILY, "baby:c1", "space:e3")).toEqual([...FAMILY.filter((each) => each !== "baby:c1"), "baby:e3"]);
    expect(drafted(FAMILY).choices.some(({ picks }) => picks.join() === "mother:g2,space:c2")).toBe(false);
  });

  test("lets two pieces exchange their tiles: the mother and the baby on the other central tile", () => {
    const exchanged = after(FAMILY, "mother:g2", "space:h4")!;

    expect(exchanged).toContain("mother:h4");
    expect(exchanged).toContain("baby:g2");
    expect(exchanged).toHaveLength(FAMILY.length);
    expect(drafted(FAMILY).choices.find(({ action }) => action === "g2-h4")!.happening!.message).toBe(
      "The mother on h4, a baby on g2.",
    );
  });

  test("refuses what leaves another piece without a place, and says why", () => {
    const can = (draft: string[], ...picks: string[]) =>
      drafted(draft).choices.some((each) => each.picks.join() === picks.join());

    expect(can(["baby:g5"], "tray:mother", "space:f4")).toBe(false);
    expect(drafted(["baby:g5"]).whyNot(["tray:mother", "space:f4"])).toBe(
      "Each tile takes one piece, and there is already a baby on g5.",
    );
    expect(can(["baby:g5"], "tray:baby", "space:f1")).toBe(false);
    expect(drafted(["baby:g5"]).whyNot(["tray:baby", "space:f1"])).toBe(
      "One of the two central tiles must stay free for the mother.",
    );
    expect(can(FAMILY, "baby:c1", "space:h1")).toBe(false); // the mother cannot go to c1
    expect(can(FAMILY, "baby:g5", "space:h1")).toBe(true);
  });

  test("of one kind of piece is made by picking spaces alone", () => {
    expect(after(["mother:g2"], "space:c1")).toEqual(["mother:g2", "baby:c1"]);
    expect(drafted([]).choices.some(({ picks }) => picks[0] === "space:c1")).toBe(false);
  });

  test("has one text for each choice, so that it can be typed", () => {
    for (const count of [0, 1, 3, 6]) {
      const texts = drafted(FAMILY.slice(0, count)).choices.map(({ action }) => action);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  test("loses what the server does not allow any more", () => {
    const played = ["baby:c2"];
    const { draft } = drafting(empty, legal(played), FAMILY)!;

    expect(draft).toEqual(FAMILY.filter((each) => each !== "baby:c1"));
  });

  test("explains itself, or asks the server as if all pieces were in the tray", () => {
    expect(drafted(FAMILY.slice(0, 2)).whyNot(["confirm"])).toBe("Place all pieces first: 4 pieces to go.");
    expect(drafted(FAMILY).whyNot(["mother:g2", "space:b1"])).toEqual(["tray:mother", "space:b1"]);
    expect(drafted(FAMILY).whyNot(["tray:baby", "space:b1"])).toEqual(["tray:baby", "space:b1"]);
  });
});

describe("at the table", () => {
  let match: MatchStore;
  let board: object | null = null;
  afterEach(() => {
    if (board) void unmount(board);
    board = null;
    match.close();
    sessionStorage.clear();
    sent.length = 0;
    settings.change({ confirm_moves: false });
  });

  function table(version: number, placed: string[]): Table {
    const figures = placed.map((action) => {
      const [kind, space] = action.split(":");
      return { kind: kind!, space: space!, is_active: true, is_fresh: false, is_used: false };
    });
    const babies = 5 - placed.filter((action) => action.startsWith("baby")).length;
    const tray = [
      { kind: "mother", left: placed.some((action) => action.startsWith("mother")) ? 0 : 1 },
      { kind: "baby", left: babies },
    ];
    const isDone = placed.length === FAMILY.length;
    const view = { ...empty, phase: "placement", figures, tray: isDone ? [{ kind: "scientist", left: 4 }] : tray };
    const acting = isDone ? { to_act: [1], choices: [] } : { to_act: [0], choices: legal(placed) };
    return { ...snapshot.table, version, view, outcome: null, prompt: "Place.", ...acting };
  }

  function open(placed: string[] = []): void {
    match = new MatchStore(...infoOf("raptor", steps), client as never);
    match.onReply({ ...snapshot, events: [], table: table(1, placed) });
  }

  const acts = (): string[] =>
    sent.flatMap((each) => (each.type === "act" ? [(each.command as { action: string }).action] : []));
  const draft = (): string[] => (match.table!.view as DraftedView).draft;

  /** Let the server play what was sent last. */
  function answer(version: number, placed: string[]): void {
    const happened: Happening = { kind: "baby", message: `Placed ${placed.at(-1)}.`, data: {} };
    const event = { version, at_ms: 0, kind: "acted", seat: 0, happenings: [happened], by_clock: false, taken_back: 0 };
    match.onReply({ type: "done", match: match.id, key: (sent.at(-1) as { key: string }).key } as never);
    match.onReply({
      type: "update",
      match: match.id,
      viewer: 0,
      table: table(version, placed),
      events: [event],
    } as Update);
  }

  function placeAll(): void {
    for (const action of FAMILY) {
      const [kind, space] = action.split(":");
      match.picking.pick(`tray:${kind}`);
      match.picking.pick(`space:${space}`);
    }
  }

  test("nothing is sent before it is confirmed, and then one piece after another", () => {
    settings.change({ confirm_moves: true }); // the placement is confirmed as a whole, not piece by piece
    open();
    placeAll();
    match.picking.pick("baby:c1");
    match.picking.pick("space:e3");
    expect(speech.polite).toBe("A baby on e3. All pieces are placed. Confirm, or move them.");
    expect(acts()).toEqual([]);

    match.picking.pick("confirm");
    const placed = draft();
    for (let count = 1; count <= placed.length; count++) {
      expect(acts()).toEqual(placed.slice(0, count));
      answer(1 + count, placed.slice(0, count));
    }

    expect(acts()).toEqual(placed);
    expect(placed).toContain("baby:e3");
    expect(speech.polite).toContain("Placed");
    expect("draft" in (match.table!.view as object)).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  test("a draft survives updates, a new connection and a reload", () => {
    open();
    placeAll();
    match.onReply({ type: "update", match: match.id, viewer: 0, number: 2, table: table(1, []), events: [] });
    match.onOpen();
    match.onReply({ ...snapshot, events: [], table: table(1, []) });
    expect(draft()).toEqual(FAMILY);

    match.close();
    open();
    expect(draft()).toEqual(FAMILY);
  });

  test("what a refusal stops stays on the map and can be changed", () => {
    open();
    placeAll();
    match.picking.pick("confirm");
    answer(2, FAMILY.slice(0, 1));
    const { key } = sent.at(-1) as { key: string };

    match.onReply({ type: "refused", match: match.id, key, code: "match/over", message: "Not now." });

    expect(match.notice?.message).toBe("Not now.");
    expect(draft()).toEqual(FAMILY.slice(1));
    expect(match.picking.canPick("confirm")).toBe(true);
    expect(acts()).toHaveLength(2);
  });

  test("a board shows what waits for the confirmation, and a button that says what is missing", () => {
    open();
    match.picking.pick("tray:mother");
    match.picking.pick("space:g2");
    const { view, seats } = match.table!;
    const props = {
      view: view as DraftedView,
      seat: 0,
      seats,
      toAct: [0],
      picking: match.picking,
      happened: match.happened,
    };
    board = mount(Board, { target: document.body, props: { ...props, isOver: false } });
    flushSync();

    const label = (pick: string) => document.querySelector(`[data-pick="${pick}"]`)?.getAttribute("aria-label");
    expect(label("mother:g2")).toContain("not confirmed yet");
    expect(label("confirm")).toBe("Confirm placement, 5 pieces to place first");
    match.picking.pick("confirm");
    expect(match.notice?.message).toBe("Place all pieces first: 5 pieces to go.");
  });
});
