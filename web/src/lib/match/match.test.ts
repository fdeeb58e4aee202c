// A match as it is shown: recorded matches, played back in virtual time.
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { loadGame } from "../../games";
import type { AnyRequest, Choice, EventView, Happening, Snapshot, Table, Update } from "../../wire";
import type { GameClient } from "../gameClient";
import { MatchStore } from "../match.svelte";
import { settings } from "../settings.svelte";
import { play } from "../sound";
import { speech } from "../speech.svelte";
import { infoOf, recorded, recordedGames, type Step } from "./recorded";

const sent = vi.hoisted(() => [] as AnyRequest[]);
vi.mock("../connection.svelte", () => ({
  connection: { listen: () => () => {}, send: (request: AnyRequest) => sent.push(request) },
}));
vi.mock("../sound", () => ({ play: vi.fn() }));

vi.setConfig({ testTimeout: 60_000 }); // on a busy machine: minutes of a match are played back

const TICK_MS = 20;
const THOUGHT_MS = 500; // that the person takes
const SHORTEST_MS = 300; // that everything is seen

let match: MatchStore;
const shownMs = new Map<Happening, number>();
let spoken: string[] = [];

const clients = new Map<string, GameClient<unknown>>();
const LOADING_MS = 120_000; // all boards are compiled

beforeAll(async () => {
  for (const game of recordedGames) clients.set(game, await loadGame(game));
}, LOADING_MS);
beforeEach(() => {
  vi.useFakeTimers();
  settings.change({ speed: "normal", ask_first: true, confirm_moves: false });
  sent.length = 0;
  shownMs.clear();
  spoken = [];
});
afterEach(() => {
  match?.close();
  vi.useRealTimers();
});

function open(game: string, steps: Step[], client?: Partial<GameClient<unknown>>): void {
  match = new MatchStore(...infoOf(game, steps), { ...clients.get(game)!, ...client });
}

/** Let time pass, and measure what is on screen and what is said. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += TICK_MS) {
    vi.advanceTimersByTime(TICK_MS);
    listen();
    for (const happening of match.happened) shownMs.set(happening, (shownMs.get(happening) ?? 0) + TICK_MS);
  }
}

function listen(): void {
  flushSync();
  const words = speech.polite.trim();
  if (words && words !== spoken.at(-1)) spoken.push(words);
}

function receive({ sent }: Step): void {
  match.onReply(sent);
  listen();
}

/** Play a match back as it was recorded; the person answers when it can be done, after a thought. */
function playBack(steps: Step[]): void {
  let last: Step | null = null;
  for (const step of steps) {
    if (last?.plays) {
      while (match.director.isBehind) pass(TICK_MS);
      pass(THOUGHT_MS);
    }
    pass(last ? step.at_ms - last.at_ms : 0);
    receive(step);
    last = step;
  }
  while (match.director.isBehind) pass(TICK_MS);
  pass(THOUGHT_MS);
}

function happeningsOf(steps: Step[]): Happening[] {
  const updates = steps.filter(({ reply }) => reply.type === "update");
  return updates.flatMap(({ reply }) => reply.events.flatMap(({ happenings }) => happenings));
}

