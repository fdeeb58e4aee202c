// The patch in the hand: which one it is, how it is turned, where it would go, and whether it fits there.
import type { Picking } from "../../lib/interaction/picking.svelte";
import { speech } from "../../lib/speech.svelte";
import type { PatchworkView } from "../../wire";
import { SPECIAL } from "./cloth";
import { turnName } from "./names";
import {
  cellName,
  cellsOf,
  fit,
  inside,
  isSame,
  mirrored,
  nameToCell,
  rotated,
  SIDE,
  turned,
  type Cell,
} from "./shapes";

const PATCH = "patch:";
const TURN = "turn:";
const CELL = "cell:";
/** A way to turn a patch. */
interface Way {
  letter: string;
  rows: string[];
}
const SPECIAL_WAYS: Way[] = [{ letter: "A", rows: ["X"] }];
const REACH = 1.6; // cells: a drop this near to a place where it fits means that place

const CELLS = Array.from({ length: SIDE * SIDE }, (_, index) => ({ x: index % SIDE, y: Math.floor(index / SIDE) }));

export class Holding {
  /** The cell where its corner was moved to. */
  at = $state.raw<Cell | null>(null);

  readonly picking: Picking;
  readonly #view: () => PatchworkView;
  readonly #seat: () => number;
  /** How each patch was turned last, so that it is taken up again as it was put back. */
  readonly #turns = new Map<string, string>();
  #heeded: string[] = [];
  #aimed: { x: number; y: number } | null = null; // where a pointer last held it, so that it is turned around there

  constructor(picking: Picking, view: () => PatchworkView, seat: () => number) {
    this.picking = picking;
    this.#view = view;
    this.#seat = seat;
  }

  /** The letter of the patch, or null for empty hands. */
  letter = $derived.by(() => {
    const first = this.picking.picked[0];
    return first?.startsWith(PATCH) ? first.slice(PATCH.length) : null;
  });

  /** The ways to turn it that differ. */
  ways = $derived.by((): Way[] => {
    if (this.letter === SPECIAL) return SPECIAL_WAYS;
    const { offers, circle } = this.#view();
    const index = offers.findIndex((offer) => offer.letter === this.letter);
    return [...(offers[index]?.turns ?? "")].map((letter) => ({ letter, rows: turned(circle[index]!.rows, letter) }));
  });

  /** The letter of how it is turned. */
  turn = $derived.by(() => {
    const second = this.picking.picked[1];
    return second?.startsWith(TURN) ? second.slice(TURN.length) : (this.ways[0]?.letter ?? null);
  });

  rows = $derived(this.ways.find((way) => way.letter === this.turn)?.rows ?? null);

  /** Where it would lie: the cell that waits to be confirmed, the one it was moved to, or the first that comes to mind. */
  corner = $derived.by((): Cell | null => {
    const last = this.picking.picked.at(-1);
    if (last?.startsWith(CELL)) return nameToCell(last.slice(CELL.length));
    return this.rows && this.at ? inside(this.rows, this.at) : this.#resting;
  });

  /** Whether it fits there, and why not. */
  fit = $derived(this.rows && this.corner ? this.tried(this.corner) : null);

