// The board while tiles lie there that will be captured in a moment.
import type { Happening, MatchesAndPatchesView } from "../../wire";

/** The view without the markers and points of captures that are still to come. */
export function meanwhile(
  after: MatchesAndPatchesView,
  coming: Happening[],
  before: MatchesAndPatchesView,
): MatchesAndPatchesView {
  const cells = new Set(coming.filter(({ kind }) => kind === "capture").flatMap(({ data }) => data.cells as string[]));
  if (!cells.size) return after;
  const owners = after.owners.map((row, y) =>
    row.map((owner, x) => (cells.has(`${y + 1},${x + 1}`) ? before.owners[y]![x]! : owner)),
  );
  return { ...after, owners, captured: before.captured, points: before.points };
}
