// What the cards of both sides look like, and what is said about them.
import type { Card, RaptorView } from "../../wire";

export type DrawingName =
  | "mother"
  | "hidden"
  | "sleeper"
  | "baby"
  | "asleep"
  | "scientist"
  | "frightened"
  | "fire"
  | "rock"
  | "exit"
  | "jeep"
  | "gas"
  | "dart"
  | "roar"
  | "call"
  | "dust"
  | "heal"
  | "reinforce"
  | "none"
  | BadlandsName;

/** Drawings that only the maps and factions of Badlands need; they are loaded when one of them is shown. */
export const BADLANDS = [
  "sister",
  "sister-asleep",
  "hound",
  "hound-down",
  "hut",
  "water",
  "fence",
  "bridge",
  "leap",
  "scatter",
  "bait",
  "kennel",
  "whistle",
] as const;
export type BadlandsName = (typeof BADLANDS)[number];

export const RAPTOR = 0;
export const SCIENTIST = 1;
export const SIDE_NAMES = ["Raptor", "Scientist"];

/** The drawing on a card, by the code of its effect. */
export const DRAWINGS: Record<string, DrawingName> = {
  none: "none",
  call: "call",
  disappear: "hidden",
  fear: "roar",
  recover: "heal",
  gas: "gas",
  reinforce: "reinforce",
  jeep: "jeep",
  fire: "fire",
  leap: "leap",
  scatter: "scatter",
  bait: "bait",
  kennel: "kennel",
  whistle: "whistle",
};

export const THEN_RESHUFFLE = "then reshuffle";

/** What a card does, in words: "Mother's Call, 1 baby; then reshuffle". */
export function cardWords({ name, amount, reshuffles }: Card): string {
  const words = amount ? `${name}, ${amount}` : name;
  return reshuffles ? `${words}; ${THEN_RESHUFFLE}` : words;
}

/** The card that lies before a side: the one it has chosen, where that may be known, or the one revealed last. */
export function inPlay(view: RaptorView, side: number): Card | null {
  const { chosen, revealed } = view.cards[side]!;
  return view.phase === "card" ? chosen : revealed;
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The side that a seat plays, or -1 for spectators. */
export function sideOf(view: RaptorView, seat: number | null): number {
  return seat === null ? -1 : view.sides[seat]!;
}

/** How the game ended, in words; empty while it goes on. */
export function endingWords({ ending, escaped, captured, round }: RaptorView): string {
  const words: Record<string, string> = {
    escaped: `Victory for the Raptor: ${escaped} babies escaped. Defeat for the Scientist.`,
    no_scientist: "Victory for the Raptor: no scientist is left. Defeat for the Scientist.",
    captured: `Victory for the Scientist: ${captured} babies captured. Defeat for the Raptor.`,
    neutralized: "Victory for the Scientist: the mother sleeps. Defeat for the Raptor.",
    rounds: `A draw: ${round} rounds are over.`,
  };
  return words[ending] ?? "";
}
