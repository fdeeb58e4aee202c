// The one socket to the server. It comes back by itself, and those who use it are told when it has.
import type { AnyReply, AnyRequest } from "../wire";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PING_MS = 15_000;
const ANSWER_MS = 10_000; // without a sign of life for so long after a ping, the line is dead

export type Line =
  | "closed" // nobody needs it
  | "connecting"
  | "open"
  | "lost" // it is being tried again
  | "restarting" // the server has said that it will be back
  | "offline"; // the browser says that there is no network

export interface Listener {
  /** The line is open, for the first time or again: ask for everything that is needed. */
  onOpen(): void;
  onReply(reply: AnyReply): void;
}

class Connection {
  line = $state<Line>("closed");
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
      if (this.#listeners.size) this.line = "offline";
    });
    addEventListener("visibilitychange", () => {
      if (!document.hidden && this.line !== "open") this.#open();
    });
  }

  /** Listen to the server, until the function that is given back is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.line === "open") listener.onOpen();
    else this.#open();
    return () => this.#listeners.delete(listener);
  }

  /** Send a request, if the line is open; who needs an answer asks again in `onOpen`. */
  send(request: AnyRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  /** Open the line anew, as somebody else: after signing in or out. */
  renew(): void {
    this.#drop();
    this.#open();
  }

  #open(): void {
    if (!this.#listeners.size || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.#retry);
    if (this.line === "closed") this.line = "connecting";
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket?packed=1`,
    );
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.line = "open";
      this.#waitMs = FIRST_WAIT_MS;
      this.#beat();
      for (const listener of [...this.#listeners]) listener.onOpen();
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      // A long reply comes packed and takes a moment; those after it wait for it.
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
      this.line = "restarting";
      this.#waitMs = Math.max(FIRST_WAIT_MS, reply.back_in_ms);
    } else {
      for (const listener of [...this.#listeners]) listener.onReply(reply);
    }
  }

  #onLost(): void {
    this.#drop();
    if (!this.#listeners.size) {
      this.line = "closed";
      return;
    }
    if (!navigator.onLine) this.line = "offline";
    else if (this.line !== "restarting") this.line = "lost";
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
