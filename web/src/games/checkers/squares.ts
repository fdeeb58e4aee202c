// The squares of Checkers from the point of view of a seat, their pieces in words, and where checkers came from.
import type { CheckersView, Happening } from "../../wire";

const COLOURS: Record<string, string> = { b: "black", w: "white" };

export interface Piece {
  colour: string;
  isKing: boolean;
}

/** Return the eight rows of four dark squares each, from the top left; white's side is at the bottom unless turned. */
export function squareRows(isTurned: boolean): number[][] {
  const squares = Array.from({ length: 32 }, (_, index) => (isTurned ? 32 - index : index + 1));
  return Array.from({ length: 8 }, (_, row) => squares.slice(4 * row, 4 * row + 4));
}

/** Read the letter of a checker; undefined when there is none. */
export function pieceOf(letter: string): Piece | undefined {
  const colour = COLOURS[letter.toLowerCase()];
  return colour ? { colour, isKing: letter !== letter.toLowerCase() } : undefined;
}

export function pieceAt(view: CheckersView, square: number): Piece | undefined {
  return pieceOf(view.board[square - 1]!);
}

/** Describe a square in words from the point of view of a seat. */
export function squareInWords(view: CheckersView, square: number, seat: number | null): string {
  const piece = pieceAt(view, square);
  if (!piece) return `square ${square}, empty`;
  const whose = seat !== null && view.colours[seat] === piece.colour ? "your" : `${piece.colour}'s`;
  const words = `square ${square}, ${whose} ${piece.isKing ? "king" : "man"}`;
  return view.jumping === square ? `${words} in the middle of its jumps` : words;
}

export interface Moves {
  /** By the square where a checker is now: the square where it began. */
  origins: Map<number, number>;
  captured: number[];
  /** All squares of the moves, including those jumped over. */
  touched: Set<number>;
}

/** Return what moved, or null when nothing did; several hops of a checker are one path. */
export function movesOf(happened: Happening[]): Moves | null {
  const moves: Moves = { origins: new Map(), captured: [], touched: new Set() };
  for (const { kind, data } of happened) {
    if (kind !== "move" && kind !== "capture") continue;
    const [from, to] = [Number(data.from), Number(data.to)];
    moves.origins.set(to, moves.origins.get(from) ?? from);
    moves.origins.delete(from);
    moves.touched.add(from).add(to);
    if (kind === "move") continue;
    const captured = Number(data.captured);
    moves.captured.push(captured);
    moves.origins.delete(captured);
    moves.touched.add(captured);
  }
  return moves.touched.size ? moves : null;
}
