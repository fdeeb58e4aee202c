// Adding a game edits no shared file: its folder is found, and no code outside it names it.
import { existsSync, readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { drawnGames, loadGame, loadRules } from ".";

const ids = readdirSync("src/games", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const shared = ["src/lib", "src/routes", "gallery"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((path) => /\.(ts|svelte|css)$/.test(path) && !path.includes(".test."));

test("every folder of a game is found", () => {
  expect([...drawnGames].sort()).toEqual([...ids].sort());
});

test("every game brings its pieces to the gallery", () => {
  expect(ids.filter((id) => !existsSync(`src/games/${id}/Pieces.svelte`))).toEqual([]);
});

test.each([...shared, "src/App.svelte", "src/app.css", "src/games/index.ts"])("%s names no game", (path) => {
  const code = readFileSync(path, "utf8");

  expect(ids.filter((id) => new RegExp(`games/${id}\\b|"${id}"`).test(code))).toEqual([]);
});

test("a game without a folder is played on a board of text, and has no page of rules", async () => {
  const client = await loadGame("unknown");

  expect(client.Board).toBeDefined();
  expect(client.needsDrawing).toBe(true);
  expect(await loadRules("unknown")).toBe("");
});