describe.each(recordedGames)("in a recorded match of %s", (game) => {
  test("everything that happens is on screen long enough, in its order, and ends in the newest state", () => {
    const steps = recorded(game);
    open(game, steps);

    playBack(steps);

    const all = happeningsOf(steps);
    const shown = [...shownMs.keys()];
    expect(shown).toEqual(all);
    expect([...shownMs].filter(([, ms]) => ms < SHORTEST_MS)).toEqual([]);
    expect(match.table!.version).toBe(steps.at(-1)!.reply.table.version);
    expect(match.log.flatMap(({ happenings }) => happenings).slice(-all.length)).toEqual(all);
  });

  test("each happening is said once, and the prompt once at the end", () => {
    const steps = recorded(game);
    open(game, steps);
    speech.say("");

    playBack(steps);

    const text = spoken.join("\n");
    for (const { message } of happeningsOf(steps)) expect(text).toContain(message);
    const prompts = steps.map(({ reply }) => reply.table.prompt).filter(Boolean);
    const doubled = spoken.filter((words) => prompts.some((prompt) => words.split(prompt).length > 2));
    expect(doubled).toEqual([]);
  });

  test("a change that is missing is noticed: the whole match is fetched once, and shown", () => {
    const steps = recorded(game);
    open(game, steps);
    match.onReply(steps[0]!.sent);
    sent.length = 0;
    for (const { sent } of steps.slice(2, 5)) match.onReply(sent);

    expect(match.table!.version).toBe(steps[0]!.reply.table.version);
    expect(sent.filter(({ type }) => type === "subscribe")).toEqual([
      { type: "subscribe", match: match.id, seat: 0, invitation: "", since: null, changes: true },
    ]);
    const { table, number } = steps[4]!.reply;
    match.onReply({ ...(steps[0]!.reply as Snapshot), table, number });
    receive(steps[5]!);
    while (match.director.isBehind) pass(TICK_MS);
    expect(match.table!.version).toBe(steps[5]!.reply.table.version);
  });

  test("what is picked stays over everything that does not forbid it", () => {
    const [step] = recorded(game).filter(({ plays }) => plays);
    const steps = recorded(game);
    open(game, steps, { alwaysConfirm: true, drafting: () => null });
    const snapshot = { ...(steps[0]!.reply as Snapshot), table: step!.reply.table };
    match.onReply(snapshot);
    const choice = match.picking.choices.at(-1)!;
    match.picking.choose(choice);
    expect(match.picking.ready).toEqual(choice);

    const stays = (): void => expect(match.picking.ready?.action).toBe(choice.action);
    match.onReply(update(snapshot.table, []));
    stays();
    match.onReply({
      type: "chat_line",
      match: match.id,
      said: { seat: 1, name: "Ann", text: "Hello!", at_ms: 0 },
    });
    stays();
    match.onOpen();
    match.onReply(update(snapshot.table, []));
    stays();
    match.onOpen();
    match.onReply(snapshot);
    stays();
    const next = { ...snapshot.table, version: snapshot.table.version + 1 };
    match.onReply(update(next, [acted(next.version, 1, "one", "two")]));
    expect(match.director.isBehind).toBe(true);
    stays();
    vi.advanceTimersByTime(5_000);
    stays();

    match.picking.confirm();
    expect(sent.at(-1)).toMatchObject({ type: "act", seen_version: next.version, command: { action: choice.action } });
  });

  test("a pick that is no longer legal goes with a sentence", () => {
    const steps = recorded(game);
    const step = steps.find(({ plays }) => plays)!;
    open(game, steps, { alwaysConfirm: true, drafting: () => null });
    const { table } = step.reply;
    match.onReply({ ...(steps[0]!.reply as Snapshot), table });
    const choice = match.picking.choices.at(-1)!;
    match.picking.choose(choice);

    const rest = table.choices.filter(({ action }) => action !== choice.action);
    match.onReply(update({ ...table, version: table.version + 1, choices: rest }, [acted(table.version + 1, 1, "x")]));

    expect(match.picking.picked).toEqual([]);
    expect(match.notice?.message).toBe("Your pick is no longer possible.");
    expect(sent.at(-1)).toMatchObject({ type: "explain", picks: choice.picks });

    match.onReply({ type: "explained", match: match.id, picks: choice.picks, message: "It is taken." });
    expect(match.notice?.message).toBe("Your pick is no longer possible: It is taken.");
  });
});

function acted(version: number, seat: number, ...kinds: string[]): EventView {
  const happenings = kinds.map((kind) => ({ kind, message: `${kind} happened.`, data: {} }));
  return { version, at_ms: 0, kind: "acted", seat, happenings, by_clock: false, taken_back: 0 };
}

function update(table: Table, events: EventView[]): Update {
  return { type: "update", match: match.id, viewer: 0, number: 2, table, events };
}

/** Open a match in which it is the computer's turn; return a table of a later version. */
function watch(): (version: number, changes?: Partial<Table>) => Table {
  const steps = recorded("checkers");
  open("checkers", steps);
  const { table } = steps[0]!.reply;
  match.onReply({ ...(steps[0]!.reply as Snapshot), table: { ...table, version: 1 } });
  return (version, changes = {}) => ({ ...table, version, ...changes });
}

