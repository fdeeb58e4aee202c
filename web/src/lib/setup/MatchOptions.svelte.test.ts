import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import type { GameInfo } from "../../wire";
import { defaultSetup } from "./savedSetup";
import MatchOptions from "./MatchOptions.svelte";
import type { Setup } from "./matchRequest";

const GAME = {
  id: "nim",
  name: "Nim",
  summary: "Take the last one.",
  has_secrets: false,
  has_timers: false,
  has_draws: false,
  has_campaign: false,
  sides: ["Player 1", "Player 2"],
  levels: ["novice"],
  is_ready: true,
  options: [
    {
      name: "big_heap",
      help: "more to take",
      default: "no",
      low: 0,
      high: 1,
      names: ["no", "yes"],
      is_text: false,
      label: "Big heap",
    },
  ],
} as GameInfo;
let shown: Record<string, unknown> | undefined;

function show(setup: Setup): void {
  const props = $state({ game: GAME, setup });
  shown = mount(MatchOptions, { target: document.body, props });
  flushSync();
}

const one = <T extends Element>(selector: string) => document.querySelector<T>(selector)!;

afterEach(() => {
  if (shown) void unmount(shown);
});

test("the options begin closed, and stay open while they are changed", () => {
  show(defaultSetup());
  const sheet = one<HTMLDetailsElement>("details");
  expect(sheet.open).toBe(false);

  sheet.open = true;
  sheet.dispatchEvent(new Event("toggle"));
  one<HTMLInputElement>("#option-big_heap").click();
  flushSync();

  expect(sheet.open).toBe(true);
  expect(one("summary").textContent).toContain("(1 changed)");
});

test("a saved set-up is shown and can be reset", () => {
  show({ ...defaultSetup(), options: { big_heap: "yes" }, pace: "7+2" });
  expect(one<HTMLDetailsElement>("details").open).toBe(true);
  expect(one<HTMLInputElement>("#option-big_heap").checked).toBe(true);
  expect(one<HTMLInputElement>("input[id$=minutes]").value).toBe("7");

  one<HTMLButtonElement>("details > button").click();
  flushSync();

  expect(one<HTMLInputElement>("#option-big_heap").checked).toBe(false);
  expect(one("summary").textContent).toContain("(default)");
});

test("every field has a label, and its explanation is tied to it", () => {
  show(defaultSetup());

  for (const field of document.querySelectorAll<HTMLInputElement>("input, select, textarea"))
    expect(field.labels?.length).toBeGreaterThan(0);
  const help = one("#option-big_heap").getAttribute("aria-describedby")!;
  expect(document.getElementById(help)?.textContent).toContain("More to take.");
});
