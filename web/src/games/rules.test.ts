import { existsSync, readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { rulesPage, toHtml } from "../../rulesPages";

const GAMES = "../src/parlour/games"; // tests run in the folder of the client
const ids = readdirSync(GAMES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name);
const read = (id: string, file: string) => readFileSync(`${GAMES}/${id}/${file}`, "utf8");

test.each(ids)("the rules of %s for players have pictures that the real board draws", (id) => {
  const page = toHtml(read(id, "how-to-play.md"));
  const pictures = [...page.matchAll(/<img src="slide:([^"]*)" alt="([^"]+)">/g)].map(([, title]) => title!);
  const titles = [...read(id, "lessons.toml").matchAll(/^\[\[slide\]\]\ntitle = "(.*)"$/gm)].map(([, title]) => title);

  expect(pictures.length).toBeGreaterThan(2);
  expect(pictures.map((title) => decodeURIComponent(title).replaceAll("&#39;", "'"))).toSatisfy((all: string[]) =>
    all.every((title) => titles.includes(title)),
  );
});

test.each(ids)("the rules of %s for players hold nothing of the program", (id) => {
  const text = read(id, "how-to-play.md");

  expect(text).not.toMatch(
    /`|<code|\b[a-z]+_[a-z]+\b|\bseed\b|\bplies\b|\bply\b|\bnotation\b|\bguesses\b|^ {4}|^#[^#]/m,
  );
  expect(text).toMatch(/^## The end$|^## Winning$|^## Scoring$/m);
});

test.each(ids)("the page of %s for builders has the exact rules, the notation and the levels", (id) => {
  const page = rulesPage(read(id, "README.md"));

  const titles = [...page.matchAll(/<h2 id="[^"]+">(.*?)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual(["Rules", "Options", "Notation", "Computer players"]);
  expect(page).toMatch(/<td>[Mm]aster<\/td>/);
  expect(page).not.toMatch(/\.py|Action codes|parlour ladder|bench|<h1|href="(?!#|http)/);
});

test("a game without a guide shows its exact rules instead", () => {
  expect(ids.every((id) => existsSync(`${GAMES}/${id}/README.md`))).toBe(true);
  expect(rulesPage(read("connect_four", "README.md"))).toContain("An action is a column");
});
