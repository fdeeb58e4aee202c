// The analysis in the browser: the graph and its table, grades, tries, and following the server.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { AnalysisState } from "../../wire";
import { get, post, remove } from "../api";
import MoveList from "../replay/MoveList.svelte";
import { AnalysisStore } from "./analysis.svelte";
import { analysis, blunder, graded, replay } from "./analysis.fixture";
import AnalysisPanel from "./AnalysisPanel.svelte";
import AnalysisTable from "./AnalysisTable.svelte";
import Graph from "./Graph.svelte";
import GraphBar from "./GraphBar.svelte";
import { verdictOn } from "./grades";
import { Retry } from "./retry.svelte";
import { chanceWords, mistakesIn, stepsOf } from "./steps";
import VerdictWords from "./Verdict.svelte";

vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  get: vi.fn(),
  post: vi.fn(),
  remove: vi.fn(),
}));
Element.prototype.scrollIntoView = () => {};

const steps = stepsOf(replay, analysis);
const names: [string, string] = ["Ann", "Bea"];
let shown: Record<string, unknown>[] = [];
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (element: Element) => element.textContent!.replace(/\s+/g, " ").trim();
const row = (element: Element) => [...element.children].map(text).join(" | ");

afterEach(() => {
  for (const each of shown) void unmount(each);
  shown = [];
  vi.clearAllMocks();
});

function show(place = 0) {
  const went = vi.fn();
  const props = { steps, place, names, onGo: went, onMistake: vi.fn() };
  for (const Part of [Graph, AnalysisTable]) shown.push(mount(Part, { target: document.body, props }));
  flushSync();
  return went;
}

/** The chances that the graph draws, by place. */
function drawn(): Map<number, number> {
  const points = document.querySelector(".line")!.getAttribute("points")!.split(" ");
  return new Map(points.map((each) => each.split(",").map(Number) as [number, number]));
}

describe("the steps of an analysis", () => {
  test("keep the chances over what changes no position, and bring them back with a takeback", () => {
    expect(steps.map(({ chance }) => chance?.value)).toEqual([0.5, 0.43, 0.9, 0.9, 0.873, 0.9]);
    expect(steps.map(({ before }) => before?.value)).toEqual([undefined, 0.5, 0.43, 0.9, 0.9, 0.873]);
    expect(mistakesIn(steps)).toEqual([2]);
  });

  test("end where the analysis has come to", () => {
    const half = stepsOf(replay, { ...analysis, points: analysis.points.slice(0, 2), actions: [] });
    expect(half.map(({ chance }) => chance?.value)).toEqual([0.5, 0.43, undefined, undefined, undefined, undefined]);
  });
});

describe("the graph and the table", () => {
  test("hold the same numbers", () => {
    show();
    const rows = all("tbody tr").map((row) => [Number(row.dataset.place), ...[...row.children].map(text)] as const);

    expect(rows.map(([place]) => place)).toEqual([1, 2, 4]);
    for (const [place, , , before, after] of rows) {
      const [from, to] = [drawn().get(place - 1)!, drawn().get(place)!].map((y) => `${Math.round(100 - y)}%`);
      expect([before, after].map((words) => words!.replace("~", "").split(" ")[0])).toEqual([from, to]);
    }
    expect([...drawn().keys()]).toEqual(steps.map(({ place }) => place));
  });

  test("say what they show of each action in words", () => {
    show(2);
    expect(row(all("tbody tr")[1]!)).toBe(
      "2. Drop into column 2 | Bea | ~43% (35% to 51%) | ~90% (85% to 95%) | Blunder | Drop into column 4, 57%",
    );
    expect(all("[role=slider]")[0]!.getAttribute("aria-valuetext")).toBe("Move 2 of 5: Ann ~90% (85% to 95%), blunder");
    expect(chanceWords(null)).toBe("–");
  });

  test("draw the band where a chance is not exact, and mark the mistakes with their shape", () => {
    show();
    const band = document.querySelector(".band")!.getAttribute("points")!.split(" ");
    expect(band).toHaveLength(2 * steps.length);
    expect(band[1]!.split(",").map(Number)[1]).toBeCloseTo(100 - 51);
    expect(all(".mark").map((mark) => [mark.dataset.place, mark.querySelector("svg")!.dataset.grade])).toEqual([
      ["2", "blunder"],
    ]);
  });

  test("lead to a picture by a click, a row and keys", () => {
    const went = show(2);
    const slider = all("[role=slider]")[0]!;
    slider.setPointerCapture = () => {};
    slider.getBoundingClientRect = () => ({ left: 100, width: 500 }) as DOMRect;
    slider.dispatchEvent(new MouseEvent("pointerdown", { clientX: 512, bubbles: true }));
    all("tbody button")[0]!.click();
    slider.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
    expect(went.mock.calls).toEqual([[4], [1], [3]]);
  });

  test("lead from mistake to mistake", () => {
    const went = vi.fn();
    shown.push(mount(GraphBar, { target: document.body, props: { steps, place: 0, names, onGo: went } }));
    const [previous, next] = all("button");
    expect(previous!.getAttribute("aria-disabled")).toBe("true");
    previous!.click();
    next!.click();
    expect(went.mock.calls).toEqual([[2]]);
  });
});

