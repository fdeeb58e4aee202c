// Points in figures.

/** Write points with a real minus sign: "−2"; a plus before the others where it is wanted. */
export function signed(points: number, plus = ""): string {
  return points < 0 ? `−${-points}` : `${points > 0 ? plus : ""}${points}`;
}
