// How the squares of the time track lie: a tape in three bends.

export const PER_ROW = 18;

/** Where a square lies: every second row runs from right to left. */
export function trackPlace(square: number): { column: number; row: number } {
  const row = Math.floor(square / PER_ROW);
  const along = square % PER_ROW;
  return { column: row % 2 ? PER_ROW - 1 - along : along, row };
}
