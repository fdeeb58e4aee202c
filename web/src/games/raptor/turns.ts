// What a turn of Raptor needs: a question before points are given up, what is seen while more is still to come, and
// whether the cards may stay covered.
import type { Cards, Choice, Figure, Happening, RaptorView } from "../../wire";
import { counted } from "./cards";

/** Ask before a turn or an effect is stopped while something can still be done. */
export function asksFirst({ picks }: Choice, view: RaptorView, choices: Choice[]): string | null {
  if (picks[0] !== "done" || choices.length < 2) return null;
  if (view.phase === "actions") return `You still have ${counted(view.points, "point")}. Stop anyway?`;
  return `You can still apply ${view.effect_name} ${counted(view.units, "time")}. Stop anyway?`;
}

/** While more is still to come, cards lie face down or open, and a baby waits at its exit. */
export function meanwhile(view: RaptorView, coming: Happening[], before: RaptorView): RaptorView {
  if (coming.some(({ kind }) => kind === "reveal")) return faceDown(before);
  const escape = coming.find(({ kind }) => kind === "escape");
  const isRoundOver = view.phase === "card" && coming.some(({ kind }) => kind === "round");
  const shown = escape ? withBaby(view, String(escape.data.to)) : view;
  return isRoundOver ? { ...shown, phase: "reveal", cards: shown.cards.map(revealed) } : shown;
}

/** Both cards are chosen, and neither is seen yet. */
function faceDown(before: RaptorView): RaptorView {
  return { ...before, cards: before.cards.map((cards) => ({ ...cards, has_chosen: true })) };
}

function withBaby(view: RaptorView, space: string): RaptorView {
  const baby: Figure = { kind: "baby", space, is_active: true, is_fresh: false, is_used: false };
  return { ...view, figures: [...view.figures, baby], escaped: view.escaped - 1 };
}

function revealed(cards: Cards, side: number, both: Cards[]): Cards {
  const [own, other] = [cards.revealed?.value, both[1 - side]!.revealed?.value];
  if (!own || !other) return cards;
  return { ...cards, role: own === other ? "tie" : own < other ? "effect" : "points" };
}

/** The table without cards that are secret, unless one is to be chosen now. */
export function openly(view: RaptorView): RaptorView | null {
  if (view.phase === "card") return null;
  return { ...view, cards: view.cards.map((cards) => ({ ...cards, hand: [] })) };
}
