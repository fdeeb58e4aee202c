// What the pages of lessons and slides need: the game, its course and its board.
import { loadGame } from "../games";
import type { CourseInfo, GameInfo } from "../wire";
import { get, RequestRefused } from "./api";
import type { GameClient } from "./gameClient";
import { visitor } from "./visitor.svelte";

export interface Course extends CourseInfo {
  game: GameInfo;
  client: GameClient<unknown>;
}

/** Load the course of a game; a game that does not exist is refused. */
export async function loadCourse(id: string): Promise<Course> {
  const [game, course, client] = await Promise.all([
    visitor.game(id),
    get<CourseInfo>(`/api/games/${encodeURIComponent(id)}/lessons`),
    loadGame(id),
  ]);
  if (!game) throw new RequestRefused("web/unknown_game", "There is no such game.");
  return { game, client, ...course };
}
