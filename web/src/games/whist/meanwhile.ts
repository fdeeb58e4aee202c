// The table while a part of what happened is still to come: cards lie where they lay, until they are told of.
import type { Happening, Trick, WhistView } from "../../wire";

type Step = (view: WhistView, data: Happening["data"], after: WhistView) => WhistView;

/** Return the view before an update with all that has happened of it; where that is not known, the newest one. */
export function meanwhile(after: WhistView, _: Happening[], before: WhistView, done: Happening[]): WhistView {
  return done.reduce((view, { kind, data }) => STEPS[kind]?.(view, data, after) ?? after, before);
}

const STEPS: Record<string, Step> = {
  pick: (view, { seat, place }) => {
    const picks = view.dealer_draw.picks.map((each, of) => (of === seat ? Number(place) : each));
    return { ...view, dealer_draw: { ...view.dealer_draw, picks, shown: [] } };
  },
  dealer: turnUp,
  tie: turnUp,
  lead: (view, { seat, card }) => {
    const trick = { leader: Number(seat), cards: [String(card)], winner: -1 };
    return { ...played(view, Number(seat), String(card)), trick, phase: "follow" };
  },
  follow: (view, { seat, card }) => {
    const trick = { ...view.trick!, cards: [...view.trick!.cards, String(card)] };
    return { ...played(view, Number(seat), String(card)), trick };
  },
  trick: (view, { seat }) => ({ ...view, trick: { ...view.trick!, winner: Number(seat) } }),
  take: (view, { seat, card }, after) => {
    const hands = view.hands.map((count, of) => (of === seat ? count + 1 : count));
    const hand = after.hand.filter((each) => each === card || view.hand.includes(each));
    return { ...cleared(view), hands, hand, draw_pile: view.draw_pile - 1, prize: null };
  },
  prize: (view, { card, gold }) => ({ ...view, prize: { card: String(card), gold: gold === 1 } }),
  round_end: (view, { scores, pairs }) => {
    return { ...view, scores: scores as number[], pairs: pairs as number[], trick: null, last_trick: null };
  },
};

function turnUp(view: WhistView, { cards }: Happening["data"]): WhistView {
  return { ...view, dealer_draw: { ...view.dealer_draw, shown: cards as string[] } };
}

function played(view: WhistView, seat: number, card: string): WhistView {
  const hands = view.hands.map((count, of) => (of === seat ? count - 1 : count));
  const hand = view.hand.filter((each) => each !== card);
  return { ...view, hands, hand, unplayable: [], why_unplayable: "" };
}

/** The finished trick of the draft lies in the middle until the next one, and counts as discarded. */
function cleared(view: WhistView): WhistView {
  if (!view.trick) return view;
  return { ...view, trick: null, last_trick: view.trick, discard_pile: view.discard_pile + 2 };
}

/** Return the finished trick that still lies in the middle of the table, if any. */
export function lyingTrick(view: WhistView): Trick | null {
  return view.trick ? null : view.last_trick;
}
