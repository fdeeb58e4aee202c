// A puzzle in the browser: what is sent, what is shown, and what can be done next.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Choice, PuzzlePicture, PuzzleScene, PuzzleVerdict } from "../../wire";
import type { GameClient } from "../gameClient";
import { settings } from "../settings.svelte";
import { PuzzleStore } from "./puzzle.svelte";
import { counted, signed, untilTomorrow } from "./words";

const client = { Board: undefined } as unknown as GameClient<unknown>;

function choice(action: string): Choice {
  return { action, picks: [`column:${action}`], label: `drop into column ${action}` };
}

function picture(view: string, message = ""): PuzzlePicture {
  const happened = message ? [{ kind: "drop", message, data: {} }] : [];
  return { to_act: [0], view, other_view: null, drawing: "", other_drawing: "", face_down: [], happened };
}

function scene(view: string, choices: Choice[] = [choice("1"), choice("4")]): PuzzleScene {
  return {
    id: "connect_four-0001",
    game: "connect_four",
    goal: "Find the only move that wins.",
    rating: 900,
    seat: 0,
    sides: ["Red", "Yellow"],
    options: {},
    is_daily: false,
    state: "new",
    picture: picture(view),
    prompt: "Go on.",
    choices,
    why_not: "The column is full.",
  };
}

function answer(verdict: PuzzleVerdict["verdict"], view: string, choices: Choice[] = []): PuzzleVerdict {
  return {
    verdict,
    message: `It is ${verdict}.`,
    scene: scene(view, choices),
    steps: [picture(view, "Red dropped.")],
    solution: [],
    position: null,
    rating: null,
    rating_change: null,
    streak: 0,
    day_streak: 0,
  };
}

let sent: unknown[] = [];

/** Let the server answer with these, one after the other. */
function serve(...verdicts: PuzzleVerdict[]): void {
  vi.stubGlobal(
    "fetch",
    vi.fn((_path: string, init: RequestInit) => {
      sent.push(JSON.parse(init.body as string));
      const body = JSON.stringify(verdicts.shift());
      return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
    }),
  );
}

beforeEach(() => {
  sent = [];
  settings.change({ speed: "instant" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a wrong turn is shown, and can be tried again", async () => {
  serve(answer("wrong", "after"));
  const puzzle = new PuzzleStore(scene("first"), client);
  puzzle.picking.pick("column:1");
  await vi.waitFor(() => expect(puzzle.verdict?.verdict).toBe("wrong"));

  expect(sent).toEqual([{ actions: ["1"] }]);
  expect([puzzle.view, puzzle.picking.choices.length, puzzle.isDone]).toEqual(["after", 0, false]);
  puzzle.restart();
  expect([puzzle.view, puzzle.picking.choices.length, puzzle.verdict]).toEqual(["first", 2, null]);
  puzzle.close();
});

test("a turn of several actions is sent from its beginning each time", async () => {
  serve(answer("unfinished", "half", [choice("5")]), answer("right", "whole"));
  const puzzle = new PuzzleStore(scene("first"), client);
  puzzle.type("4");
  await vi.waitFor(() => expect(puzzle.view).toBe("half"));
  expect([puzzle.verdict, puzzle.asked, puzzle.isBegun]).toEqual([null, "Go on.", true]);
  puzzle.type("5");
  await vi.waitFor(() => expect(puzzle.verdict?.verdict).toBe("right"));

  expect(sent).toEqual([{ actions: ["4"] }, { actions: ["4", "5"] }]);
  expect(puzzle.isDone).toBe(true);
  puzzle.close();
});

test("a solution is shown from the beginning, step by step", async () => {
  vi.useFakeTimers();
  settings.change({ speed: "normal" });
  const shown = { ...answer("shown", "second"), steps: [picture("one", "Once."), picture("second", "Twice.")] };
  serve(shown);
  const puzzle = new PuzzleStore(scene("first"), client);
  await puzzle.showSolution();

  expect([puzzle.view, puzzle.verdict]).toEqual(["one", null]);
  await vi.advanceTimersByTimeAsync(600);
  expect([puzzle.view, puzzle.verdict?.verdict]).toEqual(["second", "shown"]);
  puzzle.close();
  vi.useRealTimers();
});

test("a refused action leaves everything as it was", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      new Response(JSON.stringify({ code: "game/illegal_action", message: "The column is full." }), {
        status: 400,
        headers: { "content-type": "application/json" },
      }),
    ),
  );
  const puzzle = new PuzzleStore(scene("first"), client);
  puzzle.type("7");
  await vi.waitFor(() => expect(puzzle.refusal).toBe("The column is full."));

  expect([puzzle.view, puzzle.picking.choices.length, puzzle.isBegun]).toEqual(["first", 2, false]);
  puzzle.close();
});

test("numbers are told in words", () => {
  expect([counted(1, "day"), counted(3, "day")]).toEqual(["1 day", "3 days"]);
  expect([signed(4), signed(-4), signed(0)]).toEqual(["+4", "−4", "+0"]);
  expect(untilTomorrow(0, 86_400_000 - 20 * 60_000)).toBe("in 20 min");
  expect(untilTomorrow(0, 86_400_000 - 5 * 3_600_000)).toBe("in 5 h");
});
