// The cell that a card is held over: by pointer, by focus, or by a finger that rests there without placing it.
import type { Attachment } from "svelte/attachments";

const LONG_PRESS_MS = 500;
const TREMBLE_PX = 10;
const CELL = '[data-pick^="cell:"]';

export class Preview {
  /** "row,column" of the cell that is looked at. */
  cell = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pressed: { x: number; y: number } | null = null;
  #wasLong = false;

  /** Follow what is looked at in a board; a long press is a look only, so its click goes no further. */
  readonly follow: Attachment<HTMLElement> = (board) => {
    const stop = new AbortController();
    const listen = { signal: stop.signal };
    board.addEventListener("focusin", (event) => this.#look(event.target), listen);
    board.addEventListener("pointerdown", (event) => this.#onDown(event), listen);
    board.addEventListener("contextmenu", (event) => this.#onMenu(event), listen);
    board.addEventListener("click", (event) => this.#onClick(event), { ...listen, capture: true });
    // A drag holds the pointer above the board, so the whole window is listened to.
    window.addEventListener("pointermove", (event) => this.#onMove(event, board), listen);
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => this.#release(), listen);
    return () => {
      this.#release();
      stop.abort();
    };
  };

  /** A finger that rests calls for a menu, which would end the look. */
  #onMenu(event: Event): void {
    if (this.#pressed || this.#wasLong) event.preventDefault();
  }

  #look(target: EventTarget | null): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>(CELL) : null;
    this.cell = cell ? cell.dataset.pick!.slice("cell:".length) : null;
  }

  #onDown(event: PointerEvent): void {
    this.#release();
    this.#wasLong = false;
    if (event.pointerType !== "touch") return;
    this.#pressed = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.#wasLong = true;
      this.#look(event.target);
    }, LONG_PRESS_MS);
  }

  #onMove(event: PointerEvent, board: HTMLElement): void {
    if (this.#pressed) {
      const { x, y } = this.#pressed;
      if (Math.hypot(event.clientX - x, event.clientY - y) < TREMBLE_PX) return;
      this.#release();
    }
    const target = event.buttons ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
    this.#look(target instanceof Node && board.contains(target) ? target : null);
  }

  #onClick(event: MouseEvent): void {
    const isOnCell = event.target instanceof Element && event.target.closest(CELL);
    if (this.#wasLong && isOnCell) event.stopPropagation();
    this.#wasLong = false;
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#pressed = null;
  }
}
