// The analysis of a match: asked for, followed while the server works on it, cancelled.
import { get, post, remove, RequestRefused } from "../api";
import { speech } from "../speech.svelte";
import type { Analysis, AnalysisState } from "./types";

const POLL_MS = 1_500;

export class AnalysisStore {
  /** As the server told it last; null: not known yet. */
  state = $state.raw<AnalysisState | null>(null);
  /** Why the last request was refused. */
  problem = $state("");
  readonly #path: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** What is known so far. */
  get analysis(): Analysis | null {
    return this.state?.analysis ?? null;
  }

  get isUnderway(): boolean {
    return this.state?.status === "waiting" || this.state?.status === "running";
  }

  get isDone(): boolean {
    return this.state?.status === "done";
  }

  load(): Promise<void> {
    return this.#ask(() => get<AnalysisState>(this.#path));
  }

  async start(): Promise<void> {
    await this.#ask(() => post(this.#path));
    if (!this.problem) await this.load();
  }

  async cancel(): Promise<void> {
    await this.#ask(() => remove(this.#path));
    if (!this.problem) await this.load();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Send a request; an answer that tells the state is kept, and asked for again while it can change. */
  async #ask(request: () => Promise<unknown>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const answer = (await request()) as AnalysisState | undefined;
      this.problem = "";
      if (answer?.status) this.#take(answer);
    } catch (refusal) {
      this.problem = refusal instanceof RequestRefused ? refusal.message : String(refusal);
    }
    clearTimeout(this.#timer);
    if (this.isUnderway && !this.#isClosed) this.#timer = setTimeout(() => void this.load(), POLL_MS);
  }

  #take(state: AnalysisState): void {
    const wasUnderway = this.isUnderway;
    this.state = state;
    if (wasUnderway && this.isDone && !this.#isClosed) speech.say("The analysis is ready.");
  }
}
