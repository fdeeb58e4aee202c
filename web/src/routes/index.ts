// The pages: which path is shown by which component, each loaded when it is needed.
import type { Component } from "svelte";

/** What every page is given. */
export interface PageProps {
  /** The parts of the path after the first: /match/abc gives ["abc"]. */
  parts: string[];
  /** To be called with the title, once the page has something to show. */
  onShown: (title: string) => void;
}

interface Page {
  load: () => Promise<{ default: Component<PageProps> }>;
  /** It fills the window. */
  isTable?: boolean;
}

const PAGES: Record<string, Page> = {
  "": { load: () => import("./Home.svelte") },
  games: { load: () => import("./Game.svelte") },
  lobby: { load: () => import("./Lobby.svelte") },
  account: { load: () => import("./Account.svelte") },
  people: { load: () => import("./Person.svelte") },
  leaders: { load: () => import("./Leaders.svelte") },
  settings: { load: () => import("./Settings.svelte") },
  rules: { load: () => import("./Rules.svelte") },
  licence: { load: () => import("./Licence.svelte") },
  match: { load: () => import("./Match.svelte"), isTable: true },
  learn: { load: () => import("./Learn.svelte"), isTable: true },
  slides: { load: () => import("./Slides.svelte"), isTable: true },
};
const NOT_FOUND: Page = { load: () => import("./NotFound.svelte") };

export function pageOf(parts: string[]): Page {
  return PAGES[parts[0] ?? ""] ?? NOT_FOUND;
}
