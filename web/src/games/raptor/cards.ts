// What the cards of both sides look like, and what the cards in play give: the lower one its effect, the other points.
import type { RaptorView } from "../../wire";

export type DrawingName =
  | "mother"
  | "hidden"
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
  | "none";

export const RAPTOR = 0;
export const SCIENTIST = 1;
export const SIDE_NAMES = ["Raptor", "Scientist"] as const;

const DRAWINGS: Record<string, DrawingName> = {
  "Mother's Call": "call",
  "Disappearance and Observation": "hidden",
  Fear: "roar",
  Recovery: "heal",
  "Sleeping Gas": "gas",
  Reinforcements: "reinforce",
  Jeep: "jeep",
  Fire: "fire",
};

// As printed on the cards 1 to 9, for a card whose words are not told with it: shown, or shuffled away.
const PRINTED = [
  "Mother's Call,Disappearance and Observation,Fear,Mother's Call,Recovery,Disappearance and Observation,Recovery,Fear,no effect",
  "Sleeping Gas,Reinforcements,Jeep,Sleeping Gas,Fire,Reinforcements,Fire,Jeep,no effect",
].map((effects) => effects.split(","));

/** The words of a card in parts: the effect, how often, and what follows it. */
export interface CardWords {
  effect: string;
  count: string;
  then: string;
  drawing: DrawingName;
}

/** Take the words of a card apart: "Fear, 1 to 2 scientists"; "Mother's Call, 1 baby; then reshuffle". */
export function readCard(words: string): CardWords {
  const [main, then = ""] = words.split("; ");
  const [effect, count = ""] = main!.split(", ");
  return { effect: effect!, count, then, drawing: DRAWINGS[effect!] ?? "none" };
}

/** What the card of a side in play gives it. */
export interface InPlay {
  value: number; // 0: nothing that may be known
  isBack: boolean; // chosen, not known
  words: string;
  role: "effect" | "points" | "tie" | "";
}

export function inPlay(view: RaptorView, side: number): InPlay {
  const { hand, played, chosen, has_chosen: hasChosen, revealed } = view.cards[side]!;
  const isChoosing = view.phase === "card";
  const value = isChoosing ? chosen : revealed;
  const words = [...hand, ...played].find((card) => card.value === value)?.words ?? PRINTED[side]![value - 1] ?? "";
  return { value, words, isBack: isChoosing && hasChosen && !chosen, role: isChoosing ? "" : roleOf(view, side) };
}

function roleOf(view: RaptorView, side: number): InPlay["role"] {
  const [own, other] = [view.cards[side]!.revealed, view.cards[1 - side]!.revealed];
  if (!own) return "";
  return own === other ? "tie" : own < other ? "effect" : "points";
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The action points that the round began with. */
export function pointsOfRound(view: RaptorView): number {
  return Math.abs(view.cards[RAPTOR]!.revealed - view.cards[SCIENTIST]!.revealed);
}

/** The side that a seat plays, or -1 for those who watch. */
export function sideOf(view: RaptorView, seat: number | null): number {
  return seat === null ? -1 : view.sides[seat] === SIDE_NAMES[RAPTOR] ? RAPTOR : SCIENTIST;
}

/** How the game was won, in words; empty while it is not. */
export function victory(view: RaptorView): string {
  const { escaped, captured, babies_to_win: enough } = view;
  if (view.phase !== "over") return "";
  if (escaped >= enough) return `Victory for the Raptor: ${escaped} babies escaped. Defeat for the Scientist.`;
  if (view.scientists === 0) return "Victory for the Raptor: no scientist is left. Defeat for the Scientist.";
  if (captured >= enough) return `Victory for the Scientist: ${captured} babies captured. Defeat for the Raptor.`;
  if (view.sleep_tokens >= view.max_sleep_tokens)
    return "Victory for the Scientist: the mother sleeps. Defeat for the Raptor.";
  return `A draw: ${view.round} rounds are over.`;
}
