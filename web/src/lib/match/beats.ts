// How long each kind of happening is shown before the next one, and what it sounds like.
import type { GameClient } from "../gameClient";
import { settings } from "../settings.svelte";
import type { Sound } from "../sound";

/** A piece, card or tile that moves. */
const PIECE_MS = 500;
const REVEAL_MS = 1_200;

/** By kind of happening, in milliseconds at normal speed; 0: shown together with the one before it. */
const BEATS: Record<string, number> = {
  capture: 600,
  clash: REVEAL_MS,
  colours: 1_500,
  contest: REVEAL_MS,
  crown: 0,
  deal: 300,
  dealer: 1_500,
  reveal: REVEAL_MS,
  round_end: 2_500,
  show: REVEAL_MS,
  shuffle: 600,
  tie: 1_500,
  trick: REVEAL_MS,
  trump: REVEAL_MS,
  undecided: 1_500,
};

/** How much longer everything takes than at normal speed. */
const FACTORS = { relaxed: 1.6, normal: 1, fast: 0.5, instant: 0 } as const;

/** By kind of happening; all others sound like a piece that is placed. */
const SOUNDS: Record<string, Sound> = {
  capture: "capture",
  kill: "capture",
  shoot: "capture",
  sleep: "capture",
  deal: "card",
  deal_all: "card",
  draw_card: "card",
  follow: "card",
  lead: "card",
  prize: "card",
  reveal: "card",
  show: "card",
  shuffle: "card",
  take: "card",
  trump: "card",
};

/** Return how long a kind of happening is shown at normal speed. */
export function beatOf(kind: string, client: GameClient<unknown>): number {
  return client.beats?.[kind] ?? BEATS[kind] ?? PIECE_MS;
}

export function soundOf(kind: string, client: GameClient<unknown>): Sound {
  return client.sounds?.[kind] ?? SOUNDS[kind] ?? "place";
}

/** Return how much longer everything is shown than at normal speed; 0 where nobody looks or wants to wait. */
export function speedFactor(): number {
  return document.hidden ? 0 : FACTORS[settings.values.speed];
}
