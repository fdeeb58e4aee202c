import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { Choice } from "../../wire";
import { Picking } from "../interaction/picking.svelte";
import TextBoard from "./TextBoard.svelte";

const take = (stones: number): Choice => ({
  action: `1-${stones}`,
  picks: ["heap:1", `stones:${stones}`],
  label: `take ${stones} from heap 1`,
});
const SEATS = { seats: [] as never, toAct: [0], seat: 0, view: {}, happened: [], isOver: false };
let picking: Picking;
let board: Record<string, unknown>;

const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('[aria-label="Choices"] button')];

beforeEach(() => {
  picking = new Picking();
  picking.offer([take(1), take(2)]);
  board = mount(TextBoard, { target: document.body, props: { ...SEATS, picking, drawing: "heap 1: o o" } });
  flushSync();
});
afterEach(() => void unmount(board));

test("the position is drawn as text, and every choice is a button with its label", () => {
  expect(document.querySelector('pre[aria-label="Position"]')!.textContent).toBe("heap 1: o o");
  expect(buttons().map((button) => button.textContent.trim().replace(/\s+/g, " "))).toEqual([
    "1-1 take 1 from heap 1",
    "1-2 take 2 from heap 1",
  ]);
});

test("a button plays its choice, and the focus goes on to the next choices", () => {
  const played: string[] = [];
  picking.onPlay = ({ action }) => played.push(action);

  buttons()[1]!.click();
  picking.offer([]);
  flushSync();
  picking.offer([take(1)]);
  flushSync();

  expect(played).toEqual(["1-2"]);
  expect(document.activeElement).toBe(buttons()[0]);
});

test("a recommended choice is marked and says so", () => {
  picking.advised = take(2).picks;
  flushSync();

  expect(buttons().map((button) => button.dataset.mark)).toEqual([undefined, "gold"]);
  expect(buttons()[1]!.textContent).toContain("recommended");
});
