// What a player is picking: a state machine over the choices of a seat. It knows no game.
import type { Choice } from "../../wire";

export type Picked =
  | "picked" // one step further
  | "unpicked" // one step back
  | "complete" // an action is chosen; it is played, or waits for `confirm`
  | "refused"; // nothing has changed

/** How an element of a board is marked. */
export type Mark = "can" | "picked" | "gold" | undefined;

/** What a board adds to the name of an element. */
export interface Extras {
  /** Of the element; "gridcell" by default. A board's rows are role="row" in a role="grid". */
  role?: "gridcell" | "button" | "option";
  /** Desirable. */
  gold?: boolean;
  /** It must be picked: a forced jump. */
  must?: boolean;
  /** Greyed: cannot be picked now, as the view says. */
  grey?: boolean;
  /** Where it can be dragged to instead of being tapped: the `data-drop` of a place on the board. */
  dropOn?: string;
}

export class Picking {
  choices = $state.raw<Choice[]>([]);
  picked = $state.raw<string[]>([]);
  /** The picks of an action that was recommended: they are marked in gold. */
  advised = $state.raw<string[]>([]);
  /** The action that waits to be confirmed. */
  ready = $state.raw<Choice | null>(null);

  /** Called with the action that was chosen. */
  onPlay: (choice: Choice) => void = () => {};
  /** Called with the picks that lead to no action. */
  onRefused: (picks: string[]) => void = () => {};
  /** Called with picks that were taken back because they lead to no action any more. */
  onStale: (picks: string[]) => void = () => {};
  /** Called with an action that waits to be confirmed. */
  onReady: (choice: Choice) => void = () => {};
  /** Set by a board whose pieces are larger than what they are dropped on: the pick that a drag aims at, if any. */
  aim: ((event: PointerEvent) => string | null) | null = null;
  /** Every action waits to be confirmed. */
  mustConfirm = false;
  /** Whether this action waits to be confirmed, if not all do. */
  asksAbout: (choice: Choice) => boolean = () => false;

  #possible = $derived(this.choices.filter((choice) => startsWith(choice.picks, this.picked)));
  #next = $derived(new Set(this.#possible.map((choice) => choice.picks[this.picked.length])));
  /** What may be picked next and is not the last pick of an action: it can be dragged to what comes after it. */
  #leadingOn = $derived(
    new Set(
      this.#possible
        .filter(({ picks }) => picks.length > this.picked.length + 1)
        .map((choice) => choice.picks[this.picked.length]),
    ),
  );
  #any = $derived(new Set(this.choices.flatMap((choice) => choice.picks)));

  /** Set the choices; picks that still lead to one of them stay, and so does an action that waits to be confirmed. */
  offer(choices: Choice[]): void {
    const { picked, ready } = this;
    this.choices = choices;
    this.advised = [];
    this.ready = ready && (choices.find(({ action }) => action === ready.action) ?? null);
    const isPossible = ready ? this.ready : choices.some((choice) => startsWith(choice.picks, picked));
    if (isPossible || !picked.length) return;
    this.clear();
    this.onStale(picked);
  }

  /** Let nothing be picked until choices are offered again; what is picked stays. */
  suspend(): void {
    this.choices = [];
  }

  /** Pick something. Picking it again takes it back; picking another of its kind changes the choice. */
  pick(id: string): Picked {
    if (this.picked.at(-1) === id) {
      this.back();
      return "unpicked";
    }
    const path = this.#pathTo(id) ?? this.#changeTo(id);
    if (path) return this.#take(path);
    this.onRefused([...this.picked, id]);
    return "refused";
  }

  /** The picks with `id` as the next one, after any picks that are forced. */
  #pathTo(id: string): string[] | null {
    const path = [...this.picked];
    for (let possible = this.#possible; possible.length;) {
      const next = new Set(possible.map((choice) => choice.picks[path.length]));
      if (next.has(id)) return [...path, id];
      const [only] = next;
      if (next.size !== 1 || only === undefined) return null;
      path.push(only);
      possible = possible.filter((choice) => choice.picks.length > path.length);
    }
    return null;
  }

  /** The picks with `id` instead of the latest one that it can replace. */
  #changeTo(id: string): string[] | null {
    for (let length = this.picked.length - 1; length >= 0; length--) {
      const path = [...this.picked.slice(0, length), id];
      if (this.choices.some((choice) => startsWith(choice.picks, path))) return path;
    }
    return null;
  }

  #take(path: string[]): Picked {
    this.picked = path;
    const chosen = this.choices.find((choice) => choice.picks.length === path.length && startsWith(choice.picks, path));
    this.ready = chosen ?? null;
    if (!chosen) return "picked";
    if (this.mustConfirm || this.asksAbout(chosen)) this.onReady(chosen);
    else this.confirm();
    return "complete";
  }

  /** Choose a whole action, as by typing. */
  choose(choice: Choice): Picked {
    return this.#take(choice.picks);
  }

  /** Play the action that waits. */
  confirm(): void {
    const choice = this.ready;
    if (!choice) return;
    this.clear();
    this.onPlay(choice);
  }

  /** Take the last pick back. */
  back(): void {
    this.picked = this.picked.slice(0, -1);
    this.ready = null;
  }

  /** Go back to earlier picks: a drag ended nowhere. */
  restore(picks: string[]): void {
    this.picked = picks;
    this.ready = null;
  }

  /** Take all picks back. */
  clear(): void {
    this.picked = [];
    this.ready = null;
  }

  /** Whether this may be picked next. */
  canPick(id: string): boolean {
    return this.#next.has(id);
  }

  /** Whether this can be dragged: something may be picked after it. */
  #canDrag(id: string): boolean {
    if (!this.picked.includes(id)) return this.#leadingOn.has(id);
    return !this.ready || this.picked.at(-1) !== id;
  }

  mark(id: string): Mark {
    if (this.picked.includes(id)) return "picked";
    if (!this.#next.has(id)) return undefined;
    const isAdvised = this.advised[this.picked.length] === id && startsWith(this.advised, this.picked);
    return isAdvised ? "gold" : "can";
  }

  /**
   * The attributes of an element that can be picked, now or later; spread them onto it.
   *
   * @param name as a screen reader speaks it: "square 14, your king"
   */
  attributes(id: string, name: string, extras: Extras = {}): Record<string, string | number | undefined> {
    const mark = this.mark(id);
    const canDrop = extras.dropOn && this.#next.has(id);
    const words = { can: ", can be picked", gold: ", recommended", picked: ", picked" };
    return {
      "data-pick": id,
      "data-mark": mark,
      "data-gold": extras.gold ? "" : undefined,
      "data-must": extras.must && mark === "can" ? "" : undefined,
      "data-grey": extras.grey ? "" : undefined,
      "data-drag": this.#canDrag(id) || canDrop ? "" : undefined,
      "data-drop-on": canDrop ? extras.dropOn : undefined,
      role: extras.role ?? "gridcell",
      tabindex: -1, // `playable` gives one element of each zone the tab stop
      "aria-label": name + (extras.gold ? ", desirable" : "") + (mark ? words[mark] : ""),
      "aria-selected": extras.role === "button" ? undefined : mark === "picked" ? "true" : "false",
      "aria-pressed": extras.role === "button" ? (mark === "picked" ? "true" : "false") : undefined,
      "aria-disabled": this.#any.has(id) ? undefined : "true",
    };
  }
}

function startsWith(picks: string[], start: string[]): boolean {
  return start.every((pick, index) => picks[index] === pick);
}