  /** The ways to turn it for which there is room. */
  #possible = $derived.by(() => {
    const mine = this.picking.choices.filter(({ picks }) => picks[0] === PATCH + this.letter);
    return new Set(mine.map(({ picks }) => picks[1]!.slice(TURN.length)));
  });

  /** Where it waits until it is moved: where a hint wants it, or as near to the middle of the quilt as it fits. */
  #resting = $derived.by((): Cell | null => {
    const { advised, picked } = this.picking;
    const cell = picked.every((pick, index) => advised[index] === pick) ? advised[picked.length] : undefined;
    if (cell?.startsWith(CELL)) return nameToCell(cell.slice(CELL.length));
    if (!this.rows) return null;
    const [first] = this.#corners(within(SIDE / 2, this.rows[0]!.length), within(SIDE / 2, this.rows.length), SIDE);
    return first ?? null;
  });

  tried(corner: Cell) {
    return fit(this.rows!, this.#view().quilts[this.#seat()]!, corner);
  }

  /** Pick what needs no decision: the special patch, and a first way to turn a patch. */
  settle(): void {
    const [first, second] = this.picking.picked;
    const letter = this.letter;
    if (!letter) this.at = this.#aimed = null;
    if (!first) {
      const mustPlace = this.#view().pending === this.#seat() && this.picking.choices.length > 0;
      if (mustPlace) this.picking.pick(PATCH + SPECIAL);
    } else if (letter && letter !== SPECIAL) {
      const turn = second && !this.#isNewlyAdvised() ? second : TURN + this.#firstTurn(letter);
      if (turn !== second) this.picking.pick(turn);
      this.#turns.set(letter, this.turn!);
    }
  }

  /** A hint for the held patch turns it once; the player may turn it further afterwards. */
  #isNewlyAdvised(): boolean {
    const { advised, picked } = this.picking;
    if (advised === this.#heeded) return false;
    this.#heeded = advised;
    return advised[0] === picked[0];
  }

  #firstTurn(letter: string): string {
    const { advised } = this.picking;
    const advisedTurn = advised[0] === PATCH + letter ? advised[1]?.slice(TURN.length) : undefined;
    const known = advisedTurn ?? this.#turns.get(letter);
    return known && this.#possible.has(known) ? known : [...this.#possible].sort()[0]!;
  }

  rotate(): void {
    this.#change(rotated(this.rows!), rotated);
  }

  rotateBack(): void {
    const back = (rows: string[]) => rotated(rotated(rotated(rows)));
    this.#change(back(this.rows!), back);
  }

  flip(): void {
    this.#change(mirrored(this.rows!), rotated);
  }

  putBack(): void {
    this.picking.clear();
  }

  /** Turn it to a shape, or on from there to one for which there is room. */
  #change(rows: string[], onwards: (rows: string[]) => string[]): void {
    let refused: string | null = null;
    for (let tries = 0; tries < 4; tries++, rows = onwards(rows)) {
      const { letter } = this.ways.find((way) => isSame(way.rows, rows))!;
      if (letter === this.turn) continue; // it looks the same
      if (this.#possible.has(letter)) {
        this.picking.pick(TURN + letter);
        if (this.#aimed) this.aim(this.#aimed.x, this.#aimed.y);
        speech.say(`${this.letter} ${turnName(letter)}`);
        return;
      }
      refused ??= letter;
    }
    if (refused) this.picking.onRefused([PATCH + this.letter, TURN + refused]);
  }

  /** Move its corner to a cell, or as near as it lies inside the quilt. */
  moveTo(cell: Cell): void {
    this.#aimed = null;
    this.at = this.rows ? inside(this.rows, cell) : cell;
  }

  /** Whether it lies over a point of the quilt, in cells. */
  covers(x: number, y: number): boolean {
    const { rows, corner } = this;
    if (!rows || !corner) return false;
    return cellsOf(rows).some((cell) => Math.floor(x) === corner.x + cell.x && Math.floor(y) === corner.y + cell.y);
  }

  /**
   * Show where the patch would go if its middle were at a point of the quilt, in cells; it goes to the nearest place
   * where it fits, if one is near.
   *
   * @returns the pick of its corner; null when it is not over the quilt
   */
  aim(x: number, y: number): string | null {
    if (this.picking.ready) this.picking.back(); // it is moved on before it was confirmed
    if (!this.rows || x < -1 || y < -1 || x > SIDE + 1 || y > SIDE + 1) {
      this.at = this.#aimed = null;
      return null;
    }
    const left = within(x, this.rows[0]!.length);
    const top = within(y, this.rows.length);
    const [nearest] = this.#corners(left, top, REACH);
    const corner = nearest ?? { x: Math.round(left), y: Math.round(top) };
    this.#aimed = { x, y };
    if (corner.x !== this.at?.x || corner.y !== this.at.y) this.at = corner;
    return CELL + cellName(corner);
  }

  /** The cells within reach of a point where its corner can be, the nearest first. */
  #corners(left: number, top: number, reach: number): Cell[] {
    const far = ({ x, y }: Cell) => Math.hypot(x - left, y - top);
    return CELLS.filter((cell) => far(cell) < reach && this.picking.canPick(CELL + cellName(cell))).sort(
      (one, two) => far(one) - far(two),
    );
  }
}

/** Where something of a length begins whose middle is at a point, kept inside the quilt. */
function within(middle: number, length: number): number {
  return Math.max(0, Math.min(SIDE - length, middle - length / 2));
}
