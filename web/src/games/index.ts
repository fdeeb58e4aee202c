// The games that this client can draw: each folder is loaded when it is needed.
import type { GameClient } from "../lib/gameClient";

const clients = import.meta.glob<{ default: GameClient<unknown> }>("./*/index.ts");
const rules = import.meta.glob<{ default: string }>("../../../src/parlour/games/*/README.md", { query: "?rules" });

/** The ids of all games with a board. */
export const drawnGames = Object.keys(clients).map((path) => path.split("/")[1]!);

/** Load the board of a game. */
export async function loadGame(id: string): Promise<GameClient<unknown>> {
  return (await clients[`./${id}/index.ts`]!()).default;
}

/** Load the rules of a game, as HTML. */
export async function loadRules(id: string): Promise<string> {
  return (await rules[`../../../src/parlour/games/${id}/README.md`]!()).default;
}
