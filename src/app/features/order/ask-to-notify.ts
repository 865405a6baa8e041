import type { App } from '../../core/app.ts';

const ASKED_KEY = 'vitrine_notifications_asked';

/**
 * Asks, at the first render that is ordered in this browser and never again, whether the end of one may be told while
 * the page is out of sight. Call it in the press itself: browsers ask only then. Whatever comes of it, the order goes on.
 */
export function askToNotify({ outside }: Pick<App, 'outside'>): void {
  const { notifications, localStorage } = outside;
  if (notifications?.permission() !== 'default') return;
  try {
    if (localStorage.getItem(ASKED_KEY) !== null) return;
    localStorage.setItem(ASKED_KEY, '1');
  } catch {
    // Without a storage the browser's own memory of the answer has to do.
  }
  notifications.ask().catch(() => undefined);
}
