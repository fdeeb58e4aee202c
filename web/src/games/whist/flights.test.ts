import { afterEach, expect, test, vi } from "vitest";

import type { WhistView } from "../../wire";
import { type Places, showFlights } from "./flights";

const animate = vi.spyOn(Element.prototype, "animate");
afterEach(() => animate.mockClear());

const before: Places = {
  cards: new Map([["SQ", new DOMRect(10, 500, 80, 112)]]),
  spots: new Map([
    ["pile", new DOMRect(600, 200, 80, 112)],
    ["trick", new DOMRect(300, 200, 160, 112)],
  ]),
};

/** A table on which everything lies at the upper left, 80 by 112. */
function table(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  for (const element of root.querySelectorAll("*")) element.getBoundingClientRect = () => new DOMRect(0, 0, 80, 112);
  return root;
}

/** What moved, and from where. */
function moved(): [string, string][] {
  return animate.mock.calls.map((call, index) => {
    const element = animate.mock.contexts[index] as HTMLElement;
    return [element.id, String((call[0] as Keyframe[])[0]!.transform)];
  });
}

test("a card is led from where it was held, and the last trick goes to its winner", () => {
  const root = table(
    `<div data-spot="trick"><p id="led" data-card="SQ"></p></div>
     <div data-spot="pairs-1"><p class="pair"></p><p class="pair" id="pair"></p></div>`,
  );
  const view = { pairs: [0, 2], last_trick: { leader: 0, cards: ["D2", "D3"], winner: 1 } } as WhistView;
  showFlights(root, before, [{ kind: "lead", message: "", data: { seat: 0, card: "SQ" } }], view);
  expect(moved()).toEqual([
    ["led", "translate(10px, 500px)"],
    ["pair", "translate(340px, 200px)"],
  ]);
});

test("an unseen card goes from the draw pile to the hand it is in now", () => {
  const root = table(`<div data-spot="hand-1"><p class="back"></p><p class="back" id="last"></p></div>`);
  showFlights(root, before, [{ kind: "take", message: "", data: { seat: 1 } }], {} as WhistView);
  expect(moved()).toEqual([["last", "translate(600px, 200px)"]]);
});

test("each kind of shuffle moves the deck in its own way", () => {
  const layers = `<p class="layer"></p>`.repeat(6);
  const ways = ["scramble", "riffle", "overhand", "cut"].map((kind) => {
    animate.mockClear();
    const root = table(`<div data-spot="deck">${layers}</div>`);
    showFlights(root, before, [{ kind: "shuffle", message: "", data: { seat: 0, kind } }], {} as WhistView);
    expect(animate).toHaveBeenCalledTimes(6);
    return JSON.stringify(animate.mock.calls);
  });
  expect(new Set(ways).size).toBe(4);
});
