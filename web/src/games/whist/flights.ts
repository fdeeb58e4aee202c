// How cards came to lie where they lie: flights between hands, trick and piles, and the four shuffles.
import { CARD_MS, fadeIn, travel, turnUp } from "../../lib/motion";
import { settings } from "../../lib/settings.svelte";
import type { Happening, WhistView } from "../../wire";

/** Where things lay: cards by their text, spots ("deck", "hand-0") by their name. */
export interface Places {
  cards: Map<string, DOMRect>;
  spots: Map<string, DOMRect>;
}

const SHUFFLE_MS = 600;
const DEAL_MS = 30; // that each card is slower than the one before it, when all are dealt at once

export function placesOf(table: HTMLElement): Places {
  const cards = new Map<string, DOMRect>();
  const spots = new Map<string, DOMRect>();
  for (const card of table.querySelectorAll<HTMLElement>("[data-card]"))
    cards.set(card.dataset.card!, card.getBoundingClientRect());
  for (const spot of table.querySelectorAll<HTMLElement>("[data-spot]"))
    spots.set(spot.dataset.spot!, spot.getBoundingClientRect());
  return { cards, spots };
}

/** Show what happened on a table that already lies as it is now. */
export function showFlights(table: HTMLElement, before: Places, happened: Happening[], view: WhistView): void {
  const flown = new Set<Element>();

  function spot(name: string): HTMLElement | null {
    return table.querySelector(`[data-spot="${name}"]`);
  }
  function fly(element: Element | null | undefined, from: DOMRect | undefined, ms = CARD_MS): void {
    if (!element || !from?.width) return;
    flown.add(element);
    travel(element, from, ms);
  }
  function backs(seat: number): HTMLElement[] {
    return [...(spot(`hand-${seat}`)?.querySelectorAll<HTMLElement>(".back") ?? [])];
  }
  function turn(element: Element | null | undefined): void {
    if (!element) return;
    flown.add(element);
    turnUp(element);
  }

  for (const { kind, data } of happened) {
    const seat = Number(data.seat);
    const card = typeof data.card === "string" ? data.card : "";
    const face = card ? table.querySelector(`[data-card="${card}"]`) : null;
    if (kind === "lead" || kind === "follow") {
      fly(face, before.cards.get(card) ?? before.spots.get(`hand-${seat}`));
      if (kind === "lead") gather(before.spots.get("trick"));
    } else if (kind === "take") {
      fly(face ?? backs(seat).at(-1), before.spots.get("pile"));
    } else if (kind === "deal") {
      fly(backs(Number(data.receiver)).at(-1), before.spots.get("deck"));
    } else if (kind === "deal_all") {
      for (const hand of [0, 1])
        backs(hand).forEach((back, index) => fly(back, before.spots.get("deck"), CARD_MS + index * DEAL_MS));
    } else if (kind === "trump" || kind === "prize") {
      turn(face);
      if (kind === "trump") table.querySelectorAll(".held [data-card]").forEach(turn);
    } else if (kind === "dealer") {
      table.querySelectorAll(".drawn [data-card]").forEach(turn);
    } else if (kind === "shuffle") {
      shuffle(spot("deck"), String(data.kind));
    }
  }
  closeRanks();

  /** The last trick leaves the middle when the next one begins. */
  function gather(from: DOMRect | undefined): void {
    const past = view.last_trick;
    if (!past) return;
    const isDuel = view.pairs.some(Boolean);
    fly(spot(isDuel ? `pairs-${past.winner}` : "discard")?.querySelector(".pair:last-child, .layer:last-child"), from);
  }

  /** The other cards of the hand move together, or make room. */
  function closeRanks(): void {
    for (const element of table.querySelectorAll<HTMLElement>(".held [data-card]")) {
      const from = before.cards.get(element.dataset.card!);
      const to = element.getBoundingClientRect();
      if (from && !flown.has(element) && Math.hypot(from.left - to.left, from.top - to.top) > 1) travel(element, from);
    }
  }
}

/** Show a shuffle with the layers of the deck, each kind in its own way. */
function shuffle(deck: HTMLElement | null, kind: string): void {
  if (!deck) return;
  if (settings.isMotionReduced) return fadeIn(deck);
  const layers = [...deck.querySelectorAll<HTMLElement>(".layer")];
  layers.forEach((layer, index) => {
    const { away, delay } = shuffled(kind, index, layers.length);
    const keyframes = away.map(([x, y, turned]) => ({ transform: `translate(${x}%, ${y}%) rotate(${turned}deg)` }));
    const options = { duration: SHUFFLE_MS - delay, delay, easing: "ease-in-out" };
    layer.animate([{ transform: "none" }, ...keyframes, { transform: "none" }], options);
  });
}

type Offset = [x: number, y: number, turned: number]; // in parts of a card, and degrees

function shuffled(kind: string, index: number, count: number): { away: Offset[]; delay: number } {
  const side = index % 2 ? 1 : -1;
  const isUpper = index >= count / 2;
  switch (kind) {
    case "riffle": // two packets, side by side, fall together card by card
      return {
        away: [
          [side * 62, 0, 0],
          [side * 52, -12, side * 12],
        ],
        delay: index * 35,
      };
    case "overhand": // packets go over, one after another, the uppermost first
      return {
        away: [
          [0, -75, -6],
          [70, -40, 10],
        ],
        delay: (count - 1 - index) * 60,
      };
    case "cut": // the upper half goes aside and under
      return {
        away: isUpper
          ? [
              [80, -8, 4],
              [80, 24, 0],
            ]
          : [
              [0, 0, 0],
              [-6, -6, 0],
            ],
        delay: 0,
      };
    default: {
      const angle = (index * 2 * Math.PI) / count;
      return {
        away: [
          [80 * Math.cos(angle), 45 * Math.sin(angle), 80 * (index - 2)],
          [60 * Math.cos(angle + 2), 30 * Math.sin(angle + 2), 30 * side],
        ],
        delay: 0,
      };
    }
  }
}
