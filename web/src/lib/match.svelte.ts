// A match in the browser: what the server sent, what of it is on screen, and which seat is the viewer.
import type { AnyReply, Choice, EventView, GameInfo, Happening, MatchInfo, Snapshot, Table, Update } from "../wire";
import { connection, type Listener } from "./connection.svelte";
import type { GameClient } from "./gameClient";
import { soundOf } from "./match/beats";
import { Kept, type TableReply } from "./match/difference";
import { Director } from "./match/director.svelte";
import { Drafts, isDraft } from "./match/drafts";
import { type Next, Passing } from "./match/passing";
import { Requests } from "./match/requests.svelte";
import { type Scene, scenesOf, withEvents } from "./match/scenes";
import { withSides } from "./seats";
import { settings } from "./settings.svelte";
import { play } from "./sound";
import { speech } from "./speech.svelte";

const SPECTATOR = -1;

export class MatchStore extends Requests implements Listener {
  readonly director = new Director((scene, isLast) => this.#perform(scene, isLast));
  /** The events so far, as the viewer may know them. */
  log = $state.raw<EventView[]>([]);
  /** What happens on screen now. */
  happened = $state.raw<Happening[]>([]);
  /** Pass and play: the seat to which the device is to be passed, while the curtain is closed. */
  curtain = $state<number | null>(null);
  nextMatch = $state<string | null>(null);
  /** The server's clock minus the clock of this machine. */
  clockOffsetMs = $state(0);
  /** The position as plain text, where the client of the game needs it. */
  drawing = $state("");
  pace = $state("none");

  readonly #game: GameInfo;
  readonly #client: GameClient<unknown>;
  readonly #invitation: string;
  readonly #passing: Passing;
  readonly #drafts: Drafts;
  readonly #kept = new Kept();
  #settled = ""; // the version and the viewer for which picks were offered last
  #isCatchingUp = false; // the next message answers a subscription
  #untold: string[] = []; // sentences that are spoken with the next prompt
  #stop: () => void;

  /** @param invitation from the link of a private match, for a spectator */
  constructor(info: MatchInfo, game: GameInfo, client: GameClient<unknown>, invitation = "") {
    super(info.match, info.seats);
    this.#invitation = invitation;
    this.pace = info.pace;
    this.#game = game;
    this.#client = client;
    this.#passing = new Passing(client);
    this.#drafts = new Drafts(info.match, client);
    this.nextMatch = info.next_match;
    // In pass and play no hand is fetched before its player has opened the curtain.
    this.seat = this.isHotseat && game.has_secrets && !info.is_over ? null : (info.seats[0] ?? null);
    this.picking.onPlay = (choice) => this.#choose(choice);
    this.picking.asksAbout = (choice) => !!client.mustConfirm?.(choice) || this.question(choice) !== null;
    this.picking.onReady = (choice) => {
      const question = this.question(choice);
      if (question) speech.say(question);
    };
    this.picking.onRefused = (picks) => this.explain(this.#drafts.whyNot(picks));
    this.picking.onStale = (picks) => this.onStale(picks);
    this.#stop = connection.listen(this);
  }

  close(): void {
    this.#stop();
    this.director.close();
    this.endRequests();
    connection.send({ type: "unsubscribe", match: this.id });
  }

  get isHotseat(): boolean {
    return this.mine.length === 2;
  }

  get hasDraws(): boolean {
    return this.#game.has_draws;
  }

  get isPlaying(): boolean {
    return this.mine.length > 0;
  }

  get isMyTurn(): boolean {
    return this.seat !== null && !!this.table?.to_act.includes(this.seat);
  }

  get isOver(): boolean {
    return !!this.table?.outcome;
  }

  /** Whether there is a position to show: a rated match is dealt when both players have opened it. */
  get isDealt(): boolean {
    return !!this.table?.view;
  }

  /** The seat that is drawn at the bottom. In pass and play the board turns only if that is wanted, or for a hand. */
  get near(): number {
    return this.isHotseat && !this.#turnsBoard ? this.mine[0]! : (this.seat ?? 0);
  }

  /** Pass and play: both players look at the same, so the board may lie still. */
  get canTurnBoard(): boolean {
    return this.isHotseat && !this.#game.has_secrets && !this.#client.turns;
  }

  get #turnsBoard(): boolean {
    return settings.values.turn_board || !this.canTurnBoard;
  }

  /** The seat that words call "you"; on one device both players have names. */
  get you(): number | null {
    return this.isHotseat ? null : this.seat;
  }

  /** A computer whose turn it is. */
  get thinker(): string {
    if (this.director.isBehind || !this.table || this.isOver) return "";
    const seat = this.table.to_act.find((each) => this.table!.seats[each]!.kind === "computer");
    return seat === undefined || this.isMyTurn ? "" : this.name(seat);
  }

  /** What to ask before an action that gives something up; null where nothing is to be asked. */
  question(choice: Choice): string | null {
    if (!settings.values.ask_first || !this.table) return null;
    return this.#client.asksFirst?.(choice, this.table.view, this.picking.choices) ?? null;
  }

  /** The name of the player at a seat. */
  name(seat: number): string {
    return this.table?.seats[seat]?.name ?? "";
  }

  /** Fetch everything again: names may have changed, other messages may be hidden now. */
  reload(): void {
    this.#subscribe(null);
  }

  /** Play what was typed: an action in notation, or the label of a choice. */
  type(text: string): void {
    this.director.finish();
    const typed = text.trim();
    const choice = this.picking.choices.find(({ action, label }) => action === typed || label === typed);
    if (choice) this.picking.choose(choice);
    else this.play(typed);
  }

  /** Open the curtain: the next player has the device now. */
  liftCurtain(): void {
    this.seat = this.#passing.holder = this.curtain;
    this.curtain = null;
    this.#subscribe();
  }

  onOpen(): void {
    this.#subscribe();
    this.askAgain();
  }

  onReply(reply: AnyReply): void {
    if (!("match" in reply) || reply.match !== this.id) return;
    switch (reply.type) {
      case "snapshot":
      case "update":
      case "change":
        return this.#onTable(reply);
      case "done":
        this.onDone(reply.key);
        return this.#sendDraft();
      case "refused":
        this.onRefused(reply, this.director.isBehind);
        return this.#keepDraft();
      case "explained":
        return this.onExplained(reply);
      case "advice":
        return this.onAdvice(reply);
      case "drawing":
        if (reply.version === this.table?.version && reply.viewer === this.#viewer) this.drawing = reply.text;
        return;
      case "chat_line":
        return this.onChatLine(reply.said);
      case "rematched":
        this.nextMatch = reply.next_match;
    }
  }

  get #viewer(): number {
    return this.seat ?? SPECTATOR;
  }

  #subscribe(since = this.latest?.version ?? null): void {
    this.#isCatchingUp = true;
    const request = { match: this.id, seat: this.seat, invitation: this.#invitation, since, changes: true };
    connection.send({ type: "subscribe", ...request });
  }

  #onTable(reply: TableReply): void {
    if (reply.viewer !== this.#viewer) return;
    const whole = this.#kept.follow(reply);
    if (whole?.type === "snapshot") this.#onSnapshot(whole);
    else if (whole) this.#onUpdate(whole);
    else if (this.#kept.drop()) this.reload(); // something is missing
  }

  #onSnapshot(reply: Snapshot): void {
    this.#isCatchingUp = false;
    this.director.clear();
    this.chat = reply.chat;
    this.pace = reply.pace;
    this.log = reply.events;
    this.happened = [];
    this.#receive(reply.table);
    this.#settle();
  }

  #onUpdate(reply: Update): void {
    const news = reply.events.filter(({ version }) => version > (this.latest?.version ?? 0));
    const isCatchingUp = this.#isCatchingUp;
    const scenes = scenesOf(news, reply.table, this.latest?.view, this.#client);
    this.#isCatchingUp = false;
    this.#receive(reply.table);
    const isOwn = news.some(({ seat, by_clock }) => seat !== null && this.mine.includes(seat) && !by_clock);
    if (scenes.length) this.director.play(scenes, isOwn);
    if (isCatchingUp) this.director.finish();
    if (!scenes.length && !this.director.isBehind) this.#settle();
  }

  /** Keep the newest table; of what is on screen, only the players and their clocks change at once. */
  #receive(table: Table): void {
    const isRenamed = this.latest?.seats.some(({ name }, seat) => name !== table.seats[seat]!.name);
    this.latest = table;
    this.clockOffsetMs = table.now_ms - Date.now();
    if (this.table) this.table = { ...this.table, seats: withSides(table.seats, this.table.seats) };
    if (isRenamed) this.reload(); // the sentences name the players
  }

