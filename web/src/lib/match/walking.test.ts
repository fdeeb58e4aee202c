// Walking through the moves of a running match: the board shows the past, and the match goes on.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { loadGame } from "../../games";
import type { AnyRequest, EventView, Frame, Replay, Snapshot, Table } from "../../wire";
import { get } from "../api";
import { MatchStore } from "../match.svelte";
import { settings } from "../settings.svelte";
import MatchScreen from "./MatchScreen.svelte";
import { infoOf, recorded } from "./recorded";

const sent = vi.hoisted(() => [] as AnyRequest[]);
vi.mock("../connection.svelte", () => ({
  connection: { listen: () => () => {}, send: (request: AnyRequest) => sent.push(request) },
}));
vi.mock("../sound", () => ({ play: vi.fn() }));
vi.mock("../api", async (original) => ({ ...(await original<object>()), get: vi.fn() }));
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 }); // boards are compiled on a busy machine
Element.prototype.scrollIntoView = () => {};

const client = await loadGame("checkers");
const steps = recorded("checkers");
const snapshot = steps[0]!.reply as Snapshot;
let match: MatchStore;
let screen: Record<string, unknown>;

function acted(version: number, seat: number): EventView {
  const happenings = [{ kind: "move", message: `Move ${version}.`, data: {} }];
  return { version, at_ms: 0, kind: "acted", seat, happenings, by_clock: false, taken_back: 0 };
}

/** The replay up to a version, as the server would send it. */
function replayTo(last: number): Replay {
  const frames: Frame[] = Array.from({ length: last }, (_, index) => ({
    version: index + 1,
    event: index ? acted(index + 1, index % 2) : null,
    sides: ["Black", "White"],
    to_act: [0],
    view: snapshot.table.view,
    drawing: "",
    position: null,
    face_down: [],
  }));
  return { game: "checkers", options: {}, pace: "none", names: ["Ann", "Bo"], viewer: 0, message: "", frames };
}

const at = (version: number): Table => ({ ...snapshot.table, version, to_act: [0] });
const the = (selector: string) => document.querySelector<HTMLElement>(selector);
const text = (selector: string) => the(selector)!.textContent.replace(/\s+/g, " ").trim();
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent.trim()) === name,
  );

beforeEach(() => {
  settings.change({ speed: "instant" });
  sent.length = 0;
  const [info, game] = infoOf("checkers", steps);
  match = new MatchStore(info, game, client);
  match.onReply({ ...snapshot, table: at(3), events: [acted(2, 0), acted(3, 1)] });
  screen = mount(MatchScreen, { target: document.body, props: { match, info, game, client, invitation: "" } });
  flushSync();
  vi.mocked(get).mockImplementation(() => Promise.resolve(replayTo(match.table!.version)));
});
afterEach(() => {
  void unmount(screen);
  match.close();
  vi.clearAllMocks();
});

async function look(name: string): Promise<void> {
  (button(name) ?? the(`li[data-version="${name}"]`))!.click();
  await vi.waitFor(() => expect(the(".past")).not.toBeNull());
  flushSync();
}

test("a line of the log shows its position, marked as the past, over a board that cannot be played", async () => {
  await look("2");

  expect(get).toHaveBeenCalledWith(`/api/matches/${match.id}/replay?seat=0`);
  expect(text("[data-part=look-back] p")).toBe("Move 1 of 2, the match goes on. Move 2.");
  expect([...document.querySelectorAll<HTMLElement>(".stage")].every((stage) => stage.inert)).toBe(true);
  expect([button("Undo"), button("Hint"), the("#command")]).toEqual([undefined, undefined, null]);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
  expect(sent).toEqual([]);
});

test("it is walked by the buttons, the keys and the list, and left again", async () => {
  await look("Look back");
  expect(the(".past")!.dataset.place).toBe("1");
  const press = (key: string) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
    return the(".past")?.dataset.place;
  };
  expect(["Home", "ArrowRight", "End", "ArrowRight", "ArrowLeft"].map(press)).toEqual(["0", "1", "2", "2", "1"]);
  button("First")!.click();
  flushSync();
  expect(the('[aria-label="Moves"] [aria-current]')!.textContent).toContain("begin");
  the('[aria-label="Moves"] li:nth-child(3) button')!.click();
  flushSync();
  expect(the(".past")!.dataset.place).toBe("2");

  press("Escape");
  expect(the(".past")).toBeNull();
  expect([the(".stage")!.inert, button("Undo")?.textContent]).toEqual([false, "Undo"]);
});

test("a new move brings a notice and a line, and the picture stays", async () => {
  await look("2");
  match.onReply({ type: "update", match: match.id, viewer: 0, number: 2, table: at(4), events: [acted(4, 1)] });
  flushSync();
  await vi.waitFor(() => expect(document.querySelectorAll('[aria-label="Moves"] li')).toHaveLength(4));

  expect(the(".past")!.dataset.place).toBe("1");
  expect(text("[data-part=look-back] p")).toBe("Move 1 of 3, the match goes on. New: Move 4.");
  button("Back to the match")!.click();
  flushSync();
  expect([match.table!.version, the(".past")]).toEqual([4, null]);
});

test("another player who gets the device sees none of it", async () => {
  await look("2");
  match.seat = 1;
  flushSync();
  expect(the(".past")).toBeNull();
});

test("without moves, and where the server refuses, a sentence says so", async () => {
  vi.mocked(get).mockRejectedValueOnce(new Error("The match was played by older rules."));
  button("Look back")!.click();
  await vi.waitFor(() => expect(match.notice?.message).toBe("The match was played by older rules."));
  match.log = [];
  flushSync();
  button("Look back")!.click();
  expect(match.notice?.message).toBe("There are no moves to look back at yet.");
});
