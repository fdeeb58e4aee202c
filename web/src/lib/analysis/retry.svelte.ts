// A mistake that is tried again: the position before it, as its player knew it, and what is said of each try.
import type { Choice, Frame, Graded, PastChoices, Replay } from "../../wire";
import { Picking } from "../interaction/picking.svelte";
import { speech } from "../speech.svelte";
import { gradeWord, verdictOn, type Verdict } from "./grades";

export class Retry {
  readonly picking = new Picking();
  /** Of the action that was tried last. */
  verdict = $state.raw<Verdict | null>(null);
  /** Why the last pick leads to no action. */
  refusal = $state("");
  readonly graded: Graded;
  readonly prompt: string;
  /** The position before the mistake. */
  readonly frame: Frame;
  readonly #choices: Choice[];

  /** @param replay as the player of the mistake knew the match */
  constructor(graded: Graded, replay: Replay, past: PastChoices) {
    this.graded = graded;
    this.prompt = past.prompt;
    this.frame = replay.frames.findLast(({ version }) => version < graded.version)!;
    this.#choices = past.choices;
    this.picking.onPlay = (choice) => this.attempt(choice);
    this.picking.onRefused = () => {
      this.refusal = "That cannot be picked here.";
      speech.warn(this.refusal);
    };
    this.picking.offer(this.#choices);
  }

  /** Judge an action; another one can be tried after it. */
  attempt({ action, label }: Choice): void {
    this.#tell(verdictOn(this.graded, action, label));
  }

  /** Mark the best action on the board, and name it. */
  showBest(): void {
    const [best] = this.graded.best;
    if (!best) return;
    this.picking.clear();
    this.#tell(verdictOn(this.graded, best.action, best.label));
    this.picking.advised = this.#choices.find(({ action }) => action === best.action)?.picks ?? [];
  }

  #tell(verdict: Verdict): void {
    this.refusal = "";
    this.verdict = verdict;
    this.picking.offer(this.#choices);
    speech.say(`${verdict.grade ? `${gradeWord(verdict.grade)}. ` : ""}${verdict.message}`);
  }
}
