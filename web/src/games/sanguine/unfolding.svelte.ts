// How the board comes to its newest state: influence spreads cell by cell outward from the card, and at the end the
// rows are counted one after another. Anything new ends it at once.
import { speedFactor } from "../../lib/match/beats";
import { settings } from "../../lib/settings.svelte";
import type { CellView, Happening, SanguineView } from "../../wire";

/** What becomes of cells, besides the card that is placed. */
export const CHANGES = ["pawns", "take", "upgrade", "devalue", "remove"];
/** How long the cells of one placement, and all the rows, take at most at normal speed. */
export const SPREAD_MS = 750;
export const COUNT_MS = 2_700;
const CELL_MS = 170;
const ROW_MS = 800;

/** What is shown for a moment, in place of the newest view. */
export interface Moment {
  view: SanguineView;
  /** The cell that changes now, and how. */
  cell?: string;
  kind?: string;
  /** The row that is counted now, and what is told of it. */
  row?: number;
  words?: string;
}

export class Unfolding {
  moment = $state.raw<Moment | null>(null);
  #view: SanguineView | null = null;
  #happened: Happening[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Follow the view: show what happened step by step, from the view before it. */
  follow(view: SanguineView, happened: Happening[]): void {
    if (view === this.#view && happened === this.#happened) return;
    const before = this.#view;
    const isNew = happened !== this.#happened;
    this.#view = view;
    this.#happened = happened;
    this.stop();
    if (!isNew || !before || !speedFactor()) return;
    const spread = spreadOf(before, view, happened);
    const count = settings.isMotionReduced ? [] : countOf(view, happened);
    if (spread.length) this.#show(spread, Math.min(CELL_MS, SPREAD_MS / spread.length));
    else if (count.length) this.#show(count, Math.min(ROW_MS, COUNT_MS / count.length));
  }

  /** Show the newest view. */
  stop(): void {
    clearTimeout(this.#timer);
    this.moment = null;
  }

  #show([moment, ...rest]: Moment[], ms: number): void {
    this.moment = moment ?? null;
    if (moment) this.#timer = setTimeout(() => this.#show(rest, ms), ms * speedFactor());
  }
}

/** The board after the card alone, then after each cell that it influences, from the nearest to the furthest. */
export function spreadOf(before: SanguineView, after: SanguineView, happened: Happening[]): Moment[] {
  const placed = happened.find(({ kind }) => kind === "place");
  const changes = happened.filter(({ kind }) => CHANGES.includes(kind));
  // More than that, and the viewer has asked for the newest state.
  if (!placed || placed.data.seat !== before.turn || changes.length + 1 < happened.length) return [];
  const [row, column] = placed.data.cell as [number, number];
  const kinds = new Map(changes.flatMap(({ kind, data }) => (data.cells as string[]).map((cell) => [cell, kind])));
  const away = (cell: string): number => {
    const [r, c] = cell.split(",").map(Number) as [number, number];
    return r === row && c === column ? Infinity : Math.hypot(r - row, c - column); // a card that destroys itself: last
  };
  const cells = [...kinds.keys()].sort((one, two) => away(one) - away(two));
  let board = withCell(before.board, `${row},${column}`, cardOn(before, placed));
  const moments: Moment[] = [{ view: counted(after, board) }];
  for (const cell of cells) {
    const [r, c] = cell.split(",").map(Number) as [number, number];
    board = withCell(board, cell, after.board[r]![c]!);
    moments.push({ view: counted(after, board), cell, kind: kinds.get(cell)! });
  }
  return cells.length ? moments : [];
}

/** The rows one after another, with the totals so far. */
export function countOf(view: SanguineView, happened: Happening[]): Moment[] {
  if (!happened.length || happened.some(({ kind }) => kind !== "row")) return [];
  return happened.map(({ data, message }, index) => ({
    view: { ...view, totals: totals(view.row_scores.slice(0, index + 1)) },
    row: Number(data.row),
    words: message,
  }));
}

/** The view while a card is still to be drawn. */
export function meanwhile(after: SanguineView, coming: Happening[], before: SanguineView): SanguineView {
  const draw = coming.find(({ kind }) => kind === "draw_card");
  if (!draw) return after;
  const seat = Number(draw.data.seat);
  const isOwn = draw.data.card !== undefined;
  return {
    ...after,
    turn: before.turn,
    hand: isOwn ? after.hand.slice(0, -1) : after.hand,
    hands: after.hands.map((count, side) => count - Number(side === seat)),
    decks: after.decks.map((count, side) => count + Number(side === seat)),
  };
}

function cardOn(view: SanguineView, { data }: Happening): CellView {
  const [row, column] = data.cell as [number, number];
  const { modifier } = view.board[row]![column]!;
  const card = Number(data.card);
  return { owner: Number(data.seat), pawns: 0, card, value: view.cards[card]!.value + modifier, modifier };
}

function withCell(board: CellView[][], cell: string, content: CellView): CellView[][] {
  return board.map((cells, row) => cells.map((each, column) => (`${row},${column}` === cell ? content : each)));
}

/** A view with another board, and the scores of that board. */
function counted(view: SanguineView, board: CellView[][]): SanguineView {
  const sum = (cells: CellView[], side: number): number =>
    cells.reduce((score, cell) => score + (cell.card >= 0 && cell.owner === side ? cell.value : 0), 0);
  const scores = board.map((cells) => [sum(cells, 0), sum(cells, 1)]);
  return { ...view, board, row_scores: scores, totals: totals(scores) };
}

/** What rows with these scores come to: each counts for the side that leads it. */
function totals(scores: number[][]): number[] {
  return [0, 1].map((side) => scores.reduce((sum, row) => sum + (row[side]! > row[1 - side]! ? row[side]! : 0), 0));
}
