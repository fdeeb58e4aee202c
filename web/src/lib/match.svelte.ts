// A match in the browser: what the server sent, which requests are pending, and which seat is the viewer.
import type {
  Act,
  Advice,
  AnyCommand,
  AnyReply,
  Claim,
  GameInfo,
  Happening,
  MatchInfo,
  Said,
  Say,
  Snapshot,
  Table,
  EventView,
  Update,
} from "../wire";
import { connection, type Listener } from "./connection.svelte";
import type { GameClient } from "./gameClient";
import { Picking } from "./interaction/picking.svelte";
import { settings } from "./settings.svelte";
import { play } from "./sound";
import { speech } from "./speech.svelte";

const SPECTATOR = -1;
const SAVED_MS = 1_500; // how long the tick is shown

type Plain = "resign" | "offer_draw" | "ask_undo" | "add_time" | "abort";
type Answer = "answer_draw" | "answer_undo";
type Asked = Act | Claim;
const ANY_VERSION: string[] = ["resign", "add_time"]; // commands that are meant whatever the version is

/** The answer to the last request: a refusal or a hint. */
export interface Notice {
  message: string;
  kind: "refused" | "info";
}

export class MatchStore implements Listener {
  readonly id: string;
  readonly picking = new Picking();
  table = $state.raw<Table | null>(null);
  /** The events of the match, as the viewer may know them. */
  log = $state.raw<EventView[]>([]);
  /** The happenings of the last update. */
  happened = $state.raw<Happening[]>([]);
  chat = $state.raw<Said[]>([]);
  /** Pass and play: the seat to which the device is to be passed, while the curtain is closed. */
  curtain = $state<number | null>(null);
  seat = $state<number | null>(null);
  saved = $state<"idle" | "saving" | "saved">("idle");
  notice = $state.raw<Notice | null>(null);
  advice = $state.raw<Advice | null>(null);
  isAdvising = $state(false);
  nextMatch = $state<string | null>(null);
  /** The server's clock minus the clock of this machine. */
  clockOffsetMs = $state(0);
  /** The position as plain text, where the client of the game needs it. */
  drawing = $state("");
  pace = $state("none");

  readonly #game: GameInfo;
  readonly #client: GameClient<unknown>;
  readonly #mine: number[];
  readonly #invitation: string;
  #logs = new Map<number, EventView[]>();
  #asked = new Map<string, Asked>();
  #unsaid = new Map<string, Say>(); // lines of chat that have not come back yet
  #hasLifted = false; // the curtain was just opened: what happened meanwhile is still to be spoken
  #stop: () => void;
  #savedTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param invitation from the link of a private match, for a spectator */
  constructor(info: MatchInfo, game: GameInfo, client: GameClient<unknown>, invitation = "") {
    this.id = info.match;
    this.#invitation = invitation;
    this.pace = info.pace;
    this.#game = game;
    this.#client = client;
    this.#mine = info.seats;
    this.nextMatch = info.next_match;
    // In pass and play no hand is fetched before its player has opened the curtain.
    this.seat = this.isHotseat && game.has_secrets && !info.is_over ? null : (info.seats[0] ?? null);
    this.picking.onPlay = (choice) => this.play(choice.action);
    if (client.mustConfirm) this.picking.asksAbout = client.mustConfirm;
    this.picking.onRefused = (picks) => this.#explain(picks);
    this.#stop = connection.listen(this);
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#savedTimer);
    connection.send({ type: "unsubscribe", match: this.id });
  }

  get isHotseat(): boolean {
    return this.#mine.length === 2;
  }

  get hasDraws(): boolean {
    return this.#game.has_draws;
  }

