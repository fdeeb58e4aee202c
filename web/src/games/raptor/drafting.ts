// Placing: all pieces of a side are put on the map and moved about as the player likes, and sent when confirmed.
import type { DraftChoice, Drafted } from "../../lib/gameClient";
import type { Choice, Figure, Happening, RaptorView, TrayItem } from "../../wire";
import { counted } from "./cards";
import { isCentral, tileAt } from "./spaces";

/** A view with pieces that are not confirmed yet. */
export interface DraftedView extends RaptorView {
  /** The pieces, as the actions that place them: "mother:g5". */
  draft: string[];
}

interface Piece {
  kind: string;
  space: string;
}

const CONFIRM = "confirm";

/** Return the match with the pieces that were placed so far; null outside the placement. */
export function drafting(view: RaptorView, choices: Choice[], draft: string[]): Drafted<DraftedView> | null {
  if (view.phase !== "placement" || !choices.length) return null;
  const legal = new Map(choices.map((choice) => [choice.action, choice]));
  const placed = draft.filter((action) => legal.has(action));
  const tray = trayOf(view.tray, placed);
  const left = tray.reduce((sum, each) => sum + each.left, 0);
  const confirm: DraftChoice = {
    ...{ action: CONFIRM, picks: [CONFIRM], label: "confirm the placement", draft: null, happening: null },
  };
  return {
    view: { ...view, figures: [...view.figures, ...placed.map(figureOf)], tray, draft: placed },
    choices: [...(left ? [] : [confirm]), ...placements(legal, placed, tray), ...moves(legal, placed)],
    draft: placed,
    prompt: placed.length ? promptOf(left) : "",
    whyNot: (picks) => whyNot(picks, left),
  };
}

function promptOf(left: number): string {
  return left
    ? `${counted(left, "piece")} to place. Those on the map can still be moved.`
    : "All pieces are placed. Confirm, or move them.";
}

/** Return how each piece of the tray can be placed; where all are of one kind, its space is enough. */
function placements(legal: Map<string, Choice>, placed: string[], tray: TrayItem[]): DraftChoice[] {
  const waiting = tray.filter(({ left }) => left).map(({ kind }) => kind);
  return targets(legal, placed).flatMap(({ action, label }): DraftChoice[] => {
    const { kind, space } = pieceOf(action);
    if (!waiting.includes(kind)) return [];
    const change = { label, draft: moved(placed, action, legal), happening: happeningOf(action) };
    const isClear = waiting.length === 1 && !placed.some((each) => excludes(each, action));
    return [
      { ...change, action, picks: [`tray:${kind}`, `space:${space}`] },
      ...(isClear ? [{ ...change, action: space, picks: [`space:${space}`] }] : []),
    ];
  });
}

/** Return how each piece on the map can be moved. */
function moves(legal: Map<string, Choice>, placed: string[]): DraftChoice[] {
  return targets(legal, placed).flatMap(({ action }) => {
    const { kind, space } = pieceOf(action);
    return placed
      .filter((from) => pieceOf(from).kind === kind)
      .map((from): DraftChoice => {
        const start = pieceOf(from).space;
        return {
          action: `${start}-${space}`,
          picks: [from, `space:${space}`],
          label: `move the ${kind} from ${start} to ${space}`,
          draft: moved(placed, action, legal, from),
          happening: happeningOf(action, start),
        };
      });
  });
}

/** Return the placements on spaces where no piece stands yet. */
function targets(legal: Map<string, Choice>, placed: string[]): Choice[] {
  const taken = new Set(placed.map((action) => pieceOf(action).space));
  return [...legal.values()].filter(({ action }) => !taken.has(pieceOf(action).space));
}

function happeningOf(action: string, from?: string): Happening {
  const { kind, space } = pieceOf(action);
  const who = kind === "mother" ? "The mother" : `A ${kind}`;
  return { kind, message: `${who} on ${space}.`, data: from ? { from, to: space } : { to: space } };
}

/** Place a piece. One that cannot stay makes room: it goes where the other came from, or back into the tray. */
function moved(placed: string[], action: string, legal: Map<string, Choice>, from?: string): string[] {
  const others = placed.filter((each) => each !== from);
  const draft = [...others.filter((each) => !excludes(each, action)), action];
  for (const each of others.filter((other) => excludes(other, action))) {
    const exchanged = from && `${pieceOf(each).kind}:${pieceOf(from).space}`;
    if (exchanged && legal.has(exchanged) && !draft.some((other) => excludes(other, exchanged))) draft.push(exchanged);
  }
  return draft;
}

/** Whether two pieces cannot start like this: one on each tile, and a baby on only one of the two central tiles. */
function excludes(one: string, two: string): boolean {
  const [a, b] = [pieceOf(one), pieceOf(two)];
  const areBabies = a.kind === "baby" && b.kind === "baby";
  return (
    tileAt(a.space) === tileAt(b.space) ||
    (a.kind === "mother" && b.kind === "mother") ||
    (areBabies && isCentral(a.space) && isCentral(b.space))
  );
}

function whyNot(picks: string[], left: number): string | string[] {
  if (picks[0] === CONFIRM) return `Place all pieces first: ${counted(left, "piece")} to go.`;
  const [kind] = picks[0]!.split(":");
  const isPlaced = kind !== "tray" && kind !== "space" && picks.length > 1;
  return isPlaced ? [`tray:${kind}`, ...picks.slice(1)] : picks; // to the server all pieces are in the tray
}

function trayOf(tray: TrayItem[], placed: string[]): TrayItem[] {
  return tray.map(({ kind, left }) => ({
    kind,
    left: left - placed.filter((each) => pieceOf(each).kind === kind).length,
  }));
}

function figureOf(action: string): Figure {
  return { ...pieceOf(action), is_active: true, is_fresh: false, is_used: false };
}

function pieceOf(action: string): Piece {
  const [kind, space] = action.split(":");
  return { kind: kind!, space: space! };
}
