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
    choices: [...(left ? [] : [confirm]), ...placements(view, legal, placed, tray), ...moves(view, legal, placed)],
    draft: placed,
    prompt: placed.length ? promptOf(left) : "",
    whyNot: (picks) => whyNot(view, picks, left, placed),
  };
}

function promptOf(left: number): string {
  return left
    ? `${counted(left, "piece")} to place. Those on the map can still be moved.`
    : "All pieces are placed. Confirm, or move them.";
}

/** Return how each piece of the tray can be placed; where all are of one kind, its space is enough. */
function placements(view: RaptorView, legal: Map<string, Choice>, placed: string[], tray: TrayItem[]): DraftChoice[] {
  const waiting = tray.filter(({ left }) => left).map(({ kind }) => kind);
  return targets(legal, placed).flatMap(({ action, label }): DraftChoice[] => {
    const { kind, space } = pieceOf(action);
    if (!waiting.includes(kind) || placed.some((each) => excludes(view, each, action))) return [];
    const change = { label, draft: [...placed, action], happening: happeningOf(action) };
    return [
      { ...change, action, picks: [`tray:${kind}`, `space:${space}`] },
      ...(waiting.length === 1 ? [{ ...change, action: space, picks: [`space:${space}`] }] : []),
    ];
  });
}

/** Return how each piece on the map can be moved. */
function moves(view: RaptorView, legal: Map<string, Choice>, placed: string[]): DraftChoice[] {
  return placed.flatMap((from) =>
    targets(legal, placed).flatMap(({ action }) => move(view, legal, placed, from, action)),
  );
}

/** Move a piece. One that is in its way takes its place, if it may start there; otherwise there is no such move. */
function move(
  view: RaptorView,
  legal: Map<string, Choice>,
  placed: string[],
  from: string,
  action: string,
): DraftChoice[] {
  const { kind, space: start } = pieceOf(from);
  const { kind: wanted, space } = pieceOf(action);
  const others = placed.filter((each) => each !== from);
  const isInTheWay = (each: string): boolean => excludes(view, each, action);
  const exchanged = others.filter(isInTheWay).map((each) => `${pieceOf(each).kind}:${start}`);
  const rest = others.filter((each) => !isInTheWay(each));
  const fits =
    exchanged.length < 2 &&
    exchanged.every((each) => legal.has(each) && !rest.some((one) => excludes(view, one, each)));
  if (kind !== wanted || !fits) return [];
  return [
    {
      action: `${start}-${space}`,
      picks: [from, `space:${space}`],
      label: `move the ${kind} from ${start} to ${space}`,
      draft: [...rest, action, ...exchanged],
      happening: happeningOf(action, start, exchanged[0]),
    },
  ];
}

/** Return the placements on spaces where no piece stands yet. */
function targets(legal: Map<string, Choice>, placed: string[]): Choice[] {
  const taken = new Set(placed.map((action) => pieceOf(action).space));
  return [...legal.values()].filter(({ action }) => !taken.has(pieceOf(action).space));
}

function happeningOf(action: string, from?: string, exchanged?: string): Happening {
  const { kind, space } = pieceOf(action);
  const words = [wordsOf(action), ...(exchanged ? [wordsOf(exchanged)] : [])].join(", ");
  const message = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return { kind, message, data: from ? { from, to: space } : { to: space } };
}

/** A piece in words: "the mother on g5". */
function wordsOf(action: string): string {
  const { kind, space } = pieceOf(action);
  return `${["mother", "sister"].includes(kind) ? "the" : "a"} ${kind} on ${space}`;
}

/** Whether two pieces cannot start like this: one on each tile, and a baby on only one of the two central tiles. */
function excludes(view: RaptorView, one: string, two: string): boolean {
  const [a, b] = [pieceOf(one), pieceOf(two)];
  if (a.space === b.space || (a.kind === b.kind && ["mother", "sister"].includes(a.kind))) return true;
  if ([a.kind, b.kind].some((kind) => ["sister", "hound"].includes(kind))) return false; // they share a tile
  const areBabies = a.kind === "baby" && b.kind === "baby";
  return (
    tileAt(view, a.space) === tileAt(view, b.space) ||
    (areBabies && isCentral(view, a.space) && isCentral(view, b.space))
  );
}

function whyNot(view: RaptorView, picks: string[], left: number, placed: string[]): string | string[] {
  if (picks[0] === CONFIRM) return `Place all pieces first: ${counted(left, "piece")} to go.`;
  const [what, where] = picks[0]!.split(":");
  const kind = what === "tray" ? where! : what!;
  const space = picks[1]?.split(":")[1];
  if (!space || kind === "space") return picks;
  const inTheWay = placed.find((each) => each !== picks[0] && excludes(view, each, `${kind}:${space}`));
  if (inTheWay) return reason(view, inTheWay, space);
  return [`tray:${kind}`, ...picks.slice(1)]; // to the server all pieces are in the tray
}

function reason(view: RaptorView, inTheWay: string, space: string): string {
  const { space: other } = pieceOf(inTheWay);
  if (tileAt(view, other) !== tileAt(view, space)) return "One of the two central tiles must stay free for the mother.";
  return `Each tile takes one piece, and there is already ${wordsOf(inTheWay)}.`;
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
