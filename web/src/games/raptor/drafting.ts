// Placing: all pieces of a side are put on the map and moved about as the player likes, and sent when confirmed.
import type { DraftChoice, Drafted } from "../../lib/gameClient";
import type { Choice, Figure, RaptorView, TrayItem } from "../../wire";
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
    choices: [...(left ? [] : [confirm]), ...placements(legal, placed, tray)],
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

/** Return what can be done with each piece: from the tray or from its space to every space where it may start. */
function placements(legal: Map<string, Choice>, placed: string[], tray: TrayItem[]): DraftChoice[] {
  const waiting = tray.filter(({ left }) => left);
  const taken = new Set(placed.map((action) => pieceOf(action).space));
  return [...legal.values()].flatMap(({ action, label }): DraftChoice[] => {
    const { kind, space } = pieceOf(action);
    if (taken.has(space)) return [];
    const found: DraftChoice[] = [];
    const target = `space:${space}`;
    const add = (text: string, picks: string[], words: string, from?: string): void => {
      const data = from ? { from: pieceOf(from).space, to: space } : { to: space };
      const happening = { kind, message: `${kind === "mother" ? "The mother" : `A ${kind}`} on ${space}.`, data };
      found.push({ action: text, picks, label: words, draft: moved(placed, action, legal, from), happening });
    };
    for (const from of placed.filter((each) => pieceOf(each).kind === kind)) {
      const start = pieceOf(from).space;
      add(`${start}-${space}`, [from, target], `move the ${kind} from ${start} to ${space}`, from);
    }
    if (waiting.some((each) => each.kind === kind)) add(action, [`tray:${kind}`, target], label);
    const isClear = !placed.some((each) => excludes(each, action));
    if (waiting.length === 1 && waiting[0]!.kind === kind && isClear) add(space, [target], label);
    return found;
  });
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
