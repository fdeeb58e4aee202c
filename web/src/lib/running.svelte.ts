// The visitor's running matches and challenges, the same on every page and device: fetched, then kept up to date by the
// socket.
import type { AnyReply, ChallengeInfo, MyMatches, RunningMatch } from "../wire";
import { get } from "./api";
import { connection, type Listener } from "./connection.svelte";
import { notifyChallenge, notifyTurn } from "./notify";
import { speech } from "./speech.svelte";
import { visitor } from "./visitor.svelte";

const AGAIN_MS = 5_000; // while a game is getting ready

export class Running implements Listener {
  /** Your turn first. */
  matches = $state.raw<RunningMatch[]>([]);
  challenges = $state.raw<ChallengeInfo[]>([]);
  /** What happened to a challenge, in a sentence. */
  notice = $state("");
  #isListening = false;

  /** How many people wait for the visitor: matches in which it is their turn, and challenges. */
  get numWaiting(): number {
    return this.matches.filter(isWaiting).length + this.challenges.length;
  }

  /** Fetch everything; a guest without a match needs no socket for it. */
  async refresh(): Promise<void> {
    const told = await get<MyMatches>("/api/me/matches").catch(() => null);
    if (!told) return; // the banner says why
    this.matches = told.matches;
    this.challenges = told.challenges;
    if (!told.is_complete) setTimeout(() => void this.refresh(), AGAIN_MS);
    if (told.matches.length || visitor.isSignedIn) this.#listen();
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    let isFirst = true;
    connection.listen({
      onOpen: () => {
        if (!isFirst) this.onOpen();
        isFirst = false;
      },
      onReply: (reply) => this.onReply(reply),
    });
  }

  onOpen(): void {
    void this.refresh();
  }

  onReply(reply: AnyReply): void {
    if (reply.type === "match_changed") this.#change(reply.match);
    if (reply.type !== "challenges_changed") return;
    this.notice = reply.message;
    notifyChallenge(reply.message);
    speech.say(reply.message);
    void this.refresh();
  }

  #change(now: RunningMatch): void {
    const before = this.matches.find(({ match }) => match === now.match);
    const others = this.matches.filter(({ match }) => match !== now.match);
    if (isWaiting(now) && !(before && isWaiting(before))) announce(now);
    this.challenges = this.challenges.filter(({ match }) => match !== now.match); // it was accepted
    this.matches = now.is_over
      ? others
      : [now, ...others].sort((a, b) => Number(b.is_your_turn) - Number(a.is_your_turn));
  }
}

/** A person waits for the visitor's move. */
export function isWaiting({ is_your_turn, opponent }: RunningMatch): boolean {
  return is_your_turn && opponent === "person";
}

/** Announce that it is the visitor's turn: to the device in the background, and to a screen reader on another page. */
function announce(match: RunningMatch): void {
  notifyTurn(match);
  const isSeen = location.pathname === `/match/${match.match}`; // the match itself says so there
  if (!isSeen) speech.say(`Your turn against ${match.names[1 - match.seat]}.`);
}

export const running = new Running();
