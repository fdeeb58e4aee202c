// What a person asks of a match: commands, hints and explanations, which of them are pending, and their answers.
import type { Act, Advice, AnyCommand, Claim, Explained, Refused, Said, Say, Table } from "../../wire";
import { connection } from "../connection.svelte";
import { Picking } from "../interaction/picking.svelte";
import { play } from "../sound";
import { speech } from "../speech.svelte";

const SAVED_MS = 1_500; // how long the tick is shown
const STALE = "match/stale_version";

type Plain = "resign" | "offer_draw" | "ask_undo" | "add_time" | "abort";
type Answer = "answer_draw" | "answer_undo";
type Asked = Act | Claim;
const ANY_VERSION: string[] = ["resign", "add_time"]; // commands that are meant whatever the version is

/** The answer to the last request: a refusal or a hint. */
export interface Notice {
  message: string;
  kind: "refused" | "info";
}

export class Requests {
  readonly id: string;
  readonly picking = new Picking();
  /** The seat of the viewer; null for a spectator. */
  seat = $state<number | null>(null);
  /** What is on screen: the match as it stands, or while the director is behind, as it stood. Clocks are always right. */
  table = $state.raw<Table | null>(null);
  saved = $state<"idle" | "saving" | "saved">("idle");
  notice = $state.raw<Notice | null>(null);
  advice = $state.raw<Advice | null>(null);
  isAdvising = $state(false);
  chat = $state.raw<Said[]>([]);
  /** The match as the server told it last. */
  protected latest: Table | null = null;
  protected readonly mine: number[];
  #asked = new Map<string, Asked>();
  #unsaid = new Map<string, Say>(); // lines of chat that have not come back yet
  #stalePicks = ""; // that the server was asked about
  #savedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, mine: number[]) {
    this.id = id;
    this.mine = mine;
  }

  play(action: string): void {
    this.advice = null;
    this.#act({ type: "play", seat: this.#actingSeat, action });
    this.picking.suspend(); // until it is answered
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
    connection.send({ type: "rematch", match: this.id, seat: this.mine[0]! });
  }

  say(text: string): void {
    const line: Say = { type: "say", match: this.id, seat: this.#actingSeat, text, key: crypto.randomUUID() };
    this.#unsaid.set(line.key!, line);
    connection.send(line);
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

  /** Show and speak why something cannot be done. */
  refuse(message: string): void {
    if (!message) return;
    this.notice = { message, kind: "refused" };
    speech.warn(message);
    play("refuse");
  }

  get #actingSeat(): number {
    return this.seat ?? this.mine[0]!;
  }

  #act(command: AnyCommand): void {
    const seen_version = ANY_VERSION.includes(command.type) ? null : this.latest!.version;
    this.#ask({ type: "act", match: this.id, key: crypto.randomUUID(), seen_version, command });
  }

  #ask(request: Asked): void {
    this.notice = null;
    this.saved = "saving";
    this.#asked.set(request.key, request);
    connection.send(request);
  }

  /** Show why picks lead to no action, or ask the server for the reason. */
  protected explain(picks: string[] | string): void {
    if (typeof picks === "string") return this.refuse(picks);
    if (this.seat === null || this.table?.outcome) return;
    this.#stalePicks = "";
    if (!this.table?.to_act.includes(this.seat)) this.refuse(this.table?.prompt || "It is not your turn.");
    else connection.send({ type: "explain", match: this.id, seat: this.seat, picks });
  }

  /** Explain that picks are gone; the server knows why, if it is still the viewer's turn. */
  protected onStale(picks: string[]): void {
    if (this.seat === null || this.latest!.outcome) return;
    this.refuse(gone(""));
    if (!this.latest!.to_act.includes(this.seat)) return;
    this.#stalePicks = picks.join();
    connection.send({ type: "explain", match: this.id, seat: this.seat, picks });
  }

  protected onRefused({ key, code, message }: Refused, isBehind: boolean): void {
    const asked = key ? this.#asked.get(key) : undefined;
    if (key) this.#unsaid.delete(key);
    if (key) this.#asked.delete(key);
    const command = asked?.type === "act" ? asked.command : null;
    // The opponent was faster. What was chosen is played all the same, while it is legal.
    const isLegal = command?.type === "play" && this.latest!.choices.some((each) => each.action === command.action);
    if (code === STALE && isLegal && (asked as Act).seen_version !== this.latest!.version) return this.#act(command);
    if (asked) this.picking.offer(isBehind ? [] : this.latest!.choices);
    this.saved = "idle";
    this.isAdvising = false;
    this.refuse(message);
  }

  protected onChatLine(said: Said): void {
    const mine = [...this.#unsaid.values()].find(({ seat, text }) => seat === said.seat && text === said.text);
    if (mine) this.#unsaid.delete(mine.key!);
    const isKnown = this.chat.some((line) => line.at_ms === said.at_ms && line.seat === said.seat);
    if (!isKnown) this.chat = [...this.chat, said];
  }

  protected onDone(key: string): void {
    if (!this.#asked.delete(key)) return;
    this.saved = "saved";
    clearTimeout(this.#savedTimer);
    this.#savedTimer = setTimeout(() => (this.saved = "idle"), SAVED_MS);
  }

  protected onExplained({ picks, message }: Explained): void {
    this.refuse(picks.join() === this.#stalePicks ? gone(message) : message);
  }

  protected onAdvice(reply: Advice): void {
    this.isAdvising = false;
    if (reply.version !== this.table?.version) return;
    this.advice = reply;
    this.picking.advised = reply.picks;
    this.notice = { message: `Hint: ${reply.label}. ${reply.message}`, kind: "info" };
    speech.say(this.notice.message);
  }

  protected get isAsking(): boolean {
    return this.#asked.size > 0;
  }

  /** Send again what was not answered; the server does each once. */
  protected askAgain(): void {
    for (const request of [...this.#asked.values(), ...this.#unsaid.values()]) connection.send(request);
  }

  protected endRequests(): void {
    clearTimeout(this.#savedTimer);
  }
}

function gone(reason: string): string {
  return `Your pick is no longer possible${reason ? `: ${reason}` : "."}`;
}
