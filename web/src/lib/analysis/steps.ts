// An analysis beside the pictures of a replay. The graph and the table are both made from these steps.
import type { Analysis, Graded, Point, Replay } from "../../wire";
import { eventOf } from "../replay/replay.svelte";
import { isMistake, percent } from "./grades";

/** A picture of a replay, and what the analysis says of it. */
export interface Step {
  place: number;
  /** What the position is worth to seat 0; null: not known yet. */
  chance: Point | null;
  /** What the position before it was worth. */
  before: Point | null;
  /** The action that led to it. */
  graded: Graded | null;
}

/** Return a step for every picture of a replay. */
export function stepsOf({ frames }: Replay, { points, actions }: Analysis): Step[] {
  const pointAt = new Map(points.map((point) => [point.version, point]));
  const gradedAt = new Map(actions.map((graded) => [graded.version, graded]));
  const standing: (Point | null)[] = []; // after each action that was not taken back
  return frames.map((frame, place) => {
    const event = eventOf(frame);
    const before = standing.at(-1) ?? null;
    const point = pointAt.get(frame.version) ?? null;
    if (!event || event.kind === "acted") standing.push(point);
    else if (event.taken_back) standing.splice(-event.taken_back);
    return { place, chance: point ?? standing.at(-1) ?? null, before, graded: gradedAt.get(frame.version) ?? null };
  });
}

/** Return the places of the mistakes. */
export function mistakesIn(steps: Step[]): number[] {
  return steps.filter(({ graded }) => graded && isMistake(graded.grade)).map(({ place }) => place);
}

/** A chance in words; with its band, where it is known only roughly. */
export function chanceWords(chance: Point | null): string {
  if (!chance) return "–";
  const band = chance.low < chance.high ? ` (${percent(chance.low)} to ${percent(chance.high)})` : "";
  return `${percent(chance.value, chance.is_exact)}${band}`;
}
