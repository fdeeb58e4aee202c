// The shapes of patches: rows of letters as the view has them ("X" is cloth), turned, outlined and tried on a quilt.

export const SIDE = 9;
/** The side of a cell in all drawings of cloth, so that a pattern has the same grain everywhere. */
export const UNIT = 10;
/** The names of columns and rows. */
export const LINES = [..."ABCDEFGHI"];

export interface Cell {
  x: number;
  y: number;
}

/** Where a shape would lie, and what is in its way. */
export interface Fit {
  isFree: boolean;
  /** The cells, counted from the corner of the shape, that are taken or outside. */
  blocked: Cell[];
  why: string;
}

export function cellsOf(rows: string[]): Cell[] {
  return rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === "X" ? [{ x, y }] : [])));
}

/** Turn a shape right by a quarter. */
export function rotated(rows: string[]): string[] {
  return [...rows[0]!].map((_, x) =>
    rows
      .map((row) => row[x])
      .reverse()
      .join(""),
  );
}

/** Mirror a shape, left to right. */
export function mirrored(rows: string[]): string[] {
  return rows.map((row) => [...row].reverse().join(""));
}

/** Turn a shape as a letter says: A to D by quarters to the right; E to H are mirrored first. */
export function turned(rows: string[], letter: string): string[] {
  const index = "ABCDEFGH".indexOf(letter);
  let shape = index < 4 ? rows : mirrored(rows);
  for (let quarter = 0; quarter < index % 4; quarter++) shape = rotated(shape);
  return shape;
}

export function isSame(one: string[], two: string[]): boolean {
  return one.join("/") === two.join("/");
}

export function cellName({ x, y }: Cell): string {
  return LINES[x]! + LINES[y]!;
}

export function nameToCell(name: string): Cell {
  return { x: LINES.indexOf(name[0]!), y: LINES.indexOf(name[1]!) };
}

/** The cell nearest to another one where a shape may have its corner and lie inside the quilt. */
export function inside(rows: string[], { x, y }: Cell): Cell {
  return {
    x: Math.max(0, Math.min(SIDE - rows[0]!.length, x)),
    y: Math.max(0, Math.min(SIDE - rows.length, y)),
  };
}

/** The rows of a patch that lies on a quilt, as it lies there. */
export function rowsOf(names: string[], corner: string): string[] {
  const { x: left, y: top } = nameToCell(corner);
  const cells = names.map(nameToCell);
  const width = Math.max(...cells.map(({ x }) => x)) - left + 1;
  const height = Math.max(...cells.map(({ y }) => y)) - top + 1;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) =>
      cells.some((cell) => cell.x === left + x && cell.y === top + y) ? "X" : ".",
    ).join(""),
  );
}

/** Try a shape on a quilt. */
export function fit(rows: string[], quilt: string[], corner: Cell): Fit {
  const cells = cellsOf(rows);
  const under = (cell: Cell) => quilt[corner.y + cell.y]?.[corner.x + cell.x];
  const blocked = cells.filter((cell) => under(cell) !== ".");
  const letters = [...new Set(blocked.map(under))].filter((letter) => letter !== undefined).sort();
  let why = "";
  if (blocked.some((cell) => under(cell) === undefined)) why = "it would stick out";
  else if (letters.length) why = `it would lie over ${letters.join(" and ")}`;
  return { isFree: !blocked.length, blocked, why };
}

const outlines = new Map<string, string>(); // there are few shapes, and each is drawn many times

/**
 * The outline of a shape as an SVG path, its corners rounded.
 *
 * @param inset how far inside the edge it runs, in units of the drawing
 */
export function outline(rows: string[], inset: number, radius: number): string {
  const key = `${rows.join("/")} ${inset} ${radius}`;
  let path = outlines.get(key);
  if (path === undefined) outlines.set(key, (path = traced(rows, inset, radius)));
  return path;
}

function traced(rows: string[], inset: number, radius: number): string {
  const corners = cornersOf(rows);
  const points = corners.map((corner, index) => {
    const before = direction(corners.at(index - 1)!, corner);
    const after = direction(corner, corners[(index + 1) % corners.length]!);
    // Cloth lies to the right of each edge: inward is the edge turned right.
    return {
      x: corner.x * UNIT + inset * (-before.y - after.y),
      y: corner.y * UNIT + inset * (before.x + after.x),
      before,
      after,
    };
  });
  const parts = points.map(({ x, y, before, after }, index) => {
    const start = `${round(x - before.x * radius)} ${round(y - before.y * radius)}`;
    const end = `${round(x + after.x * radius)} ${round(y + after.y * radius)}`;
    return `${index ? "L" : "M"}${start}Q${round(x)} ${round(y)} ${end}`;
  });
  return `${parts.join("")}Z`;
}

/** The corners of a shape without holes, clockwise. */
function cornersOf(rows: string[]): Cell[] {
  const isCloth = (x: number, y: number) => rows[y]?.[x] === "X";
  const next = new Map<string, Cell>();
  for (const { x, y } of cellsOf(rows)) {
    const edges: [boolean, number, number, number, number][] = [
      [isCloth(x, y - 1), x, y, x + 1, y],
      [isCloth(x + 1, y), x + 1, y, x + 1, y + 1],
      [isCloth(x, y + 1), x + 1, y + 1, x, y + 1],
      [isCloth(x - 1, y), x, y + 1, x, y],
    ];
    for (const [isInside, fromX, fromY, toX, toY] of edges) {
      if (!isInside) next.set(`${fromX} ${fromY}`, { x: toX, y: toY });
    }
  }
  const start = rows[0]!.indexOf("X");
  const corners: Cell[] = [];
  let at: Cell = { x: start, y: 0 };
  let heading: Cell = { x: 0, y: -1 }; // the left edge of the first cell leads up to the start
  do {
    const to = next.get(`${at.x} ${at.y}`)!;
    const turned = direction(at, to);
    if (turned.x !== heading.x || turned.y !== heading.y) corners.push(at);
    [at, heading] = [to, turned];
  } while (at.x !== start || at.y !== 0);
  return corners;
}

function direction(from: Cell, to: Cell): Cell {
  return { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
