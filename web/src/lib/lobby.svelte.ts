// The lobby as the server tells it, and waiting there to be paired.
import type { AnyReply, LobbyState, Seek } from "../wire";
import { connection, type Listener } from "./connection.svelte";

export class LobbyStore implements Listener {
  state = $state.raw<LobbyState | null>(null);
  /** What is being sought. */
  wish = $state.raw<Seek | null>(null);
  waitedMs = $state(0);
  /** A level of the computer that is offered meanwhile. */
  offered = $state<string | null>(null);
  refusal = $state("");
  readonly #onPaired: (match: string) => void;
  readonly #stopListening: () => void;

  constructor(onPaired: (match: string) => void) {
    this.#onPaired = onPaired;
    this.#stopListening = connection.listen(this);
  }

  onOpen(): void {
    connection.send({ type: "enter_lobby" });
    if (this.wish) connection.send(this.wish);
  }

  onReply(reply: AnyReply): void {
    switch (reply.type) {
      case "lobby":
        this.state = reply;
        break;
      case "seeking":
        this.waitedMs = reply.waited_ms;
        this.offered = reply.computer_level;
        break;
      case "paired":
        this.wish = null;
        this.#onPaired(reply.match);
        break;
      case "refused":
        if (reply.match) break; // of somebody's match
        this.wish = null;
        this.refusal = reply.message;
    }
  }

  /** Ask to be paired; it is asked again when the line was lost. */
  seek(wish: Omit<Seek, "type">): void {
    this.wish = { type: "seek", ...wish };
    this.waitedMs = 0;
    this.offered = null;
    this.refusal = "";
    connection.send(this.wish);
  }

  stopSeeking(): void {
    this.wish = null;
    connection.send({ type: "stop_seeking" });
  }

  close(): void {
    if (this.wish) this.stopSeeking();
    connection.send({ type: "leave_lobby" });
    this.#stopListening();
  }
}
