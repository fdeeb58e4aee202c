// The one socket to the server. It reconnects by itself and tells its listeners when it has.
import type { AnyReply, AnyRequest } from "../wire";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PING_MS = 15_000;
const ANSWER_MS = 10_000; // without a pong for longer than this, the connection is dead

export type ConnectionState =
  | "closed" // it has no listeners
  | "connecting"
  | "open"
  | "lost" // reconnecting
  | "restarting" // the server has announced that it will be back
  | "offline"; // the browser has no network

export interface Listener {
  /** The socket is open, for the first time or again: ask for everything that is needed. */
  onOpen(): void;
  onReply(reply: AnyReply): void;
}

class Connection {
  state = $state<ConnectionState>("closed");
  #socket: WebSocket | null = null;
  #listeners = new Set<Listener>();
  #waitMs = FIRST_WAIT_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #pinged: { id: number; at: number } | null = null;
  #pings = 0;
  #latencyMs: number | null = null;
  #arriving = Promise.resolve();

  constructor() {
    addEventListener("online", () => this.#open());
    addEventListener("offline", () => {
      if (this.#listeners.size) this.state = "offline";
    });
    addEventListener("visibilitychange", () => {
      if (!document.hidden && this.state !== "open") this.#open();
    });
  }

  /** Listen to the server; the returned function stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.state === "open") listener.onOpen();
    else this.#open();
    return () => this.#listeners.delete(listener);
  }

  /** Send a request if the socket is open; listeners ask again for what they need in `onOpen`. */
  send(request: AnyRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  /** Reconnect as another identity: after signing in or out. */
  reconnect(): void {
    this.#drop();
    this.#open();
  }

  #open(): void {
    if (!this.#listeners.size || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.#retry);
    if (this.state === "closed") this.state = "connecting";
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket?packed=1&running=1`,
    );
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.state = "open";
      this.#waitMs = FIRST_WAIT_MS;
      this.#beat();
      for (const listener of [...this.#listeners]) listener.onOpen();
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      // A long reply is compressed and takes a moment to unpack; the ones after it wait, to keep the order.
      this.#arriving = this.#arriving
        .then(async () => {
          const text = typeof event.data === "string" ? event.data : await unpack(event.data);
          if (socket === this.#socket) this.#onReply(JSON.parse(text) as AnyReply);
        })
        .catch(reportError);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#onLost();
    };
  }

  #onReply(reply: AnyReply): void {
    if (reply.type === "pong") {
      if (this.#pinged?.id === reply.id) this.#latencyMs = Math.round(performance.now() - this.#pinged.at);
      this.#pinged = null;
    } else if (reply.type === "goodbye") {
      this.state = "restarting";
      this.#waitMs = Math.max(FIRST_WAIT_MS, reply.back_in_ms);
    } else {
      for (const listener of [...this.#listeners]) listener.onReply(reply);
    }
  }

  #onLost(): void {
    this.#drop();
    if (!this.#listeners.size) {
      this.state = "closed";
      return;
    }
    if (!navigator.onLine) this.state = "offline";
    else if (this.state !== "restarting") this.state = "lost";
    this.#retry = setTimeout(() => this.#open(), this.#waitMs * (0.75 + Math.random() / 2));
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }

  #drop(): void {
    clearInterval(this.#heart);
    clearTimeout(this.#retry);
    this.#pinged = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #beat(): void {
    clearInterval(this.#heart);
    this.#heart = setInterval(() => {
      const now = performance.now();
      if (this.#pinged && now - this.#pinged.at > ANSWER_MS) {
        this.#onLost();
      } else if (!this.#pinged) {
        this.#pinged = { id: ++this.#pings, at: now };
        this.send({ type: "ping", id: this.#pinged.id, latency_ms: this.#latencyMs });
      }
    }, PING_MS);
  }
}

function unpack(packed: ArrayBuffer): Promise<string> {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

export const connection = new Connection();