  get isPlaying(): boolean {
    return this.#mine.length > 0;
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

  /** The seat that is drawn at the bottom. */
  get near(): number {
    return this.seat ?? 0;
  }

  /** The name of the player at a seat. */
  name(seat: number): string {
    return this.table?.seats[seat]?.name ?? "";
  }

  play(action: string): void {
    this.advice = null;
    this.#act({ type: "play", seat: this.#actingSeat, action });
    this.picking.offer([]); // until it is answered
    play("place");
  }

  ask(type: Plain): void {
    this.#act({ type, seat: this.#actingSeat });
  }

  claim(): void {
    this.#ask({ type: "claim", match: this.id, seat: this.#actingSeat, key: crypto.randomUUID() });
  }

  answer(type: Answer, accept: boolean): void {
    this.#act({ type, seat: this.#actingSeat, accept });
  }

  rematch(): void {
    connection.send({ type: "rematch", match: this.id, seat: this.#mine[0]! });
  }

  say(text: string): void {
    const line: Say = { type: "say", match: this.id, seat: this.#actingSeat, text, key: crypto.randomUUID() };
    this.#unsaid.set(line.key!, line);
    connection.send(line);
  }

  /** Fetch everything again: other messages may be hidden now. */
  reload(): void {
    connection.send({ type: "subscribe", match: this.id, seat: this.seat, since: null });
  }

  /** Why the last turn cannot be taken back now; empty when it can. */
  get whyNoUndo(): string {
    return this.table!.undo_asked === this.seat
      ? "You have asked for a takeback. Wait for the answer."
      : this.table!.why_no_undo;
  }

  get whyNoHint(): string {
    return this.isAdvising ? "Thinking…" : this.table!.why_no_hint;
  }

  askUndo(): void {
    if (this.whyNoUndo) this.refuse(this.whyNoUndo);
    else this.ask("ask_undo");
  }

  askHint(): void {
    if (this.whyNoHint) return this.refuse(this.whyNoHint);
    this.isAdvising = true;
    connection.send({ type: "ask_hint", match: this.id, seat: this.seat! });
  }

  /** Play what was typed: an action in notation, or the label of a choice. */
  type(text: string): void {
    const typed = text.trim();
    const choice = this.picking.choices.find(({ action, label }) => action === typed || label === typed);
    if (choice) this.picking.choose(choice);
    else this.play(typed);
  }

  /** Open the curtain: the next player has the device now. */
  liftCurtain(): void {
    this.seat = this.curtain;
    this.curtain = null;
    this.#hasLifted = true;
    this.#subscribe();
  }

  onOpen(): void {
    this.#subscribe();
    // The server does each once.
    for (const request of [...this.#asked.values(), ...this.#unsaid.values()]) connection.send(request);
  }

  onReply(reply: AnyReply): void {
    if (!("match" in reply) || reply.match !== this.id) return;
    switch (reply.type) {
      case "snapshot":
        return this.#onSnapshot(reply);
      case "update":
        return this.#onUpdate(reply);
      case "done":
        return this.#onDone(reply.key);
      case "refused":
        if (reply.key) this.#unsaid.delete(reply.key);
        if (reply.key && this.#asked.delete(reply.key)) this.picking.offer(this.table!.choices);
        this.saved = "idle";
        this.isAdvising = false;
        return this.refuse(reply.message);
      case "explained":
        return this.refuse(reply.message);
      case "advice":
        return this.#onAdvice(reply);
      case "drawing":
        if (reply.version === this.table?.version && reply.viewer === this.#viewer) this.drawing = reply.text;
        return;
      case "chat_line":
        return this.#onChatLine(reply.said);
      case "rematched":
        this.nextMatch = reply.next_match;
    }
  }

  /** Show and speak why something cannot be done. */
  refuse(message: string): void {
    if (!message) return;
    this.notice = { message, kind: "refused" };
    speech.warn(message);
    play("refuse");
  }

  get #actingSeat(): number {
    return this.seat ?? this.#mine[0]!;
  }

  #act(command: AnyCommand): void {
    const seen_version = ANY_VERSION.includes(command.type) ? null : this.table!.version;
    this.#ask({ type: "act", match: this.id, key: crypto.randomUUID(), seen_version, command });
  }

  #ask(request: Asked): void {
    this.notice = null;
    this.saved = "saving";
    this.#asked.set(request.key, request);
    connection.send(request);
  }

  #explain(picks: string[]): void {
    if (this.seat === null || this.isOver) return;
    if (!this.isMyTurn) this.refuse(this.table?.prompt || "It is not your turn.");
    else connection.send({ type: "explain", match: this.id, seat: this.seat, picks });
  }

  get #viewer(): number {
    return this.seat ?? SPECTATOR;
  }

  #subscribe(): void {
    const since = this.table ? (this.#logs.get(this.#viewer)?.at(-1)?.version ?? null) : null;
    connection.send({ type: "subscribe", match: this.id, seat: this.seat, invitation: this.#invitation, since });
  }

  #onSnapshot(reply: Snapshot): void {
    if (reply.viewer !== this.#viewer) return;
    this.chat = reply.chat;
    this.pace = reply.pace;
    this.log = reply.events;
    this.#logs.set(reply.viewer, this.log);
    this.#show(reply.table, []);
    if (this.#hasLifted) this.#speak([]);
  }

  #onUpdate(reply: Update): void {
    if (reply.viewer !== this.#viewer) return;
    const known = this.#logs.get(reply.viewer) ?? [];
    const last = known.at(-1)?.version ?? 0;
    const told = reply.events.filter((each) => each.version > last);
    this.log = [...known, ...told];
    this.#logs.set(reply.viewer, this.log);
    const isNew = reply.table.version !== this.table?.version;
    this.#show(reply.table, told);
    if (isNew || this.#hasLifted) this.#speak(told);
  }

  #show(table: Table, told: EventView[]): void {
    if (table.version !== this.table?.version) {
      this.notice = null;
      this.advice = null;
    }
    this.clockOffsetMs = table.now_ms - Date.now();
    this.happened = told.flatMap((each) => each.happenings);
    this.table = table;
    this.picking.mustConfirm = settings.values.confirm_moves || !!this.#client.alwaysConfirm;
    this.picking.offer(table.choices);
    if (this.#client.needsDrawing && this.isDealt) connection.send({ type: "draw", match: this.id, seat: this.seat });
    if (this.isHotseat && !table.outcome) this.#turnTo(table.to_act);
  }

  /** Pass and play: switch to the seat that is to act. */
  #turnTo(toAct: number[]): void {
    const next = this.seat !== null && toAct.includes(this.seat) ? this.seat : toAct[0];
    if (next === undefined || next === this.seat || next === this.curtain) return;
    if (this.#game.has_secrets) {
      this.curtain = next;
      this.seat = null; // nothing of the other hand stays
      this.log = [];
      this.drawing = "";
      this.picking.offer([]);
    } else {
      this.seat = next;
    }
    this.#subscribe();
  }

  #speak(told: EventView[]): void {
    this.#hasLifted = false;
    const sentences = told.flatMap((each) => each.happenings.map((happening) => happening.message));
    const { outcome, prompt } = this.table!;
    if (outcome) sentences.push(this.outcomeMessage);
    else if (this.isMyTurn) sentences.push(prompt);
    if (sentences.length) speech.say(sentences.join(" "));
    if (outcome) play("end");
    else if (told.some((each) => each.seat !== this.seat)) play(this.isMyTurn ? "turn" : "place");
  }

  /** How the match ended, in a sentence. */
  get outcomeMessage(): string {
    const outcome = this.table?.outcome;
    if (!outcome) return "";
    if (outcome.winner === null) return `A draw. ${outcome.message}`;
    const isMe = !this.isHotseat && outcome.winner === this.seat;
    return `${isMe ? "You win" : `${this.name(outcome.winner)} wins`}. ${outcome.message}`;
  }

  #onChatLine(said: Said): void {
    const mine = [...this.#unsaid.values()].find(({ seat, text }) => seat === said.seat && text === said.text);
    if (mine) this.#unsaid.delete(mine.key!);
    const isKnown = this.chat.some((line) => line.at_ms === said.at_ms && line.seat === said.seat);
    if (!isKnown) this.chat = [...this.chat, said];
  }

  #onDone(key: string): void {
    if (!this.#asked.delete(key)) return;
    this.saved = "saved";
    clearTimeout(this.#savedTimer);
    this.#savedTimer = setTimeout(() => (this.saved = "idle"), SAVED_MS);
  }

  #onAdvice(reply: Advice): void {
    this.isAdvising = false;
    if (reply.version !== this.table?.version) return;
    this.advice = reply;
    this.picking.advised = reply.picks;
    this.notice = { message: `Hint: ${reply.label}. ${reply.message}`, kind: "info" };
    speech.say(this.notice.message);
  }
}
