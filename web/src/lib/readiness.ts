// Games that the server is still preparing: they are shown at once, and can be played when they are ready.
import type { GameInfo } from "../wire";
import { visitor } from "./visitor.svelte";

const POLL_MS = 2_000;

/** Whether a match of a game can be started now. */
export function isReady(game: GameInfo & { is_ready?: boolean }): boolean {
  return game.is_ready ?? true;
}

/** Fetch the games every two seconds while some of these are not ready; the returned function stops it. */
export function pollUntilReady(games: GameInfo[], show: (games: GameInfo[]) => void): (() => void) | undefined {
  if (games.every(isReady)) return undefined;
  const timer = setInterval(() => void visitor.refreshGames().then(show, () => {}), POLL_MS);
  return () => clearInterval(timer);
}
