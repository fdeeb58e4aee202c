// How somebody likes it: kept in the browser, and with the account of who is signed in.
import type { Preferences } from "../wire";
import { get, put } from "./api";

const KEY = "parlour.settings";
const STANDARD: Required<Preferences> = {
  theme: "system",
  confirm_moves: false,
  sounds: false,
  motion: "system",
  palette: "standard",
  shortcuts: true,
  suits: "two",
};

class Settings {
  #values = $state<Required<Preferences>>({ ...STANDARD, ...read() });
  #isSignedIn = false;
  #prefersLess = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    this.#show();
  }

  get values(): Readonly<Required<Preferences>> {
    return this.#values;
  }

  /** Things fade instead of travelling. */
  get isMotionReduced(): boolean {
    const { motion } = this.#values;
    return motion === "reduced" || (motion === "system" && this.#prefersLess.matches);
  }

  change(changes: Preferences): void {
    Object.assign(this.#values, changes);
    this.#keep();
    if (this.#isSignedIn) void put("/api/account/preferences", this.#values).catch(() => {}); // it is kept here
  }

  /** Take over the settings of an account. */
  async signIn(): Promise<void> {
    this.#isSignedIn = true;
    Object.assign(this.#values, await get<Preferences>("/api/account/preferences"));
    this.#keep();
  }

  signOut(): void {
    this.#isSignedIn = false;
  }

  #keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // a browser that keeps nothing; it holds until the page is closed
    }
    this.#show();
  }

  #show(): void {
    const root = document.documentElement.dataset;
    root.theme = this.#values.theme;
    root.palette = this.#values.palette;
    root.suits = this.#values.suits;
    root.motion = this.#values.motion;
  }
}

function read(): Preferences {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Preferences;
  } catch {
    return {};
  }
}

export const settings = new Settings();
