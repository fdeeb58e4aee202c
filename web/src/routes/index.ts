// The pages: which component shows which path, each loaded when it is needed.
import type { Component } from "svelte";

/** The props of every page. */
export interface PageProps {
  /** The parts of the path after the first: /match/abc gives ["abc"]. */
  parts: string[];
  /** To be called with the title, once the page has something to show. */
  onShown: (title: string) => void;
}

type Load = () => Promise<{ default: Component<PageProps> }>;

interface Page {
  load: Load;
  /** It has a board: it fills the window. */
  hasBoard?: boolean;
  /** It is a table: the page has no header, a bar of its own leads back. */
  isTable?: boolean;
  /** What is shown at the addresses below it: /puzzles/checkers. */
  below?: Page;
}

const PAGES: Record<string, Page> = {
  "": { load: () => import("./Home.svelte") },
  games: { load: () => import("./Game.svelte") },
  lobby: { load: () => import("./Lobby.svelte") },
  account: { load: () => import("./Account.svelte") },
  recover: { load: () => import("./Recover.svelte") },
  matches: { load: () => import("./MyMatches.svelte") },
  operator: { load: () => import("./Operator.svelte") },
  people: { load: () => import("./Person.svelte") },
  leaders: { load: () => import("./Leaders.svelte") },
  lab: { load: () => import("./Lab.svelte") },
  tournaments: { load: () => import("./Tournaments.svelte") },
  settings: { load: () => import("./Settings.svelte") },
  rules: { load: () => import("./Rules.svelte") },
  licence: { load: () => import("./Licence.svelte") },
  match: { load: () => import("./Match.svelte"), hasBoard: true, isTable: true },
  replay: { load: () => import("./Replay.svelte"), hasBoard: true, isTable: true },
  learn: { load: () => import("./Learn.svelte"), hasBoard: true },
  slides: { load: () => import("./Slides.svelte"), hasBoard: true },
  puzzles: {
    load: () => import("./Puzzles.svelte"),
    below: { load: () => import("./Puzzle.svelte"), hasBoard: true, isTable: true },
  },
  campaign: { load: () => import("./Campaign.svelte") },
  ...gamePages(),
};
const NOT_FOUND: Page = { load: () => import("./NotFound.svelte") };

export function pageOf(parts: string[]): Page {
  const page = PAGES[parts[0] ?? ""] ?? NOT_FOUND;
  return (parts.length > 1 && page.below) || page;
}

/** The pages that games bring: games/<id>/pages/Decks.svelte is shown at /decks. */
function gamePages(): Record<string, Page> {
  const found = import.meta.glob<{ default: Component<PageProps> }>("../games/*/pages/*.svelte");
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1, -".svelte".length).toLowerCase();
  return Object.fromEntries(Object.entries(found).map(([path, load]) => [nameOf(path), { load }]));
}
