// A puzzle in progress: the turn so far is stored here and sent with every request.
import type {
  Choice,
  EventView,
  Happening,
  PuzzlePicture,
  PuzzleScene,
  PuzzleVerdict,
  SeatInfo,
  Table,
} from "../../wire";
import { post, RequestRefused } from "../api";
import type { GameClient } from "../gameClient";
import { Picking } from "../interaction/picking.svelte";
import { Director } from "../match/director.svelte";
import { scenesOf, type Scene } from "../match/scenes";
import { isNamed, seatsOf } from "../seats";
import { settings } from "../settings.svelte";
import { play } from "../sound";
import { speech } from "../speech.svelte";

/** What a scene of a puzzle stands for: only the view is used of its table. */
interface Pictured extends Table {
  picture: PuzzlePicture;
}

export class PuzzleStore {
  readonly picking = new Picking();
  readonly director = new Director((scene, isLast) => this.#perform(scene, isLast));
  /** The puzzle as far as its turn was played. */
  scene = $state.raw<PuzzleScene>()!;
  /** What was said about the turn; null while it goes on. */
  verdict = $state.raw<PuzzleVerdict | null>(null);
  /** What is on the board. */
  picture = $state.raw<PuzzlePicture>()!;
  view = $state.raw<unknown>(null);
  happened = $state.raw<Happening[]>([]);
  /** Why the last pick or action was not possible. */
  refusal = $state("");
  /** A solution was shown, or the puzzle was solved: it can be left. */
  isDone = $state(false);
  readonly #first: PuzzleScene;
  readonly #client: GameClient<unknown>;
  #actions = $state.raw<string[]>([]);
  #coming: PuzzleVerdict | null = null; // said when the board has shown it
  #isAsking = false;

  constructor(scene: PuzzleScene, client: GameClient<unknown>) {
    this.#first = scene;
    this.#client = client;
    this.picking.mustConfirm = settings.values.confirm_moves || !!client.alwaysConfirm;
    this.picking.asksAbout = (choice) => !!client.mustConfirm?.(choice);
    this.picking.onPlay = (choice) => void this.#try(choice.action);
    this.picking.onRefused = (picks) => void this.#explain(picks);
    this.#reset();
    speech.say(this.introduction);
  }

  close(): void {
    this.director.close();
  }

  get seats(): [SeatInfo, SeatInfo] {
    return seatsOf(this.scene.sides, this.scene.seat);
  }

  /** What is asked, as it is said first. */
  get introduction(): string {
    const { sides, seat, goal } = this.#first;
    return isNamed(sides[seat]!) ? `You are ${sides[seat]}. ${goal}` : goal;
  }

  /** A part of the turn is played. */
  get isBegun(): boolean {
    return this.#actions.length > 0;
  }

  /** What is asked now: a step of the turn, or the puzzle itself. */
  get asked(): string {
    const { label } = this.picking.ready ?? { label: "" };
    if (label) return `${label[0]!.toUpperCase()}${label.slice(1)}?`;
    return this.isBegun && !this.verdict ? this.scene.prompt : this.scene.goal;
  }

  /** Play what was typed: an action in notation, or the label of a choice. */
  type(text: string): void {
    this.director.finish();
    const typed = text.trim();
    const choice = this.picking.choices.find(({ action, label }: Choice) => action === typed || label === typed);
    if (choice) this.picking.choose(choice);
    else void this.#try(typed);
  }

  /** Begin the turn again. */
  restart(): void {
    this.#reset();
    speech.say(this.introduction);
  }

  /** Show the solution on the board; an answer that is missing counts as wrong. */
  async showSolution(): Promise<void> {
    await this.#ask({ gives_up: true });
  }

  #reset(): void {
    this.director.clear();
    this.#actions = [];
    this.#coming = this.verdict = null;
    this.refusal = "";
    this.#rest(this.#first);
  }

  async #try(action: string): Promise<void> {
    await this.#ask({ actions: [...this.#actions, action] });
  }

  async #ask(request: { actions?: string[]; gives_up?: boolean }): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.picking.suspend();
    try {
      const verdict = await post<PuzzleVerdict>(`/api/puzzles/${this.scene.id}/attempt`, request);
      this.#actions = request.actions ?? [];
      this.#show(verdict, !!request.gives_up);
    } catch (refusal) {
      this.picking.offer(this.scene.choices);
      this.#refuse(refusal);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Show on the board what a turn did, then what is said about it. */
  #show(verdict: PuzzleVerdict, isWhole: boolean): void {
    if (isWhole) this.#reset(); // a solution is shown from the beginning
    this.picking.offer([]);
    this.refusal = "";
    this.#coming = verdict;
    const scenes: Scene[] = [];
    let before = this.view;
    for (const picture of verdict.steps) {
      const happenings = picture.happened as Happening[];
      const table = { view: picture.view, picture } as Pictured;
      scenes.push(...scenesOf([{ happenings } as EventView], table, before, this.#client));
      before = picture.view;
    }
    if (scenes.length) this.director.play(scenes, true);
    else this.#settle();
  }

  #perform(scene: Scene, isLast: boolean): void {
    this.picture = (scene.table as Pictured).picture;
    this.view = scene.view;
    this.happened = scene.happened;
    if (isLast) this.#settle(scene.sentences);
    else speech.say(scene.sentences.join(" "));
  }

  /** Announce what was answered, or ask for the rest of the turn. */
  #settle(sentences: string[] = []): void {
    const verdict = this.#coming!;
    this.scene = verdict.scene;
    this.picture = verdict.scene.picture;
    this.view = this.picture.view;
    this.picking.offer(this.scene.choices);
    const isOpen = verdict.verdict === "unfinished";
    this.verdict = isOpen ? null : verdict;
    this.isDone ||= verdict.verdict === "right" || verdict.verdict === "shown";
    speech.say([...sentences, isOpen ? this.scene.prompt : verdict.message].join(" "));
    play(verdict.verdict === "wrong" ? "refuse" : "place");
  }

  #rest(scene: PuzzleScene): void {
    this.scene = scene;
    this.picture = scene.picture;
    this.view = scene.picture.view;
    this.happened = [];
    this.picking.clear();
    this.picking.offer(scene.choices);
  }

  async #explain(picks: string[]): Promise<void> {
    if (this.verdict) return;
    try {
      const request = { actions: this.#actions, picks };
      const { scene } = await post<PuzzleVerdict>(`/api/puzzles/${this.scene.id}/attempt`, request);
      this.refusal = scene.why_not;
      speech.warn(scene.why_not);
    } catch (refusal) {
      this.#refuse(refusal);
    }
  }

  #refuse(refusal: unknown): void {
    this.refusal = refusal instanceof RequestRefused ? refusal.message : String(refusal);
    speech.warn(this.refusal);
    play("refuse");
  }
}
