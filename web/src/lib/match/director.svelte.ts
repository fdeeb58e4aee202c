// The stage director: shows scenes one after another, each for its beat, however fast they arrive.
import { speedFactor } from "./beats";
import { joined, type Scene } from "./scenes";

export class Director {
  /** More has happened than is on screen. */
  isBehind = $state(false);
  readonly #show: (scene: Scene, isLast: boolean) => void;
  #queue: Scene[] = [];
  #after: (() => void) | null = null;
  #held: ReturnType<typeof setTimeout> | undefined; // while the scene on screen is not to be replaced

  /** @param show puts a scene on screen; the last one is followed by no other yet. */
  constructor(show: (scene: Scene, isLast: boolean) => void) {
    this.#show = show;
    document.addEventListener("visibilitychange", this.#onVisibility);
  }

  close(): void {
    this.clear();
    document.removeEventListener("visibilitychange", this.#onVisibility);
  }

  /** Show scenes after those that still wait; at once, if the viewer made them happen. */
  play(scenes: Scene[], isOwn: boolean): void {
    if (isOwn) this.finish();
    this.#queue.push(...scenes);
    if (speedFactor() === 0) this.finish();
    else if (this.#held === undefined) this.#next();
    else this.isBehind = true;
  }

  /** Show the end of all that waits. */
  finish(): void {
    const [scenes, after] = [this.#queue, this.#after];
    this.clear();
    after?.();
    if (scenes.length) this.#show(joined(scenes), true);
  }

  /** Do something when the scene on screen, the last one, has had its beat. */
  afterBeat(action: () => void): void {
    if (this.#held === undefined) return action();
    this.#after = action;
    this.isBehind = true;
  }

  /** Forget what waits. */
  clear(): void {
    clearTimeout(this.#held);
    this.#held = undefined;
    this.#queue = [];
    this.#after = null;
    this.isBehind = false;
  }

  #next(): void {
    this.#held = undefined;
    if (this.#after) return this.finish();
    const scene = this.#queue.shift();
    this.isBehind = this.#queue.length > 0;
    if (!scene) return;
    this.#held = setTimeout(() => this.#next(), scene.ms * speedFactor());
    this.#show(scene, !this.isBehind);
  }

  #onVisibility = (): void => {
    if (document.hidden) this.finish();
  };
}
