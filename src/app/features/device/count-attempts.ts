import type { App } from '../../core/app.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';

/** After so many attempts that ended the tab an order is not begun again by itself. */
export const ATTEMPTS_MAX = 2;
/** Names the order that was being drawn when a page was hidden or left: in `localStorage`, which is written at once. */
const HIDDEN_KEY = 'vitrine-device-hidden';

/** How many tabs ended while they drew an order. One that was hidden then, or left by the person, does not count. */
export function countAttempts(
  { outside }: Pick<App, 'outside'>,
  { key, attempts = 0 }: DeviceRenderRow,
): number {
  const wasHidden = outside.localStorage.getItem(HIDDEN_KEY) === key;
  return Math.max(0, attempts - (wasHidden ? 1 : 0));
}

/**
 * Notes of an order that is being drawn whether the page is out of sight or left, see {@link countAttempts}: a system
 * ends hidden pages as it likes.
 *
 * @returns Function to be called when it is drawn no more.
 */
export function noteHidden({ outside }: Pick<App, 'outside'>, key: string): () => void {
  const { page, localStorage } = outside;
  const note = (): void => localStorage.setItem(HIDDEN_KEY, key);
  const clear = (): void => localStorage.removeItem(HIDDEN_KEY);
  const judge = (): void => (page.isVisible() ? clear() : note());
  // A page that is left may count as seen until after this.
  const stops = [page.onHide(judge), page.onLeave(note)];
  judge();
  return () => {
    for (const stop of stops) stop();
    clear();
  };
}
