// What the client knows of each game: every folder here is found, and loaded when it is needed.
// A game without a folder is played on a board of text.
import type { Component } from "svelte";

import type { GameClient, SceneProps, WelcomeProps } from "../lib/gameClient";

const clients = import.meta.glob<{ default: GameClient<unknown> }>("./*/index.ts");
const guides = import.meta.glob<{ default: string }>("../../../src/parlour/games/*/how-to-play.md", {
  query: "?guide",
});
const rules = import.meta.glob<{ default: string }>("../../../src/parlour/games/*/README.md", { query: "?rules" });

const welcomes = import.meta.glob<{ default: Component<WelcomeProps> }>("./*/Welcome.svelte");

/** Load what a game shows first on its page; undefined where it brings nothing. */
export function loadWelcome(id: string): Promise<{ default: Component<WelcomeProps> }> | undefined {
  return welcomes[`./${id}/Welcome.svelte`]?.();
}

const scenes = import.meta.glob<{ default: Component<SceneProps> }>("./*/Scene.svelte");

/** Load what draws the story of a game's campaign; undefined where it brings nothing. */
export function loadScene(id: string): Promise<{ default: Component<SceneProps> }> | undefined {
  return scenes[`./${id}/Scene.svelte`]?.();
}

/** The ids of all games with a board of their own. */
export const drawnGames = Object.keys(clients).map((path) => path.split("/")[1]!);

/** Load the board of a game; one that brings none is shown as text. */
export async function loadGame(id: string): Promise<GameClient<unknown>> {
  const load = clients[`./${id}/index.ts`];
  if (load) return (await load()).default;
  return { Board: (await import("../lib/match/TextBoard.svelte")).default, needsDrawing: true };
}

/** Load the rules of a game for players, as HTML; empty where the client was built without them. */
export async function loadRules(id: string): Promise<string> {
  const load = guides[`../../../src/parlour/games/${id}/how-to-play.md`];
  return load ? (await load()).default : loadBuilderRules(id);
}

/** Load what builders of programs want to know about a game, as HTML: exact rules, options, notation, levels. */
export async function loadBuilderRules(id: string): Promise<string> {
  const load = rules[`../../../src/parlour/games/${id}/README.md`];
  return load ? (await load()).default : "";
}
