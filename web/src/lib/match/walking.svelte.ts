// Walking through the moves of a match without leaving it: the match as this viewer knew it then.
import type { Replay } from "../../wire";
import { get } from "../api";
import type { GameClient } from "../gameClient";
import type { MatchStore } from "../match.svelte";
import type { ReplayPlayer } from "../replay/replay.svelte";

const SPECTATOR = -1;
type Parts = typeof import("./lookBack");

/** The earlier picture that is shown, and what shows it. */
interface Past extends Pick<Parts, "LookBack" | "MoveList"> {
  player: ReplayPlayer;
  /** The seat that looks back. */
  seat: number | null;
}

export class Walking {
  #past = $state.raw<Past | null>(null);
  readonly #match: MatchStore;
  readonly #client: GameClient<unknown>;
  readonly #invitation: string;

  constructor(match: MatchStore, client: GameClient<unknown>, invitation: string) {
    this.#match = match;
    this.#client = client;
    this.#invitation = invitation;
  }

  /** Null: the match is shown as it stands. Who has the device next sees nothing of it. */
  get past(): Past | null {
    const isSame = this.#match.curtain === null && this.#match.seat === this.#past?.seat;
    return isSame ? this.#past : null;
  }

  /** Show the match after one of its events; by default before the last one. */
  async open(version?: number): Promise<void> {
    const { seat, log } = this.#match;
    if (!log.length) return this.#match.refuse("There are no moves to look back at yet.");
    try {
      const [parts, replay] = await Promise.all([import("./lookBack"), this.#load(seat)]);
      if (seat !== this.#match.seat) return; // the device was passed on meanwhile
      const player = new parts.ReplayPlayer(replay, this.#client);
      player.jump(version === undefined ? player.last - 1 : placeOf(replay, version));
      this.#past = { LookBack: parts.LookBack, MoveList: parts.MoveList, player, seat };
    } catch (refusal) {
      this.#match.refuse((refusal as Error).message);
    }
  }

  /** Add what has happened since; the picture stays. */
  async refresh(): Promise<void> {
    const { past } = this;
    if (!past) return;
    try {
      past.player.add(await this.#load(past.seat));
    } catch {
      // the list stays as it was; the match itself goes on
    }
  }

  /** Show the match as it stands. */
  close(): void {
    this.#past?.player.close();
    this.#past = null;
  }

  #load(seat: number | null): Promise<Replay> {
    const query = { seat: String(seat ?? SPECTATOR), ...(this.#invitation && { invitation: this.#invitation }) };
    return get<Replay>(`/api/matches/${this.#match.id}/replay?${new URLSearchParams(query).toString()}`);
  }
}

/** The picture after an event. */
function placeOf({ frames }: Replay, version: number): number {
  return frames.findLastIndex((frame) => frame.version <= version);
}
