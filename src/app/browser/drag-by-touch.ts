import { DRAG_THRESHOLD_PX } from '../../contract/constants.ts';
import { HOLD_MS } from './carry-by-pointer.ts';

/** A finger on a row, from its first touch. */
interface Hold {
  readonly row: HTMLElement;
  readonly key: string;
  /** Of the finger along the list, and how far that was scrolled, by itself or by what it stands in. */
  readonly startPx: number;
  readonly scrollPx: number;
  /** How far back and forth the row can be carried without leaving the list. */
  readonly room: readonly [number, number];
  readonly timer: ReturnType<typeof setTimeout>;
  isLifted: boolean;
  /** Row that it would be dropped before, null for the end. */
  before: string | null;
}

/**
 * Lets a finger that rests on a row take it to another place of the list. Browsers' own dragging, which the mouse uses,
 * begins by touch on some devices only. The row that is carried has `data-lifted` and `--carried-px`, and where it would
 * drop the next row has `data-drop="before"` or the last one `"after"`.
 *
 * @param list Holds the rows. @param onMove Told at the end of a drag, with null for the end of the list.
 * @returns Function that stops.
 */
export function dragByTouch(
  list: HTMLElement,
  isColumn: boolean,
  onMove: (key: string, before: string | null) => void,
): () => void {
  const listeners = new AbortController();
  let hold: Hold | null = null;

  const place = ({ clientX, clientY }: Touch): number => (isColumn ? clientY : clientX);
  const scrolled = (): number => {
    const { top, left } = list.getBoundingClientRect();
    return isColumn ? list.scrollTop - top : list.scrollLeft - left;
  };
  const rows = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=row][data-key]')];
  const roomOf = (row: HTMLElement): [number, number] => {
    const [first = row, last = row] = [rows()[0], rows().at(-1)];
    const [own, low, high] = [row, first, last].map((of) => of.getBoundingClientRect());
    return isColumn
      ? [low!.top - own!.top, high!.bottom - own!.bottom]
      : [low!.left - own!.left, high!.right - own!.right];
  };
  const clearMark = (): void => {
    for (const row of rows()) delete row.dataset.drop;
  };
  const end = (): Hold | null => {
    const ended = hold;
    hold = null;
    if (ended === null) return null;
    clearTimeout(ended.timer);
    clearMark();
    delete ended.row.dataset.lifted;
    ended.row.style.removeProperty('--carried-px');
    ended.row.draggable = true;
    return ended;
  };
  const lift = (): void => {
    if (hold === null) return;
    hold.isLifted = true;
    hold.row.dataset.lifted = '';
    // It is no press any more: letting go does not go to the view.
    hold.row.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
  };
  const carry = (of: Hold, px: number): void => {
    const others = rows().filter((row) => row !== of.row);
    const next = others.find((row) => {
      const { left, top, width, height } = row.getBoundingClientRect();
      return px < (isColumn ? top + height / 2 : left + width / 2);
    });
    const mark = next ?? others.at(-1);
    of.before = next?.dataset.key ?? null;
    const wayPx = px - of.startPx + scrolled() - of.scrollPx;
    const [backPx, forthPx] = of.room;
    of.row.style.setProperty('--carried-px', `${Math.min(forthPx, Math.max(backPx, wayPx))}px`);
    clearMark();
    if (mark === undefined) return;
    mark.dataset.drop = next === undefined ? 'after' : 'before';
    mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  const start = (event: TouchEvent): void => {
    end();
    const row = (event.target as HTMLElement).closest<HTMLElement>('[role=row][data-key]');
    const [touch] = event.touches;
    if (row === null || touch === undefined || event.touches.length > 1) return;
    // One drag is enough: where the browser has its own, it would begin a moment later.
    row.draggable = false;
    hold = {
      row,
      key: row.dataset.key ?? '',
      startPx: place(touch),
      scrollPx: scrolled(),
      room: roomOf(row),
      timer: setTimeout(lift, HOLD_MS),
      isLifted: false,
      before: row.dataset.key ?? null,
    };
  };
  const move = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (hold === null || touch === undefined) return;
    if (hold.isLifted) {
      event.preventDefault();
      carry(hold, place(touch));
    } else if (Math.abs(place(touch) - hold.startPx) > DRAG_THRESHOLD_PX.touch) end();
  };
  const release = (event: TouchEvent): void => {
    const ended = end();
    if (ended?.isLifted !== true) return;
    event.preventDefault();
    if (ended.before !== ended.key) onMove(ended.key, ended.before);
  };
  const { signal } = listeners;
  list.addEventListener('touchstart', start, { signal, passive: true });
  // Not passive: the list must not scroll under a row that is carried.
  list.addEventListener('touchmove', move, { signal, passive: false });
  list.addEventListener('touchend', release, { signal });
  list.addEventListener('touchcancel', end, { signal });
  list.addEventListener(
    'contextmenu',
    (event) => {
      if (hold !== null) event.preventDefault();
    },
    { signal },
  );
  return () => {
    end();
    listeners.abort();
  };
}
