// Turns the README of every game into its page of rules when the client is built; none of this runs in the browser.
import { readFileSync } from "node:fs";

import { marked } from "marked";
import type { Plugin } from "vite";

/** The sections of a README that players read, in this order; the rest is for developers. */
const SECTIONS: Record<string, (text: string) => string> = {
  Rules: withoutFiles,
  Options: (text) => withoutFiles(withoutParts(text, ["In the terminal", "Named strategies"])),
  // How actions are typed comes first; how positions are written is for developers.
  Notation: (text) => text.split(/(?:- )?A position (?:is|names)|- Short form/)[0]!,
  "Computer players": levelsOnly,
};

/** Imports of `....md?rules` give the text as HTML, without the title and the notes for developers. */
export function rulesPages(): Plugin {
  return {
    name: "rules-pages",
    load(id) {
      if (!id.endsWith(".md?rules")) return null;
      return `export default ${JSON.stringify(rulesPage(readFileSync(id.slice(0, -"?rules".length), "utf8")))};`;
    },
  };
}

/** A README as the HTML that players read. Its headings can be linked to, and what is wide can be scrolled. */
export function rulesPage(text: string): string {
  const html = marked.parse(forPlayers(text), { async: false });
  return html
    .replace(
      /<(h[23])>(.*?)<\/h[23]>/g,
      (_, tag: string, title: string) => `<${tag} id="${idOf(title)}">${title}</${tag}>`,
    )
    .replaceAll("<th></th>", "<td></td>") // an empty heading confuses screen readers
    .replace(/<(table|pre)>/g, '<div class="wide" role="group" aria-label="Table" tabindex="0"><$1>')
    .replace(/<\/(table|pre)>/g, "</$1></div>");
}

function forPlayers(text: string): string {
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
