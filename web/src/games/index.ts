// What the client knows of each game: every folder here is found, and loaded when it is needed.
// A game without a folder is played on a board of text.
import type { GameClient } from "../lib/gameClient";

const clients = import.meta.glob<{ default: GameClient<unknown> }>("./*/index.ts");
const rules = import.meta.glob<{ default: string }>("../../../src/parlour/games/*/README.md", { query: "?rules" });

/** The ids of all games with a board of their own. */
export const drawnGames = Object.keys(clients).map((path) => path.split("/")[1]!);

/** Load the board of a game; one that brings none is shown as text. */
export async function loadGame(id: string): Promise<GameClient<unknown>> {
  const load = clients[`./${id}/index.ts`];
  if (load) return (await load()).default;
  return { Board: (await import("../lib/match/TextBoard.svelte")).default, needsDrawing: true };
}

/** Load the rules of a game as HTML; empty where the client was built without them. */
export async function loadRules(id: string): Promise<string> {
  const load = rules[`../../../src/parlour/games/${id}/README.md`];
  return load ? (await load()).default : "";
}
