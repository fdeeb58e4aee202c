// What a turn of Raptor needs: a question before points are given up, and whether the cards may stay covered.
import type { Choice, RaptorView } from "../../wire";
import { counted } from "./cards";

/** Ask before a turn or an effect is stopped while something can still be done. */
export function asksFirst({ picks }: Choice, view: RaptorView, choices: Choice[]): string | null {
  if (picks[0] !== "done" || choices.length < 2) return null;
  if (view.phase === "actions") return `You still have ${counted(view.points, "point")}. Stop anyway?`;
  return `You can still apply ${view.effect_name} ${counted(view.units, "time")}. Stop anyway?`;
}

/** The table without cards that are secret, unless one is to be chosen now. */
export function openly(view: RaptorView): RaptorView | null {
  if (view.phase === "card") return null;
  return { ...view, cards: view.cards.map((cards) => ({ ...cards, hand: [] })) };
}
