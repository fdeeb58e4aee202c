// The lobby: its state as the server sends it, and the search for an opponent.
import type { AnyReply, LobbyState, Seek, WatchableMatch } from "../wire";
import { connection, type Listener } from "./connection.svelte";

export class LobbyStore implements Listener {
  state = $state.raw<LobbyState | null>(null);
  /** The public matches that are being played. */
  watchable = $state.raw<WatchableMatch[]>([]);
  /** The search that is going on. */
  request = $state.raw<Seek | null>(null);
  waitedMs = $state(0);
  /** The level of the computer that is offered instead. */
  offeredLevel = $state<string | null>(null);
  refusal = $state("");
  readonly #onPaired: (match: string) => void;
  readonly #stopListening: () => void;

  constructor(onPaired: (match: string) => void) {
    this.#onPaired = onPaired;
    this.#stopListening = connection.listen(this);
  }

  onOpen(): void {
    connection.send({ type: "enter_lobby" });
    if (this.request) connection.send(this.request);
  }

  onReply(reply: AnyReply): void {
    switch (reply.type) {
      case "lobby":
        this.state = reply;
        break;
      case "watchable":
        this.watchable = reply.matches;
        break;
      case "seeking":
        this.waitedMs = reply.waited_ms;
        this.offeredLevel = reply.computer_level;
        break;
      case "paired":
        this.request = null;
        this.#onPaired(reply.match);
        break;
      case "refused":
        if (reply.match) break; // it concerns a match
        this.request = null;
        this.refusal = reply.message;
    }
  }

  /** Look for an opponent; asked again after a lost connection. */
  seek(request: Omit<Seek, "type">): void {
    this.request = { type: "seek", ...request };
    this.waitedMs = 0;
    this.offeredLevel = null;
    this.refusal = "";
    connection.send(this.request);
  }

  stopSeeking(): void {
    this.request = null;
    connection.send({ type: "stop_seeking" });
  }

  close(): void {
    if (this.request) this.stopSeeking();
    connection.send({ type: "leave_lobby" });
    this.#stopListening();
  }
}
