// What the letters of a tile say: colour, number, shape, as in "R3S".
const COLOURS: Record<string, string> = { R: "red", B: "blue", Y: "yellow", G: "green" };
const SHAPES: Record<string, string> = { T: "triangle", S: "square", H: "hexagon", C: "circle" };

/** The name of a tile in words: "red 3 square". */
export function tileName(tile: string): string {
  return `${COLOURS[tile[0]!]} ${tile[1]} ${SHAPES[tile[2]!]}`;
}

/** The rows and columns of a board of this size, as they lie before a seat; each cell as "row,column". */
export function cellsFor(seat: number | null, size: number): string[][] {
  const ahead = Array.from({ length: size }, (_, index) => size - index);
  const back = [...ahead].reverse();
  const [rows, columns] = seat === 1 ? [back, ahead] : [ahead, back];
  return rows.map((row) => columns.map((column) => `${row},${column}`));
}

/** The tile that is picked together with its cell; `kept` is one that needs only a new cell. */
export function laidOn(picked: string[], kept: string): { tile: string; cell: string } | null {
  const after = (kind: string): string | undefined => picked.find((pick) => pick.startsWith(kind))?.slice(kind.length);
  const [tile, cell] = [after("tile:") ?? kept, after("cell:")];
  return tile && cell ? { tile, cell } : null;
}
