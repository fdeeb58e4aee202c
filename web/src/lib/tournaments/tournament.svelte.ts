// A tournament as it is shown: looked up again every 2 seconds while it goes on.
import type { MyTournament, TournamentInfo, TournamentNow } from "../../wire";
import { get, post } from "../api";

export const LOOK_MS = 2_000;
const LOOK_AFTER_FAILURE_MS = 5_000;

export class TournamentStore {
  info = $state.raw<TournamentInfo | null>(null);
  me = $state.raw<MyTournament | null>(null);
  problem = $state.raw<unknown>();
  /** A request was refused: why. */
  refusal = $state("");
  /** How far the clock of the server is ahead. */
  offsetMs = $state(0);
  #version: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(readonly id: string) {
    void this.look();
  }

  /** Ask how the tournament stands, now and from then on. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const query = this.#version === null ? "" : `?since=${this.#version}`;
    try {
      this.#take(await get<TournamentNow>(`${this.#path}${query}`));
      this.problem = undefined;
    } catch (error) {
      this.problem = error;
    }
    const isOpen = !this.info || ["waiting", "running"].includes(this.info.summary.state);
    if (this.#isClosed || !isOpen) return;
    this.#timer = setTimeout(() => void this.look(), this.problem ? LOOK_AFTER_FAILURE_MS : LOOK_MS);
  }

  async act(action: "join" | "leave" | "start" | "cancel"): Promise<void> {
    this.refusal = "";
    try {
      this.#take(await post<TournamentNow>(`${this.#path}/${action}`));
    } catch (error) {
      this.refusal = (error as Error).message;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  get #path(): string {
    return `/api/tournaments/${encodeURIComponent(this.id)}`;
  }

  #take({ version, now_ms, tournament, me }: TournamentNow): void {
    if (this.#version !== null && version < this.#version) return; // an answer that was overtaken
    this.#version = version;
    this.offsetMs = now_ms - Date.now();
    this.me = me;
    if (tournament) this.info = tournament;
  }
}
