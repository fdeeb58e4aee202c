// How the squares of the time track lie: in a spiral around the last square, or in one row.

export const COLUMNS = 8;
const ROWS = 7;
/** Columns that the last square fills, in the middle of the spiral. */
export const LAST_WIDTH = 3;

export interface TrackPlace {
  column: number;
  row: number;
  /** Where the next square lies, in degrees: 0 to the right, 90 below. */
  heading: number;
}

const SPIRAL = spiral();

/** Where a square lies in the spiral. */
export function trackPlace(square: number): TrackPlace {
  return SPIRAL[square]!;
}

/** Walk clockwise and inwards, turning where the way is blocked. */
function spiral(): TrackPlace[] {
  const places: TrackPlace[] = [];
  const taken = new Set<string>();
  let [column, row, dx, dy] = [0, 0, 1, 0];
  const isFree = (x: number, y: number) => x >= 0 && x < COLUMNS && y >= 0 && y < ROWS && !taken.has(`${x} ${y}`);
  for (let left = COLUMNS * ROWS; left; left--) {
    taken.add(`${column} ${row}`);
    if (!isFree(column + dx, row + dy)) [dx, dy] = [-dy, dx];
    places.push({ column, row, heading: (Math.atan2(dy, dx) * 180) / Math.PI });
    [column, row] = [column + dx, row + dy];
  }
  return places;
}
