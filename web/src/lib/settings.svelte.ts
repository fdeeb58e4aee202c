// The settings: saved in the browser, and with the account when signed in.
import type { Preferences } from "../wire";
import { get, put } from "./api";

const KEY = "parlour.settings";
const DEFAULTS: Required<Preferences> = {
  theme: "system",
  confirm_moves: false,
  sounds: false,
  motion: "system",
  palette: "standard",
  shortcuts: true,
  suits: "two",
  speed: "normal",
  ask_first: true,
  turn_board: false,
  appear_offline: false,
};

class Settings {
  #values = $state<Required<Preferences>>({ ...DEFAULTS, ...read() });
  #isSignedIn = false;
  #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    this.#apply();
  }

  get values(): Readonly<Required<Preferences>> {
    return this.#values;
  }

  /** Things fade instead of moving. */
  get isMotionReduced(): boolean {
    const { motion } = this.#values;
    return motion === "reduced" || (motion === "system" && this.#reducedMotion.matches);
  }

  change(changes: Preferences): void {
    Object.assign(this.#values, changes);
    this.#save();
    if (this.#isSignedIn) void this.#upload();
  }

  /** Use the settings of the account from now on. */
  async signIn(): Promise<void> {
    this.#isSignedIn = true;
    Object.assign(this.#values, await get<Preferences>("/api/account/preferences"));
    this.#save();
  }

  /** Bring the settings of this browser into a new account. */
  async signUp(): Promise<void> {
    this.#isSignedIn = true;
    await this.#upload();
  }

  signOut(): void {
    this.#isSignedIn = false;
  }

  async #upload(): Promise<void> {
    await put("/api/account/preferences", this.#values, { keepalive: true }).catch(() => {}); // they are saved in the browser
  }

  #save(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // this browser stores nothing: the settings last until the page is closed
    }
    this.#apply();
  }

  #apply(): void {
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
