// The words of the lab: what a run is, how far it is, and its numbers.
import type { LabCell, LabRun, LabSummary } from "../../wire";

export const KINDS = { tournament: "Tournament", record: "Recording", training: "Training" } as const;
const STATES = { running: "Running", stopped: "Stopped", over: "Finished" } as const;
const MINUTE_S = 60;

/** The state of a run, and how many of its matches or iterations there have been. */
export function stateLabel({
  kind,
  state,
  done,
  total,
}: Pick<LabSummary, "kind" | "state" | "done" | "total">): string {
  if (!total) return ""; // a training that wrote nothing but its curve
  const things = kind === "training" ? "iterations" : "matches";
  if (state === "over") return `${STATES.over}, ${count(done)} ${things}`;
  return `${STATES[state]}, ${count(done)} of ${count(total)} ${things}`;
}

/** When a run may end; empty when nothing is known. */
export function endLabel({ ends_ms }: LabRun, now_ms: number): string {
  if (ends_ms === null) return "";
  const minutes = Math.round((ends_ms - now_ms) / 1000 / MINUTE_S);
  if (minutes < 1) return "less than a minute left";
  if (minutes < 120) return minutes === 1 ? "about 1 minute left" : `about ${minutes} minutes left`;
  return `about ${Math.round(minutes / 60)} hours left`;
}

/** The players of a run, the first few by name. */
export function playersLabel(players: string[]): string {
  const FEW = 4;
  if (players.length <= FEW) return players.join(", ");
  return `${players.slice(0, FEW - 1).join(", ")} and ${players.length - FEW + 1} more`;
}

export function count(number: number): string {
  return number.toLocaleString("en");
}

/** A rating with its sign; all players together have 0. */
export function elo(rating: number): string {
  const rounded = Math.round(rating);
  return rounded > 0 ? `+${rounded}` : String(rounded || 0).replace("-", "−");
}

/** The share of the points of a row of the cross table; empty when they did not meet. */
export function score({ wins, draws, losses }: LabCell): string {
  const matches = wins + draws + losses;
  return matches ? `${Math.round((100 * (wins + draws / 2)) / matches)} %` : "";
}
