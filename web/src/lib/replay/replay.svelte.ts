// A replay in progress: which picture is shown, and what is moving. Nothing is asked of the server meanwhile.
import type { EventView, Frame, Happening, Replay, SeatInfo, Table } from "../../wire";
import type { GameClient } from "../gameClient";
import { scenesOf, type Scene } from "../match/scenes";
import { seatsOf } from "../seats";

/** Between two pictures of a replay that plays by itself, at normal speed. */
const PAUSE_MS = 400;

export class ReplayPlayer {
  /** The number of the picture. */
  place = $state(0);
  /** It goes on by itself. */
  isPlaying = $state(false);
  /** How many times as fast as a match. */
  speed = $state(1);
  view = $state.raw<unknown>(null);
  happened = $state.raw<Happening[]>([]);
  #replay = $state.raw<Replay>()!;
  readonly #client: GameClient<unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scenes: Scene[] = [];

  constructor(replay: Replay, client: GameClient<unknown>) {
    this.#client = client;
    this.#replay = replay;
    this.jump(0);
  }

  get replay(): Replay {
    return this.#replay;
  }

  get frame(): Frame {
    return this.#replay.frames[this.place]!;
  }

  get last(): number {
    return this.#replay.frames.length - 1;
  }

  get isAtEnd(): boolean {
    return this.place === this.last;
  }

  get seats(): [SeatInfo, SeatInfo] {
    const [first, second] = seatsOf(this.frame.sides);
    return [
      { ...first, name: this.#replay.names[0] },
      { ...second, name: this.#replay.names[1] },
    ];
  }

  /** What led to the picture, in a sentence. */
  get sentence(): string {
    return sentenceOf(this.frame, this.#replay);
  }

  /** Show the same place as another viewer knew it. */
  see(replay: Replay): void {
    this.#replay = replay;
    this.jump(this.place);
  }

  /** Take a longer replay of the same match; what is shown stays. */
  add(replay: Replay): void {
    this.#replay = replay;
  }

  /** Show a picture at once. */
  jump(place: number): void {
    this.#rest();
    this.place = Math.min(Math.max(place, 0), this.last);
    this.view = this.frame.view;
    this.happened = [];
  }

  /** Stop, and show a picture; the next one with all that happens on the way there. */
  go(place: number): void {
    this.isPlaying = false;
    if (place === this.place + 1 && place <= this.last) this.#forward();
    else this.jump(place);
  }

  /** Play from here on, or stop; at the end, from the beginning. */
  toggle(): void {
    this.isPlaying = !this.isPlaying;
    if (!this.isPlaying) return this.jump(this.place);
    if (this.isAtEnd) this.jump(0);
    this.#forward();
  }

  close(): void {
    this.#rest();
  }

  #forward(): void {
    if (this.isAtEnd) {
      this.isPlaying = false;
      return;
    }
    this.jump(this.place);
    const before = this.frame.view;
    this.place++;
    const table = { view: this.frame.view } as Table;
    this.#scenes = scenesOf([eventOf(this.frame)!], table, before, this.#client);
    this.#next();
  }

  #next(): void {
    const scene = this.#scenes.shift();
    if (!scene) return this.#arrive();
    this.view = scene.view;
    this.happened = scene.happened;
    this.#timer = setTimeout(() => this.#next(), scene.ms / this.speed);
  }

  #arrive(): void {
    this.view = this.frame.view;
    if (this.isPlaying) this.#timer = setTimeout(() => this.#forward(), PAUSE_MS / this.speed);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#scenes = [];
  }
}

/** What led to a picture; null: the match begins. */
export function eventOf(frame: Frame): EventView | null {
  return frame.event as EventView | null;
}

/** What led to a picture, in a sentence. */
export function sentenceOf(frame: Frame, replay: Replay): string {
  const told = eventOf(frame)
    ?.happenings.map(({ message }) => message)
    .join(" ");
  return told ?? `${replay.names.join(" and ")} begin.`;
}
