// The person at this browser: a guest or the holder of an account.
import type { Credentials, GameInfo, Me, Recovery } from "../wire";
import { get, post, put } from "./api";
import { connection } from "./connection.svelte";
import { settings } from "./settings.svelte";

class Visitor {
  me = $state.raw<Me | null>(null);
  #identifying: Promise<void> | null = null;
  #games: Promise<GameInfo[]> | null = null;

  get isSignedIn(): boolean {
    return this.me?.account != null;
  }

  /** Ask the server who this is; all callers share one request. The answer sets the cookie of a guest. */
  identify(): Promise<void> {
    this.#identifying ??= this.#ask().catch((error: unknown) => {
      this.#identifying = null;
      throw error;
    });
    return this.#identifying;
  }

  async #ask(): Promise<void> {
    this.me = await get<Me>("/api/account");
    if (this.isSignedIn) await settings.signIn();
  }

  async signUp(credentials: Credentials): Promise<void> {
    const me = await post<Me>("/api/account", credentials);
    await settings.signUp(); // before the page says that the account is there
    this.me = me;
    connection.reconnect();
  }

  async signIn(credentials: Credentials): Promise<void> {
    await this.#enter(await post<Me>("/api/account/sign-in", credentials));
  }

  /** Set a new password by a recovery code, and sign in. */
  async recover(recovery: Recovery): Promise<void> {
    await this.#enter(await post<Me>("/api/account/recover", recovery));
  }

  async #enter(me: Me): Promise<void> {
    this.me = me;
    await settings.signIn();
    connection.reconnect();
  }

  /** Sign out, here or everywhere; the visitor is a new guest then. */
  async signOut(everywhere = false): Promise<void> {
    await post(`/api/account/sign-out${everywhere ? "-everywhere" : ""}`);
    settings.signOut();
    this.me = await get<Me>("/api/account");
    connection.reconnect();
  }

  /** The name that a guest has chosen; empty while it is only a number. */
  get guestName(): string {
    return / \(guest\)$/.test(this.me?.name ?? "") ? this.me!.name.replace(/ \(guest\)$/, "") : "";
  }

  /** Choose the name of a guest; an empty one goes back to the number. */
  async rename(name: string): Promise<void> {
    this.me = await put<Me>("/api/account/guest-name", { name });
    connection.reconnect(); // the server knows the new name from now on
  }

  /** The games of the server, fetched once. */
  games(): Promise<GameInfo[]> {
    this.#games ??= get<GameInfo[]>("/api/games").catch((error: unknown) => {
      this.#games = null;
      throw error;
    });
    return this.#games;
  }

  /** The games as they are now: some may have become ready. */
  async refreshGames(): Promise<GameInfo[]> {
    const games = await get<GameInfo[]>("/api/games");
    this.#games = Promise.resolve(games);
    return games;
  }

  async game(id: string): Promise<GameInfo | undefined> {
    return (await this.games()).find((game) => game.id === id);
  }
}

export const visitor = new Visitor();