test("the moves show their grades in words and shapes, and are one tab stop", () => {
  const went = vi.fn();
  shown.push(mount(MoveList, { target: document.body, props: { replay, place: 1, steps, onGo: went } }));
  flushSync();

  expect(all("li").map(text)).toEqual([
    "Ann and Bea begin.",
    "Move 2. Good",
    "Move 3. Blunder",
    "Move 4.",
    "Taken back: Move 5. Forced",
    "Move 7.",
  ]);
  expect(all("li svg").map((sign) => sign.dataset.grade)).toEqual(["good", "blunder", "forced"]);
  expect(all("li button").map((line) => line.tabIndex)).toEqual([-1, 0, -1, -1, -1, -1]);
  all("li button")[1]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  expect(went).toHaveBeenCalledWith(2);
});

describe("another action in the place of a mistake", () => {
  const say = (action: string) => verdictOn(blunder, action, `drop into column ${action}`);

  test("is graded as the analysis says, by its notation or its words", () => {
    expect(say("4")).toEqual({ grade: "best", message: "Drop into column 4: 57%." });
    expect(say("5")).toEqual({ grade: "good", message: "Drop into column 5: 55%; the best is worth 57%." });
    expect(verdictOn(blunder, "5b", "drop into column 5").grade).toBe("good");
    expect(say("2")).toMatchObject({ grade: "blunder", message: expect.stringMatching(/10%.*It was played\.$/) });
  });

  test("that the analysis did not list is worth less than the listed ones", () => {
    expect(say("7")).toEqual({
      grade: "blunder",
      message: "Drop into column 7 is not among the 3 best, which are worth 30% or more.",
    });
    expect(verdictOn(graded(2, 0), "7", "drop into column 7").grade).toBeNull();
  });

  test("is tried in the position before it, and the best is marked when it is asked for", () => {
    const choices = ["2", "4", "5"].map((action) => ({
      action,
      picks: [`column:${action}`],
      label: `column ${action}`,
    }));
    const retry = new Retry(blunder, replay, { prompt: "Drop a checker.", choices });
    expect(retry.frame.version).toBe(2);

    retry.picking.pick("column:5");
    expect(retry.verdict?.grade).toBe("good");
    retry.picking.pick("column:1");
    expect(retry.refusal).toBe("That cannot be picked here.");
    retry.showBest();
    expect([retry.verdict?.grade, retry.refusal, retry.picking.mark("column:4")]).toEqual(["best", "", "gold"]);
    retry.picking.pick("column:2");
    expect(retry.verdict?.grade).toBe("blunder");
  });
});

test("the verdict on an action names its grade, the reason and the best actions", () => {
  const retried = vi.fn();
  shown.push(mount(VerdictWords, { target: document.body, props: { graded: blunder, onRetry: retried } }));
  expect(text(document.querySelector(".words")!)).toBe(
    "Blunder, worth 10%. Lets Red make four in a row. " +
      "Best: Drop into column 4 57%; Drop into column 5 55%; Drop into column 6 30%",
  );
  all("button")[0]!.click();
  expect(retried).toHaveBeenCalled();
});

describe("an analysis of the server", () => {
  const state = (status: AnalysisState["status"], done = 0): AnalysisState => ({
    ...{ status, done, total: 3 },
    analysis: status === "done" ? analysis : null,
  });
  let store: AnalysisStore;

  beforeEach(() => {
    vi.useFakeTimers();
    store = new AnalysisStore("/api/matches/x/analysis");
  });
  afterEach(() => {
    store.close();
    vi.useRealTimers();
  });

  function panel(): () => string {
    const props = { store, why: "", steps, place: 0, names, onGo: vi.fn() };
    shown.push(mount(AnalysisPanel, { target: document.body, props }));
    return () => (flushSync(), text(document.querySelector(".panel")!));
  }

  test("is started, followed until it is done, and summed up", async () => {
    vi.mocked(get).mockResolvedValueOnce(state("none"));
    const words = panel();
    await store.load();
    expect(words()).toContain("Finds the mistakes");

    vi.mocked(post).mockResolvedValueOnce(state("waiting"));
    all("button")[0]!.click();
    await vi.advanceTimersByTimeAsync(100);
    expect(words()).toContain("Waiting");
    vi.mocked(get).mockResolvedValueOnce(state("running", 1));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(words()).toContain("1 of 3 positions");
    expect(all("progress")[0]!.getAttribute("aria-label")).toBe("Analysis: 1 of 3 positions");

    vi.mocked(get).mockResolvedValueOnce(state("done", 3));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(all(".panel tr").map(row)).toEqual([
      " | Ann | Bea",
      "Accuracy | 97% | –",
      "Inaccuracies | 0 | 0",
      "Mistakes | 0 | 0",
      "Blunders | 0 | 1",
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(get).toHaveBeenCalledTimes(3);
  });

  test("is cancelled", async () => {
    vi.mocked(get).mockResolvedValueOnce(state("running", 1));
    const words = panel();
    await store.load();
    words();
    vi.mocked(remove).mockResolvedValueOnce(state("none"));
    all("button")[0]!.click();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(remove).toHaveBeenCalledWith("/api/matches/x/analysis");
    expect(words()).toContain("Analyse");
    expect(get).toHaveBeenCalledTimes(1);
  });

  test("is asked for again after a lost request, and refusals are shown", async () => {
    vi.mocked(get).mockResolvedValueOnce(state("running", 1));
    const words = panel();
    await store.load();
    vi.mocked(get).mockRejectedValueOnce(new Error("The server cannot be reached."));
    await vi.advanceTimersByTimeAsync(1_600);
    expect(words()).toContain("The server cannot be reached.");
    vi.mocked(get).mockResolvedValueOnce(state("failed"));
    await vi.advanceTimersByTimeAsync(1_600);
    expect(words()).toContain("The analysis failed.");
    expect(words()).not.toContain("cannot be reached");
  });
});
