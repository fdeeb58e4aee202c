import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { rulesPage } from "../../rulesPages";

const GAMES = "../src/parlour/games"; // tests run in the folder of the client
const ids = readdirSync(GAMES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name);
const pageOf = (id: string) => rulesPage(readFileSync(`${GAMES}/${id}/README.md`, "utf8"));

test.each(ids)("the rules of %s have what players need and nothing for developers", (id) => {
  const page = pageOf(id);

  const titles = [...page.matchAll(/<h2 id="[^"]+">(.*?)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual(["Rules", "Options", "Notation", "Computer players"]);
  expect(page).toMatch(/<td>[Mm]aster<\/td>/);
  expect(page).not.toMatch(/\.py|Action codes|parlour ladder|bench|<h1|href="(?!#|http)/);
});

test("how an action is typed is kept, how a position is written is not", () => {
  const page = pageOf("connect_four");

  expect(page).toContain("An action is a column");
  expect(page).not.toContain("A position is written");
});
