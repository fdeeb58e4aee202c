// A lesson in progress: the actions so far are stored here and sent with every request.
import type { Happening, LessonScene, SeatInfo } from "../wire";
import { post, RequestRefused } from "./api";
import { Picking } from "./interaction/picking.svelte";
import { seatsOf } from "./seats";
import { play } from "./sound";
import { speech } from "./speech.svelte";

export class LessonStore {
  readonly picking = new Picking();
  scene = $state.raw<LessonScene | null>(null);
  happened = $state.raw<Happening[]>([]);
  /** Why the last pick or action was wrong. */
  refusal = $state("");
  readonly #path: string;
  #actions: string[] = [];

  constructor(game: string, number: number) {
    this.#path = `/api/games/${game}/lessons/${number}`;
    this.picking.onPlay = (choice) => void this.play(choice.action);
    this.picking.onRefused = (picks) => void this.#explain(picks);
    void this.#show(this.#actions);
  }

  /** The seats of a lesson: the learner and an unnamed opponent. */
  get seats(): [SeatInfo, SeatInfo] {
    return seatsOf(this.scene!.sides, this.scene!.seat);
  }

  async play(action: string): Promise<void> {
    await this.#show([...this.#actions, action]);
  }

  /** Start the lesson over. */
  async restart(): Promise<void> {
    await this.#show([]);
  }

  async #show(actions: string[]): Promise<void> {
    this.picking.offer([]); // until it is answered
    try {
      const scene = await post<LessonScene>(this.#path, { actions });
      this.refusal = scene.is_right ? "" : scene.message;
      if (scene.is_right) this.#actions = actions;
      this.happened = scene.happened as Happening[];
      this.scene = scene.is_right || !this.scene ? scene : { ...scene, message: this.scene.message };
      this.picking.offer(scene.choices);
      this.picking.advised = scene.advised;
      const sentences = scene.happened.map((happening) => happening.message);
      speech.say([...sentences, scene.message].join(" "));
      play(scene.is_right ? "place" : "refuse");
    } catch (refusal) {
      this.picking.offer(this.scene?.choices ?? []);
      this.#refuse(refusal);
    }
  }

  async #explain(picks: string[]): Promise<void> {
    try {
      const { why_not } = await post<LessonScene>(this.#path, { actions: this.#actions, picks });
      this.refusal = why_not;
      speech.warn(why_not);
    } catch (refusal) {
      this.#refuse(refusal);
    }
  }

  #refuse(refusal: unknown): void {
    this.refusal = refusal instanceof RequestRefused ? refusal.message : String(refusal);
    speech.warn(this.refusal);
  }
}
