// Which actions of a match were taken back.
import type { EventView } from "../../wire";

/** Return the versions of the actions that do not count any more. */
export function takenBack(log: EventView[]): Set<number> {
  const standing: number[] = [];
  const undone: number[] = [];
  for (const event of log) {
    if (event.kind === "acted") standing.push(event.version);
    if (event.taken_back) undone.push(...standing.splice(-event.taken_back));
  }
  return new Set(undone);
}
