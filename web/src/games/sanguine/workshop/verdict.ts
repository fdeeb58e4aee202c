// What the server says about a deck: its reasons, each with the card that it is about.
import { post, RequestRefused } from "../../../lib/api";
import { SIDES } from "../words";
import { cardAtLine, type DeckCard } from "./deck";

export type Options = Record<string, number | string>;

/** Ask whether a match could be started with these options; returns nothing, or the reasons against it. */
export async function check(options: Options): Promise<string> {
  try {
    await post("/api/games/sanguine/check", { options });
    return "";
  } catch (refusal) {
    if (refusal instanceof RequestRefused) return refusal.message;
    throw refusal;
  }
}

/**
 * Take the words of a refusal apart. Each deck with faults has a title, and its faults with their lines follow.
 *
 * @param side that plays the deck with these cards
 * @param isMirror the other side plays it too, so what is wrong with it is told once
 */
export function reasons(words: string, side: number, cards: DeckCard[], isMirror: boolean): string[] {
  return words.split(/\n(?=\S)/).flatMap((part) => {
    const [title, ...faults] = part.split("\n").map((line) => line.trim());
    if (!faults.length) return [title!];
    if (title!.startsWith(`${SIDES[side]}'s deck`)) return faults.map((fault) => withName(fault, cards));
    return isMirror ? [] : [title!, ...faults];
  });
}

function withName(fault: string, cards: DeckCard[]): string {
  const [, line, reason] = /^line (\d+): (.*)$/.exec(fault) ?? [];
  const card = line ? cardAtLine(cards, Number(line)) : undefined;
  if (!card) return fault;
  return card.name && reason!.startsWith(card.name)
    ? `${reason}.`
    : `${card.name || "A card without a name"}: ${reason}.`;
}