  /** Put a scene on screen. */
  #perform(scene: Scene, isLast: boolean): void {
    const { table, happened, events, sentences } = scene;
    this.log = withEvents(this.log, events);
    this.happened = happened;
    this.#untold.push(...sentences);
    if (happened[0] && !this.#drafts.isSending) play(soundOf(happened[0].kind, this.#client));
    if (isLast) return this.#settle();
    this.#say();
    this.picking.suspend();
    const view = this.#passing.shown(table, scene.view, this.isHotseat ? this.seat : null) ?? this.table!.view;
    this.table = {
      ...table,
      view,
      seats: withSides(this.latest!.seats, this.table!.seats),
      choices: [],
      outcome: null,
      prompt: sentences.join(" "),
    };
  }

  /** Show the match as it stands, and offer what can be picked. */
  #settle(): void {
    const latest = this.latest!;
    const isNew = this.#settled !== `${latest.version} ${this.#viewer}`;
    if (latest.version !== this.table?.version) this.notice = this.advice = null;
    const view = this.#passing.shown(latest, latest.view, this.isHotseat ? this.seat : null);
    const table = this.#drafts.show({ ...latest, view: view ?? this.table?.view ?? null }, this.seat);
    this.table = { ...table, prompt: this.#addressed(table) };
    if (isNew || !this.isAsking) this.#offer(table);
    if (this.isHotseat && !latest.outcome && this.#pass(latest)) return;
    this.#settled = `${latest.version} ${this.#viewer}`;
    if (this.#client.needsDrawing && this.isDealt) connection.send({ type: "draw", match: this.id, seat: this.seat });
    if (isNew && !this.#drafts.isSending) this.#close(latest);
    this.#sendDraft();
  }

  /** Play an action that was picked, or change a draft by it. */
  #choose(choice: Choice): void {
    if (!isDraft(choice)) return this.play(choice.action);
    this.#drafts.change(choice, this.seat!);
    this.happened = choice.happening ? [choice.happening] : [];
    this.#settle();
    if (!choice.happening) return;
    play(soundOf(choice.happening.kind, this.#client));
    speech.say(`${choice.happening.message} ${this.table!.prompt}`);
  }

  /** Send the next action of a draft that was confirmed; one after another, since each is legal only after the last. */
  #sendDraft(): void {
    const action = this.isAsking ? null : this.#drafts.next(this.latest!.version);
    if (action) this.play(action);
  }

  /** What the server refused stays in the draft, which can be changed again. */
  #keepDraft(): void {
    if (!this.#drafts.shown || this.isAsking) return;
    this.#drafts.stop();
    if (!this.director.isBehind) this.#settle();
  }

  /** On one device a prompt says to whom it speaks. */
  #addressed({ prompt, seats }: Table): string {
    return prompt && this.isHotseat && this.seat !== null ? `${seats[this.seat]!.name}: ${prompt}` : prompt;
  }

  #offer({ choices }: Table): void {
    const mustConfirm = settings.values.confirm_moves || !!this.#client.alwaysConfirm;
    this.picking.mustConfirm = mustConfirm && !this.#drafts.shown; // a draft is confirmed as a whole
    this.picking.offer(choices);
    this.picking.advised = this.advice?.picks ?? [];
  }

  /** Pass and play: switch to the seat that is to act; returns whether its table is still to come. */
  #pass(table: Table): boolean {
    const next = this.#passing.next(table, this.seat, this.curtain);
    if (next === null) return false;
    this.picking.offer([]);
    if (this.#turnsBoard) this.director.afterBeat(() => this.#switchTo(next));
    else this.#switchTo(next);
    return true;
  }

  #switchTo(next: Next): void {
    this.table = { ...this.table!, choices: [], prompt: `${this.name(next.seat)}'s turn.` };
    this.seat = next.needsCurtain ? null : next.seat; // behind the curtain nothing of the other hand stays
    this.curtain = next.needsCurtain ? next.seat : null;
    if (next.needsCurtain) {
      this.drawing = "";
      this.#say();
    }
    this.#subscribe();
  }

  /** End what was shown: with the result, or with what is asked now. */
  #close({ outcome }: Table): void {
    if (outcome && this.#untold.at(-1) !== outcome.message) this.#untold.push(outcome.message);
    else if (!outcome && this.isMyTurn) this.#untold.push(this.table!.prompt);
    this.#say();
    if (outcome) play("end");
    else if (this.isMyTurn && !this.isHotseat && this.happened.length) play("turn");
  }

  #say(): void {
    if (this.#untold.length) speech.say(this.#untold.join(" "));
    this.#untold = [];
  }
}
