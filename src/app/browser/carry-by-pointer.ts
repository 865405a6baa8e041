import { DRAG_THRESHOLD_PX } from '../../contract/constants.ts';

/** How long a finger rests on a row before it takes it along: less, and a scroll that begins slowly would. */
export const HOLD_MS = 400;

/** Something that a person carries over the page; places in CSS pixels of the page's window. */
export interface Carry {
  moveTo(clientX: number, clientY: number): void;
  drop(clientX: number, clientY: number): void;
  /** Escape, or the system took the pointer away. */
  cancel(): void;
}

/** A press on a row that may become a carry. */
interface Press {
  readonly row: HTMLElement;
  readonly startX: number;
  readonly startY: number;
  carry: Carry | null;
}

/**
 * Lets a person carry a row of a list out of it: with the mouse at once, with a finger that rests on it first. A press
 * that carries nothing stays what it was. Browsers' own dragging begins by touch on some devices only, and tells the
 * page nothing while it lasts.
 *
 * @param list Holds the rows. @param lift Begins a carry of a row by its key; null where it cannot be carried.
 * @returns Function that stops.
 */
export function carryByPointer(
  list: HTMLElement,
  lift: (key: string, clientX: number, clientY: number) => Carry | null,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let press: Press | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = ({ target }: Event, startX: number, startY: number): Press | null => {
    end()?.carry?.cancel();
    const element = target as HTMLElement;
    const row = element.closest<HTMLElement>('[role=row][data-key]');
    press = row === null || element.closest('button') !== null ? null : { row, startX, startY, carry: null };
    return press;
  };
  const take = (pressed: Press, x: number, y: number): boolean => {
    pressed.carry = lift(pressed.row.dataset.key ?? '', x, y);
    if (pressed.carry === null) return false;
    // It is no press any more: letting go chooses nothing.
    pressed.row.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
    document.getSelection()?.removeAllRanges();
    return true;
  };
  const strays = ({ startX, startY }: Press, x: number, y: number, allowedPx: number): boolean =>
    Math.hypot(x - startX, y - startY) > allowedPx;
  function end(): Press | null {
    const ended = press;
    press = null;
    clearTimeout(timer);
    return ended;
  }
  const cancel = (): void => end()?.carry?.cancel();

  list.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'mouse' && event.button === 0) begin(event, event.clientX, event.clientY);
    },
    { signal },
  );
  list.addEventListener(
    'pointermove',
    ({ pointerType, pointerId, clientX, clientY, buttons }) => {
      if (press === null || pointerType !== 'mouse') return;
      if (buttons === 0) cancel();
      else if (press.carry !== null) press.carry.moveTo(clientX, clientY);
      else if (strays(press, clientX, clientY, DRAG_THRESHOLD_PX.mouse)) {
        if (take(press, clientX, clientY)) list.setPointerCapture(pointerId);
        else end();
      }
    },
    { signal },
  );
  list.addEventListener(
    'pointerup',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType === 'mouse') end()?.carry?.drop(clientX, clientY);
    },
    { signal },
  );
  list.addEventListener(
    'lostpointercapture',
    // A finger's own press on a row ends by it, too.
    ({ target }) => {
      if (target === list) cancel();
    },
    { signal },
  );

  list.addEventListener(
    'touchstart',
    (event) => {
      const [touch] = event.touches;
      if (touch === undefined || event.touches.length > 1) return cancel();
      const { clientX, clientY } = touch;
      const pressed = begin(event, clientX, clientY);
      if (pressed === null) return;
      timer = setTimeout(() => {
        if (!take(pressed, clientX, clientY)) end();
      }, HOLD_MS);
    },
    { signal, passive: true },
  );
  list.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches;
      if (press === null || touch === undefined) return;
      if (press.carry === null) {
        if (strays(press, touch.clientX, touch.clientY, DRAG_THRESHOLD_PX.touch)) end();
        return;
      }
      event.preventDefault();
      press.carry.moveTo(touch.clientX, touch.clientY);
    },
    // Not passive: the list must not scroll under what is carried.
    { signal, passive: false },
  );
  list.addEventListener(
    'touchend',
    (event) => {
      const [touch] = event.changedTouches;
      const carry = end()?.carry ?? null;
      if (carry === null || touch === undefined) return;
      event.preventDefault();
      carry.drop(touch.clientX, touch.clientY);
    },
    { signal },
  );
  list.addEventListener('touchcancel', cancel, { signal });
  list.addEventListener(
    'contextmenu',
    (event) => {
      if (press !== null) event.preventDefault();
    },
    { signal },
  );
  // Before the dialog around the list hears of it, and closes.
  window.addEventListener(
    'keydown',
    (event) => {
      if (press === null || press.carry === null || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      cancel();
    },
    { signal, capture: true },
  );
  return () => {
    cancel();
    listeners.abort();
  };
}
