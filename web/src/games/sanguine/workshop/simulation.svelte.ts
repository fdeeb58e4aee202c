// A simulation of many matches: asked for, followed while the server plays them, cancelled.
import { get, post, remove, RequestRefused } from "../../../lib/api";
import { levelName } from "../../../lib/levels";
import { speech } from "../../../lib/speech.svelte";
import { visitor } from "../../../lib/visitor.svelte";
import type { SimulationState } from "../../../wire";
import { SIDES } from "../words";
import type { Options } from "./verdict";

export const MATCHES = 500;
const PATH = "/api/simulation";
const POLL_MS = 1_000;

export class SimulationStore {
  /** As the server told it last; null: none. */
  state = $state.raw<SimulationState | null>(null);
  /** Why the last request was refused. */
  problem = $state("");
  /** What is simulated; null: something else, in another tab. */
  options = $state.raw<Options | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0; // requests

  get isUnderway(): boolean {
    return this.state?.status === "waiting" || this.state?.status === "running";
  }

  /** Begin a simulation; where another one of this person goes on, follow that. */
  async start(game: string, level: string, options: Options): Promise<void> {
    this.options = options;
    await this.#ask(async () => {
      await visitor.identify();
      return post<SimulationState>(PATH, { game, level, options, matches: MATCHES }).catch(async (refusal: unknown) => {
        const isBusy = refusal instanceof RequestRefused && refusal.code === "server/too_many";
        const other = isBusy ? await get<SimulationState>(PATH) : null;
        if (other?.status !== "waiting" && other?.status !== "running") throw refusal;
        this.options = null;
        return other;
      });
    });
  }

  cancel(): Promise<void> {
    return this.#ask(() => remove<SimulationState>(PATH));
  }

  /** Stop following it; the server goes on. */
  close(): void {
    this.#asked++;
    clearTimeout(this.#timer);
  }

  /** Send a request; while its answer can change, ask again after a while. */
  async #ask(request: () => Promise<SimulationState>): Promise<void> {
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
    const again = (): Promise<void> => this.#ask(() => get<SimulationState>(PATH));
    if (this.isUnderway && number === this.#asked) this.#timer = setTimeout(() => void again(), POLL_MS);
  }

  #take(state: SimulationState): void {
    const wasUnderway = this.isUnderway;
    this.state = state.status === "none" ? null : state;
    if (wasUnderway && state.status === "done") speech.say(headline(state));
  }
}

/** The result in a sentence: "Red won 52% of 500 matches." */
export function headline({ rate, done }: SimulationState): string {
  return done ? `${SIDES[0]} won ${percent(rate)} of ${done} matches.` : "No match was finished.";
}

/** What the result means, and how sure it is. */
export function explained({ low, high, wins, draws, level, done, total }: SimulationState): string[] {
  const better = low > 0.5 ? SIDES[0] : high < 0.5 ? SIDES[1] : null;
  return [
    better ? `${better} has the better chances.` : "Neither side is clearly better.",
    `95% interval: ${percent(low)} to ${percent(high)}.`,
    `${levelName(level)} against ${levelName(level)}: ${SIDES[0]} won ${wins[0]}, ${SIDES[1]} won ${wins[1]}, ` +
      `${draws} ${draws === 1 ? "was a draw" : "were draws"}. A draw counts half.`,
    ...(done < total ? [`It ended after ${done} of ${total} matches, because they took too long.`] : []),
  ];
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