describe("the director", () => {
  test("shows the newest state at once on a tap, and says the rest", () => {
    const at = watch();
    match.onReply(update(at(2), [acted(2, 1, "move", "one", "two")]));
    match.onReply(update(at(3), [acted(3, 1, "three")]));
    expect(match.happened.map(({ kind }) => kind)).toEqual(["move"]);
    expect(match.table!.prompt).toBe("move happened.");

    match.director.finish();

    expect(match.table!.version).toBe(3);
    expect(match.director.isBehind).toBe(false);
    expect(speech.polite).toContain("one happened. two happened. three happened.");
  });

  test("shows one's own action at once", () => {
    const at = watch();
    match.onReply(update(at(2), [acted(2, 1, "reveal")]));

    match.onReply(update(at(3), [acted(3, 0, "move")]));

    expect(match.happened.map(({ kind }) => kind)).toEqual(["move"]);
  });

  test("does not wait at instant speed, nor in a hidden tab", () => {
    const at = watch();
    settings.change({ speed: "instant" });
    match.onReply(update(at(2), [acted(2, 1, "one", "two")]));
    expect(match.director.isBehind).toBe(false);
    expect(match.happened).toHaveLength(2);

    settings.change({ speed: "relaxed" });
    match.onReply(update(at(3), [acted(3, 1, "one", "two")]));
    expect(match.director.isBehind).toBe(true);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(match.table!.version).toBe(3);
    vi.restoreAllMocks();
  });

  test("keeps the clocks right while it is behind", () => {
    const at = watch();
    match.onReply(update(at(2), [acted(2, 1, "one", "two")]));
    const seats = at(3).seats.map((seat) => ({ ...seat, left_ms: 5_000 })) as Table["seats"];

    match.onReply(update(at(3, { seats }), [acted(3, 1, "three")]));

    expect(match.table!.version).toBe(2);
    expect(match.table!.seats[0].left_ms).toBe(5_000);
  });

  test("shows new sides only when the draw for them is over", () => {
    const at = watch();
    const sides = () => match.table!.seats.map(({ side }) => side);
    const before = sides();
    const seats = at(2).seats.map((seat) => ({ ...seat, side: `new ${seat.side}` })) as Table["seats"];

    match.onReply(update(at(2, { seats }), [acted(2, 1, "claim", "colours", "setup")]));
    expect(sides()).toEqual(before);

    match.director.finish();
    expect(sides()).toEqual(seats.map(({ side }) => side));
  });

  test("shows a result only when it has come to it", () => {
    const at = watch();
    const outcome = { winner: 1, reason: "", message: "Done.", experience: [0, 0] as [number, number] };

    match.onReply(update(at(2, { outcome }), [acted(2, 1, "move", "win")]));
    expect(match.isOver).toBe(false);

    vi.advanceTimersByTime(600);
    expect(match.isOver).toBe(true);
  });

  test("asks for all sentences again when a player has another name, so that old and new lines agree", () => {
    const at = watch();
    const seats = at(1).seats.map((seat) => ({ ...seat, name: "Ann" })) as Table["seats"];

    match.onReply(update(at(1, { seats }), []));

    expect(sent.at(-1)).toMatchObject({ type: "subscribe", since: null });
  });

  test("a presence update changes nothing on the board", () => {
    const at = watch();
    match.onReply(update(at(2), [acted(2, 1, "move")]));
    const { happened } = match;

    match.onReply(update(at(2), []));

    expect(match.happened).toBe(happened);
  });

  test("plays the sounds of captures and cards", () => {
    const at = watch();
    vi.mocked(play).mockClear();
    match.onReply(update(at(2, { to_act: [1] }), [acted(2, 1, "capture", "lead")]));
    vi.advanceTimersByTime(1_000);

    expect(vi.mocked(play).mock.calls.flat()).toEqual(["capture", "card"]);
  });
});

