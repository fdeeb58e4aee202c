// The set-up of the last match of each game, saved in the browser, so that the next match is a click away.
import type { GameInfo } from "../../wire";
import { FIRST, type Setup } from "./matchRequest";

const KEY = "parlour.setup";

/** The set-up of a player who has changed nothing. */
export function defaultSetup(): Setup {
  return { options: {}, pace: "none", first: "random", names: ["", ""], isPublic: false, isRated: false };
}

/** The set-up of last time, without options that the game no longer has. */
export function savedSetup(game: GameInfo): Setup {
  const defaults = defaultSetup();
  try {
    const saved = JSON.parse(localStorage.getItem(`${KEY}.${game.id}`) ?? "{}") as Partial<Setup>;
    const known = game.options.map(({ name }) => name);
    const options = Object.entries(saved.options ?? {}).filter(([name]) => known.includes(name));
    const first = FIRST.includes(saved.first!) ? saved.first! : defaults.first;
    return { ...defaults, ...saved, first, options: Object.fromEntries(options) };
  } catch {
    return defaults;
  }
}

/** Save a set-up, except that `isPublic` and `isRated` are chosen each time. */
export function saveSetup(game: GameInfo, { options, pace, first, names }: Setup): void {
  try {
    localStorage.setItem(`${KEY}.${game.id}`, JSON.stringify({ options, pace, first, names }));
  } catch {
    // this browser stores nothing
  }
}

/** How many things differ from the default set-up. */
export function numChanged(game: GameInfo, setup: Setup): number {
  const defaults = defaultSetup();
  const options = game.options.filter(({ name, default: value }) => (setup.options[name] ?? value) !== value);
  const others = [
    setup.pace !== defaults.pace,
    setup.first !== defaults.first,
    setup.names.some(Boolean),
    setup.isPublic,
    setup.isRated,
  ];
  return options.length + others.filter(Boolean).length;
}
