// How the patches lie around the time track, in percent of a square box: the offers large in a row at the top, behind
// the neutral token, and the others clockwise around to it again.

export interface Place {
  left: number;
  top: number;
  size: number;
}

const EDGE = 5.5; // from the edge of the box to the middle of the patches
const TOP = 9.5; // the same at the top, where the large ones lie
const RADIUS = 14;
const START = EDGE + RADIUS; // where the upper side begins, and the token stands
const END = 100 - START;
const TOKEN = 6;
const OFFERS = 3;
const OFFER = (END - START - TOKEN) / OFFERS;
const PATCH = 7.8; // the largest with which no number of patches overlap in the corners

type Side = (along: number) => { x: number; y: number };
const QUARTER = Math.SQRT2 * RADIUS;
/** The way around, from the last offer back to the token. */
const SIDES: { length: number; at: Side }[] = [
  corner(END, TOP + RADIUS, -90),
  { length: END - TOP - RADIUS, at: (along) => ({ x: 100 - EDGE, y: TOP + RADIUS + along }) },
  corner(END, END, 0),
  { length: END - START, at: (along) => ({ x: END - along, y: 100 - EDGE }) },
  corner(START, END, 90),
  { length: END - TOP - RADIUS, at: (along) => ({ x: EDGE, y: END - along }) },
  corner(START, TOP + RADIUS, 180),
];
const LENGTH = SIDES.reduce((sum, { length }) => sum + length, 0);

export const tokenPlace: Place = { left: START, top: TOP - TOKEN, size: TOKEN };

/** Where an offer lies: the first one right after the token. */
export function offerPlace(index: number): Place {
  return { left: START + TOKEN + index * OFFER, top: TOP - OFFER / 2, size: OFFER };
}

/** Where one of the patches after the offers lies. */
export function restPlace(index: number, count: number): Place {
  const { x, y } = pointAt(((index + 0.5) * LENGTH) / count);
  return { left: x - PATCH / 2, top: y - PATCH / 2, size: PATCH };
}

function pointAt(along: number): { x: number; y: number } {
  for (const { length, at } of SIDES) {
    if (along <= length) return at(along);
    along -= length;
  }
  return SIDES.at(-1)!.at(QUARTER);
}

/** A quarter of a circle, clockwise from an angle in degrees. Its length is that for squares which stay upright. */
function corner(x: number, y: number, from: number): { length: number; at: Side } {
  const at = (along: number) => {
    const part = along / RADIUS;
    const turned = part < Math.SQRT1_2 ? Math.asin(part) : Math.acos(Math.max(0, Math.SQRT2 - part));
    const angle = (from * Math.PI) / 180 + turned;
    return { x: x + RADIUS * Math.cos(angle), y: y + RADIUS * Math.sin(angle) };
  };
  return { length: QUARTER, at };
}