test("the second before the markers survives further updates", () => {
  const steps = recorded("matches_and_patches");
  const index = steps.findIndex(({ reply }) => reply.events.at(-1)?.happenings.some(({ kind }) => kind === "capture"));
  open("matches_and_patches", steps);
  steps.slice(0, index).forEach(receive);
  match.director.finish();

  const { table } = steps[index]!.reply;
  const { owners } = table.view as { owners: number[][] };
  receive(steps[index]!);
  match.onReply(update({ ...table, version: table.version + 1 }, [acted(table.version + 1, 1, "choose")]));
  vi.advanceTimersByTime(990);
  expect(match.happened[0]!.kind).toBe("place");
  expect((match.table!.view as { owners: number[][] }).owners).not.toEqual(owners);

  vi.advanceTimersByTime(5_000);
  expect((match.table!.view as { owners: number[][] }).owners).toEqual(owners);
});

describe("what gives something up", () => {
  const stop: Choice = { action: "stop", picks: ["stop"], label: "stop" };
  const asksFirst = ({ action }: Choice): string | null =>
    action === "stop" ? "You still have 7 points. Stop anyway?" : null;

  test("is asked about first, unless the setting says no", () => {
    const steps = recorded("checkers");
    open("checkers", steps, { asksFirst });
    const snapshot = steps[0]!.reply as Snapshot;
    match.onReply({ ...snapshot, table: { ...snapshot.table, to_act: [0], choices: [stop] } });

    match.picking.pick("stop");
    expect(match.picking.ready).toEqual(stop);
    expect(speech.polite).toContain("You still have 7 points. Stop anyway?");
    expect(sent.filter(({ type }) => type === "act")).toEqual([]);

    match.picking.clear();
    settings.change({ ask_first: false });
    match.picking.pick("stop");
    expect(sent.at(-1)).toMatchObject({ type: "act", command: { action: "stop" } });
  });
});

test("what was chosen is played all the same when the opponent was faster", () => {
  const at = watch();
  const choices = [{ action: "9-13", picks: ["square:9", "square:13"], label: "" }];
  match.onReply(update(at(2, { to_act: [0], choices }), [acted(2, 1, "move")]));
  match.picking.choose(choices[0]!);
  const { key } = sent.at(-1) as { key: string };
  match.onReply(update(at(3, { to_act: [0], choices }), [acted(3, 1, "move")]));

  match.onReply({ type: "refused", match: match.id, key, code: "match/stale_version", message: "" });

  expect(sent.at(-1)).toMatchObject({ type: "act", seen_version: 3, command: { action: "9-13" } });
  expect(match.notice).toBeNull();
});

test.each(recordedGames)("a rated match of %s waits without a view, and is shown when it is dealt", (game) => {
  const steps = recorded(game);
  const { reply } = steps[0]!;
  const table: Table = { ...reply.table, version: 1, view: null, to_act: [], choices: [], prompt: "Waiting." };
  open(game, steps);

  receive({ ...steps[0]!, sent: { ...(reply as Snapshot), events: [], table } });
  expect([match.isDealt, match.table!.prompt]).toEqual([false, "Waiting."]);
  expect(sent.filter(({ type }) => type === "draw")).toEqual([]);

  match.onReply(update({ ...reply.table, version: 3 }, []));
  expect(match.isDealt).toBe(true);
});

test("a line of chat is sent again until it comes back", () => {
  watch();
  const lines = () => sent.filter(({ type }) => type === "say");
  match.say("Hello");
  match.onOpen();
  expect(lines()).toHaveLength(2);
  expect(lines()[1]).toEqual(lines()[0]);

  const said = { at_ms: 1, seat: 0, name: "Ann", text: "Hello" };
  match.onReply({ type: "chat_line", match: match.id, said });
  match.onOpen();
  expect(lines()).toHaveLength(2);
  expect(match.chat).toEqual([said]);
});

test("on one device the first prompt names the player it speaks to", () => {
  const steps = recorded("checkers");
  match = new MatchStore(...infoOf("checkers", steps, [0, 1]), clients.get("checkers")!);

  receive(steps[0]!);

  const { seats, prompt } = match.table!;
  expect(seats[match.seat!]!.name).not.toBe("");
  expect(prompt.startsWith(`${seats[match.seat!]!.name}: `)).toBe(true);
});
