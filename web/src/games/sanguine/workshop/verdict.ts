// What the server says about a deck: its reasons, each with the card that it is about.
import { post, RequestRefused } from "../../../lib/api";
import type { Fault } from "../../../wire";
import { SIDES } from "../words";
import { cardAtLine, type DeckCard } from "./deck";

export type Options = Record<string, number | string>;

/** Why a match cannot be started: in words, and where decks have faults, each of them. */
export type Refusal = Pick<RequestRefused, "message" | "faults">;

/** Ask whether a match could be started with these options; returns null, or why not. */
export async function check(options: Options): Promise<Refusal | null> {
  try {
    await post("/api/games/sanguine/check", { options });
    return null;
  } catch (refusal) {
    if (refusal instanceof RequestRefused) return refusal;
    throw refusal;
  }
}

/**
 * List the reasons of a refusal.
 *
 * @param side that plays the deck with these cards
 * @param isMirror the other side plays it too, so what is wrong with it is told once
 */
export function reasons(refusal: Refusal, side: number, cards: DeckCard[], isMirror: boolean): string[] {
  if (!refusal.faults.length) return [refusal.message];
  const told = new Set(faultsOf(refusal, side, cards, isMirror)); // copies of a card have the same faults
  return [...told];
}

function faultsOf(refusal: Refusal, side: number, cards: DeckCard[], isMirror: boolean): string[] {
  const isOwn = (fault: Fault): boolean => fault.option === `${SIDES[side]!.toLowerCase()}_deck`;
  const others = isMirror ? [] : refusal.faults.filter((fault) => !isOwn(fault));
  return [
    ...refusal.faults.filter(isOwn).map((fault) => withName(fault, cards)),
    ...others.map((fault) => `${SIDES[1 - side]}'s deck: ${withLine(fault)}`),
  ];
}

/** A fault with its line, for someone who sees the file. */
export function withLine({ line, reason }: Fault): string {
  return line ? `line ${line}: ${reason}.` : reason;
}

function withName({ line, reason }: Fault, cards: DeckCard[]): string {
  const card = line ? cardAtLine(cards, line) : undefined;
  if (!card) return withLine({ line, reason, option: "" });
  if (/\s/.test(card.name)) return oneWord(card.name);
  return card.name && reason.startsWith(card.name)
    ? `${reason}.`
    : `${card.name || "A card without a name"}: ${reason}.`;
}

/** What to do about a name with a space in it. */
export function oneWord(name: string): string {
  const words = name.trim().split(/\s+/);
  const better = words.length > 1 ? `: ${words.join("-")}, for example` : "";
  return `“${name}” has a space in it. The name of a card is one word${better}.`;
}
