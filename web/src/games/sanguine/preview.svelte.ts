// The cell that is looked at: by pointer, by focus, by a tap on a card that lies there, or by a finger that rests on it.
import type { Attachment } from "svelte/attachments";

const LONG_PRESS_MS = 500;
const HOVER_MS = 350; // a pointer on its way to elsewhere opens no card
const TREMBLE_PX = 10;
const CELL = '[data-pick^="cell:"]';

export class Preview {
  /** "row,column" of the cell that is looked at. */
  cell = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pressed: { x: number; y: number } | null = null;
  #wasLong = false;
  #readBefore: string | null = null; // by the tap before this one
  #hovered: string | null = null;
  #hovering: ReturnType<typeof setTimeout> | undefined;
  readonly #isRead: (cell: string) => boolean;

  /** @param isRead whether a tap on a cell only looks at it: a card lies there, and none is held */
  constructor(isRead: (cell: string) => boolean) {
    this.#isRead = isRead;
  }

  /** Follow what is looked at in a board; a long press is a look only, so its click goes no further. */
  readonly follow: Attachment<HTMLElement> = (board) => {
    const stop = new AbortController();
    const listen = { signal: stop.signal };
    board.addEventListener("focusin", (event) => this.#look(event.target), listen);
    board.addEventListener("pointerdown", (event) => this.#onDown(event), listen);
    board.addEventListener("focusout", (event) => this.#onBlur(event, board), listen);
    board.addEventListener("keydown", (event) => this.#onKey(event), listen);
    board.addEventListener("contextmenu", (event) => this.#onMenu(event), listen);
    board.addEventListener("click", (event) => this.#onClick(event), { ...listen, capture: true });
    // A drag holds the pointer above the board, so the whole window is listened to.
    window.addEventListener("pointermove", (event) => this.#onMove(event, board), listen);
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => this.#release(), listen);
    return () => {
      this.#release();
      clearTimeout(this.#hovering);
      stop.abort();
    };
  };

  /** A finger that rests calls for a menu, which would end the look. */
  #onMenu(event: Event): void {
    if (this.#pressed || this.#wasLong) event.preventDefault();
  }

  /** Look at nothing, until the pointer or the focus moves. */
  clear(): void {
    clearTimeout(this.#hovering);
    this.cell = null;
  }

  #onBlur(event: FocusEvent, board: HTMLElement): void {
    const isLeft = !(event.relatedTarget instanceof Node && board.contains(event.relatedTarget));
    if (isLeft) queueMicrotask(() => this.clear()); // an element that is being removed loses the focus while it is drawn
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") this.clear();
  }

  #look(target: EventTarget | null): void {
    this.cell = cellAt(target);
  }

  #onDown(event: PointerEvent): void {
    this.#release();
    this.#wasLong = false;
    if (event.pointerType !== "touch") return;
    this.#readBefore = this.cell !== null && this.#isRead(this.cell) ? this.cell : null;
    if (this.#readBefore !== null) this.cell = null;
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
    this.#hover(target instanceof Node && board.contains(target) ? cellAt(target) : null);
  }

  /** A card is shown when the pointer rests on it; where one is held, what it would do is shown at once. */
  #hover(cell: string | null): void {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    clearTimeout(this.#hovering);
    const isRead = cell !== null && this.#isRead(cell);
    this.cell = isRead ? null : cell;
    if (isRead) this.#hovering = setTimeout(() => (this.cell = cell), HOVER_MS);
  }

  #onClick(event: MouseEvent): void {
    const cell = cellAt(event.target);
    const isRead = cell !== null && this.#isRead(cell);
    if (isRead) this.cell = cell === this.#readBefore ? null : cell;
    this.#readBefore = null;
    if (cell !== null && (isRead || this.#wasLong)) event.stopPropagation();
    this.#wasLong = false;
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#pressed = null;
  }
}

/** "row,column" of the cell that something is in. */
function cellAt(target: EventTarget | null): string | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>(CELL) : null;
  return cell ? cell.dataset.pick!.slice("cell:".length) : null;
}
