// Games that the server is still preparing: they are shown at once, and can be played when they are ready.
import type { GameInfo } from "../wire";
import { visitor } from "./visitor.svelte";

const POLL_MS = 2_000;

/** Fetch the games every two seconds while some of these are not ready; the returned function stops it. */
export function pollUntilReady(games: GameInfo[], show: (games: GameInfo[]) => void): (() => void) | undefined {
  if (games.every((game) => game.is_ready)) return undefined;
  const timer = setInterval(() => void visitor.refreshGames().then(show, () => {}), POLL_MS);
  return () => clearInterval(timer);
}
