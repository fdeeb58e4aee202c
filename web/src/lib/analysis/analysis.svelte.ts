// The analysis of a match: asked for, followed while the server works on it, cancelled.
import type { Analysis, AnalysisState } from "../../wire";
import { get, post, remove } from "../api";
import { speech } from "../speech.svelte";

const POLL_MS = 1_500;

export class AnalysisStore {
  /** As the server told it last; null: not known yet. */
  state = $state.raw<AnalysisState | null>(null);
  /** Why the last request was refused. */
  problem = $state("");
  readonly #path: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0; // requests

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

  start(): Promise<void> {
    return this.#ask(() => post<AnalysisState>(this.#path));
  }

  cancel(): Promise<void> {
    return this.#ask(() => remove<AnalysisState>(this.#path));
  }

  close(): void {
    this.#asked++;
    clearTimeout(this.#timer);
  }

  /** Send a request; while its answer can change, ask again after a while. */
  async #ask(request: () => Promise<AnalysisState>): Promise<void> {
    const number = ++this.#asked;
    clearTimeout(this.#timer);
    try {
      const state = await request();
      if (number !== this.#asked) return; // another request was made meanwhile
      this.problem = "";
      this.#take(state);
    } catch (refusal) {
      this.problem = (refusal as Error).message;
    }
    if (this.isUnderway && number === this.#asked) this.#timer = setTimeout(() => void this.load(), POLL_MS);
  }

  #take(state: AnalysisState): void {
    const wasUnderway = this.isUnderway;
    this.state = state;
    if (wasUnderway && this.isDone) speech.say("The analysis is ready.");
  }
}
