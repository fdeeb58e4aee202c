// Turns the texts of every game into its pages of rules when the client is built; none of this runs in the browser:
// `how-to-play.md` for players, and the README for builders.
import { readFileSync } from "node:fs";

import { marked } from "marked";
import type { Plugin } from "vite";

/** The sections of a README that builders of programs and decks read, in this order. */
const SECTIONS: Record<string, (text: string) => string> = {
  Rules: withoutFiles,
  Options: (text) => withoutFiles(withoutParts(text, ["In the terminal", "Named strategies"])),
  // How actions are typed comes first; how positions are written is for developers.
  Notation: (text) => text.split(/(?:- )?A position (?:is|names)|- Short form/)[0]!,
  "Computer players": levelsOnly,
};

/** Imports of `how-to-play.md?guide` and `README.md?rules` give the texts as HTML. */
export function rulesPages(): Plugin {
  return {
    name: "rules-pages",
    load(id) {
      const [path, kind] = id.split("?");
      if (!path?.endsWith(".md") || (kind !== "rules" && kind !== "guide")) return null;
      const text = readFileSync(path, "utf8");
      return `export default ${JSON.stringify(kind === "rules" ? rulesPage(text) : toHtml(text))};`;
    },
  };
}

/** A README as the HTML that builders read. */
export function rulesPage(text: string): string {
  return toHtml(forBuilders(text));
}

/** A text as HTML. Its headings can be linked to, and what is wide can be scrolled. */
export function toHtml(text: string): string {
  const html = marked.parse(text, { async: false });
  return html
    .replace(
      /<(h[23])>(.*?)<\/h[23]>/g,
      (_, tag: string, title: string) => `<${tag} id="${idOf(title)}">${title}</${tag}>`,
    )
    .replaceAll("<th></th>", "<td></td>") // an empty heading confuses screen readers
    .replace(/<(table|pre)>/g, '<div class="wide" role="group" aria-label="Table" tabindex="0"><$1>')
    .replace(/<\/(table|pre)>/g, "</$1></div>");
}

function forBuilders(text: string): string {
  const [opening, ...parts] = text.split(/^## /m);
  const sections = new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), part]));
  const chosen = Object.entries(SECTIONS).flatMap(([title, clean]) => {
    const part = sections.get(title);
    return part ? [`## ${clean(part).trimEnd()}\n`] : [];
  });
  return [opening!.replace(/^# .*\n/, "").trim(), ...chosen].join("\n\n");
}

/** Leave out parts of a section, by their titles. */
function withoutParts(text: string, titles: string[]): string {
  const parts = text.split(/^### /m);
  return parts.filter((part) => !titles.some((title) => part.startsWith(title))).join("### ");
}

/** Leave out paragraphs about files and memory. */
function withoutFiles(text: string): string {
  const isForDevelopers = /\]\([^#h)][^)]*\)|A position takes/;
  return text
    .split("\n\n")
    .filter((paragraph) => !isForDevelopers.test(paragraph))
    .join("\n\n");
}

/** Leave out the measurements of the computer players, except for the table of levels. */
function levelsOnly(text: string): string {
  const [title, ...paragraphs] = text.split("\n\n");
  return [title, ...paragraphs.filter((paragraph) => paragraph.startsWith("| level"))].join("\n\n");
}

function idOf(title: string): string {
  return `rules-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}
