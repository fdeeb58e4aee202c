// How somebody set up a game last time, kept in the browser, so that the next match is a click away.
import type { GameInfo } from "../../wire";
import type { Setup } from "./matchRequest";

const KEY = "parlour.setup";

/** The usual set-up. */
export function usualSetup(): Setup {
  return { options: {}, pace: "none", first: "lot", names: ["", ""], isPublic: false, isRated: false };
}

/** The set-up of last time; what the game no longer has is left out. */
export function keptSetup(game: GameInfo): Setup {
  const usual = usualSetup();
  try {
    const kept = JSON.parse(localStorage.getItem(`${KEY}.${game.id}`) ?? "{}") as Partial<Setup>;
    const known = game.options.map(({ name }) => name);
    const options = Object.entries(kept.options ?? {}).filter(([name]) => known.includes(name));
    return { ...usual, ...kept, options: Object.fromEntries(options) };
  } catch {
    return usual;
  }
}

/** Keep a set-up; whom a match is open to is decided each time. */
export function keepSetup(game: GameInfo, { options, pace, first, names }: Setup): void {
  try {
    localStorage.setItem(`${KEY}.${game.id}`, JSON.stringify({ options, pace, first, names }));
  } catch {
    // a browser that keeps nothing
  }
}

/** How many things differ from the usual set-up. */
export function numChanged(game: GameInfo, setup: Setup): number {
  const usual = usualSetup();
  const options = game.options.filter(({ name, default: value }) => (setup.options[name] ?? value) !== value);
  const others = [
    setup.pace !== usual.pace,
    setup.first !== usual.first,
    setup.names.some(Boolean),
    setup.isPublic,
    setup.isRated,
  ];
  return options.length + others.filter(Boolean).length;
}
