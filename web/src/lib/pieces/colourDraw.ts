// The colour draw as it is shown: the four checkers lie open for a moment before they go back into the bag.
import type { ColourDraw, Happening } from "../../wire";

interface Drawing {
  colour_draw: ColourDraw;
  colours: string[];
}

/** For how long each part of a decided draw is shown, in milliseconds. */
export const DRAW_BEATS = { colours: 1_500, undecided: 1_500, back: 700 };

/** Return the view while a part of a complete draw is still to come: the bag stays until the checkers are back in it. */
export function meanwhileDrawing<View extends Drawing>(after: View, coming: Happening[]): View {
  const kinds = new Set(coming.map(({ kind }) => kind));
  const { shown } = after.colour_draw;
  const unclaimed = new Set(coming.filter(({ kind }) => kind === "claim").map(({ data }) => data.checker));
  const claims = shown.map((drawn) => drawn.map(({ checker }) => checker).filter((each) => !unclaimed.has(each)));
  if (kinds.has("colours") || kinds.has("undecided")) return withBag(after, { claims, shown: [[], []] });
  if (kinds.has("back")) return withBag(after, { claims });
  return kinds.has("setup") ? withBag(after, { claims: [[], []] }) : after;
}

function withBag<View extends Drawing>(after: View, draw: Partial<ColourDraw>): View {
  return { ...after, colours: [], colour_draw: { ...after.colour_draw, undecided: 0, is_open: true, ...draw } };
}

/** Return whether both players have drawn, and their checkers are turned up. */
export function isTurnedUp({ claims, shown }: ColourDraw): boolean {
  return claims.every(
    (claimed, seat) => claimed.length === 2 && claimed.every((each, index) => shown[seat]?.[index]?.checker === each),
  );
}
