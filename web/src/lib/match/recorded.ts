// Recorded matches for tests: what a server sent to a person who played the computer. `make recorded` renews them.
import { readdirSync, readFileSync } from "node:fs";

import type { GameInfo, MatchInfo, Snapshot, Update } from "../../wire";
import { Kept, type TableReply } from "./difference";

const FOLDER = "src/lib/match/recorded";

export interface Step {
  at_ms: number;
  /** What the person answered. */
  plays: string | null;
  /** What the server sent: after the snapshot, what had changed. */
  sent: TableReply;
  /** The same with the whole table. */
  reply: Snapshot | Update;
}

export const recordedGames = readdirSync(FOLDER).map((file) => file.replace(".json", ""));

/** Return a recorded match. */
export function recorded(game: string): Step[] {
  const steps = JSON.parse(readFileSync(`${FOLDER}/${game}.json`, "utf8")) as Step[];
  const kept = new Kept();
  return steps.map((step) => ({ ...step, reply: kept.follow(step.sent)! }));
}

/** Return what the page of a recorded match knows besides. */
export function infoOf(game: string, steps: Step[], seats = [0]): [MatchInfo, GameInfo] {
  const { match, options, pace } = steps[0]!.reply as Snapshot;
  const info = {
    ...{ match, game, options, pace, seats, is_rated: false, invitation: null, open_seat: null, is_over: false },
    ...{ names: ["Guest 1", "Computer"], kinds: ["person", "computer"], levels: [null, "novice"], next_match: null },
  };
  const about = {
    ...{
      id: game,
      name: game,
      summary: "",
      has_secrets: false,
      has_timers: false,
      has_draws: false,
      has_campaign: false,
    },
    ...{ sides: ["", ""], levels: [], is_ready: true, options: [], formats: [], chances: null },
  };
  return [info as MatchInfo, about];
}
