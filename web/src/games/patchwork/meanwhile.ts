// The table while some of what happened is still to be shown: patches fly, then tokens walk, then income is paid.
import type { Happening, Offer, PatchInfo, PatchworkView } from "../../wire";
import { nameToCell } from "./shapes";

const OFFERS = 3;
const ACTIONS = ["buy", "special", "advance"];

/** The view without what these happenings, which are still to come, did to it. */
export function meanwhile(after: PatchworkView, coming: Happening[], before: PatchworkView): PatchworkView {
  const view = { ...after, ...shownActions(after, coming, before), seven: after.seven };
  for (const name of ["squares", "buttons", "income", "empty", "score"] as const) view[name] = [...after[name]];
  view.placed = after.placed.map((patches) => [...patches]);
  view.quilts = after.quilts.map((rows) => [...rows]);
  for (const happening of [...coming].reverse()) takeBack(view, happening);
  const isShared = view.squares[0] === view.squares[1];
  view.on_top = !isShared ? -1 : after.on_top >= 0 ? after.on_top : before.on_top;
  view.score = view.buttons.map((buttons, seat) => buttons - 2 * view.empty[seat]! + (view.seven === seat ? 7 : 0));
  return view;
}

/** What follows from the actions that were shown: the string of them, and the circle. */
function shownActions(after: PatchworkView, coming: Happening[], before: PatchworkView) {
  const hidden = coming.filter(({ kind }) => ACTIONS.includes(kind)).length;
  const tokens = after.placement.slice(before.placement.length).match(/\.|[^.]{4}/g) ?? [];
  const shown = tokens.slice(0, tokens.length - hidden);
  const circle = shown.reduce(without, before.circle);
  const known = [...after.offers, ...before.offers];
  const offers = circle.slice(0, OFFERS).map((patch) => offerOf(patch, known));
  return { placement: before.placement + shown.join(""), circle, offers };
}

/** The circle after a token was played: it begins after the patch that was bought. */
function without(circle: PatchInfo[], token: string): PatchInfo[] {
  const index = circle.findIndex(({ letter }) => token.length > 1 && letter === token[0]);
  return index < 0 ? circle : [...circle.slice(index + 1), ...circle.slice(0, index)];
}

function offerOf(patch: PatchInfo, known: Offer[]): Offer {
  return (
    known.find(({ letter }) => letter === patch.letter) ?? {
      letter: patch.letter,
      turns: "",
      missing: 0,
      has_room: true,
    }
  );
}

function takeBack(view: PatchworkView, { kind, data }: Happening): void {
  const seat = Number(data.seat);
  const letter = String(data.patch ?? "h");
  if (kind === "buy" || kind === "special") pickUp(view, seat, data.cells as string[]);
  if (kind === "buy") {
    const patch = view.circle.find((each) => each.letter === letter)!;
    view.buttons[seat]! += patch.price;
    view.income[seat]! -= patch.income;
  }
  if (kind === "move" || kind === "advance") view.squares[seat] = Number(data.from);
  if (kind === "advance") view.buttons[seat]! -= Number(data.to) - Number(data.from);
  if (kind === "income") view.buttons[seat]! -= Number(data.buttons);
  if (kind === "seven") view.seven = -1;
  if (kind === "special") view.pending = seat;
  if (kind === "collect") {
    view.special_squares = [...view.special_squares, Number(data.square)].sort((one, two) => one - two);
    view.pending = -1;
  }
}

/** Take the patch that was laid last off a quilt. */
function pickUp(view: PatchworkView, seat: number, cells: string[]): void {
  view.placed[seat]!.pop();
  view.empty[seat]! += cells.length;
  for (const { x, y } of cells.map(nameToCell)) {
    const row = view.quilts[seat]![y]!;
    view.quilts[seat]![y] = `${row.slice(0, x)}.${row.slice(x + 1)}`;
  }
}
