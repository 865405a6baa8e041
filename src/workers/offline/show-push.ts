import type { PushMessage } from '../../contract/http/notices.ts';
import { isApplication } from './server-paths.ts';

/** What a shown notice keeps for its press: the render to open, null for one that has nothing to show. */
interface Kept {
  readonly renderId: number | null;
}

/** What of the service worker it needs. */
type Worker = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients' | 'navigator'>;

/**
 * For how long nobody asks for what is shown, in ms. Chromium forgets a notification that is asked for while it is still being
 * put up (3 of 100 on a busy machine; none of 100 after this time): it stays on the screen, and a press on it does nothing.
 */
const SETTLING_MS = 700;

let lastShown: Promise<unknown> = Promise.resolve();

/**
 * Shows what the server sent while no page was connected. A later word on the same render takes the place of the one before,
 * as does the page's own. Where a page is looked at all the same, it is taken back: browsers want each message shown, and the
 * page has said it. Messages take turns, see {@link SETTLING_MS}.
 */
export function showPush(worker: Worker, text: string): Promise<void> {
  const shown = lastShown.then(() => show(worker, text));
  lastShown = shown.catch(() => undefined);
  return shown;
}

async function show({ registration, clients, navigator }: Worker, text: string): Promise<void> {
  const message = readMessage(text);
  if (message === null) return;
  const { kind, render_id: renderId, title, body } = message;
  const pages = await listPages(clients);
  const isSeen = pages.some(({ visibilityState }) => visibilityState === 'visible');
  const tag = `render-${renderId}`;
  const data: Kept = { renderId: kind === 'finished' ? renderId : null };
  await registration.showNotification(title, {
    body,
    tag,
    data,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    silent: isSeen,
  });
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  if (isSeen) {
    for (const shown of await registration.getNotifications({ tag })) shown.close();
    return;
  }
  const shown = await registration.getNotifications();
  await navigator.setAppBadge?.(shown.filter((each) => each.tag.startsWith('render-')).length);
}

/**
 * What was told was pressed: a page comes to the front and opens the render; without one a new page opens there.
 *
 * @param notification Of {@link showPush}, or one that a page had shown through the service worker (Android, iPadOS): that
 *   page alone knows what it said it would do.
 */
export async function openPressed({ clients }: Worker, notification: Notification): Promise<void> {
  const { tag } = notification;
  const kept = notification.data as Kept | null;
  const pages = await listPages(clients);
  for (const page of pages) page.postMessage({ type: 'NOTIFICATION_PRESSED', tag });
  const [page] = pages;
  if (page === undefined) {
    const renderId = kept === null ? /^render-(\d+)$/.exec(tag)?.[1] : kept.renderId;
    await clients.openWindow(renderId == null ? '/' : `/#render/${renderId}`);
    return;
  }
  // First in front: a page that sleeps hears nothing before that.
  const focused = await page.focus().catch(() => page);
  if (kept?.renderId != null) focused.postMessage({ type: 'RENDER_PRESSED', renderId: kept.renderId });
}

/** Windows of the application: the description of the API, or a picture by itself, tells nobody anything. */
async function listPages(clients: Worker['clients']): Promise<readonly WindowClient[]> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(isApplication);
}

/** Null for what is no message of ours. Checked by hand: zod would treble the service worker. */
function readMessage(text: string): PushMessage | null {
  try {
    const { kind, render_id, title, body } = JSON.parse(text) as Partial<PushMessage>;
    if (kind !== 'finished' && kind !== 'failed') return null;
    if (!Number.isSafeInteger(render_id) || typeof title !== 'string' || typeof body !== 'string')
      return null;
    return { kind, render_id: Number(render_id), title, body };
  } catch {
    return null;
  }
}
