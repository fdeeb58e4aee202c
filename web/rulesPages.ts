// Turns the README of every game into the pages of rules, when the client is built: nothing of it runs in the browser.
import { readFileSync } from "node:fs";

import { marked } from "marked";
import type { Plugin } from "vite";

/** Imports of `....md?rules` give the text as HTML, without the title and the notes for builders. */
export function rulesPages(): Plugin {
  return {
    name: "rules-pages",
    load(id) {
      if (!id.endsWith(".md?rules")) return null;
      const text = readFileSync(id.slice(0, -"?rules".length), "utf8");
      return `export default ${JSON.stringify(marked.parse(forPlayers(text), { async: false }))};`;
    },
  };
}

function forPlayers(text: string): string {
  return text.replace(/^# .*\n/, "");
}
