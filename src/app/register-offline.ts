import { Workbox } from 'workbox-window';
import type { App } from './app.ts';

/** A page left open looks for a new version this often, in milliseconds (reference 1.8). */
const UPDATE_CHECK_MS = 3_600_000;

/**
 * Registers the service worker and takes updates only when the person says so.
 *
 * @returns Accepts a waiting update: writes what is not on this device yet, then changes over and reloads this tab.
 */
export function registerOffline(app: App): () => Promise<void> {
  if (!app.outside.isSecure || !('serviceWorker' in navigator)) return async () => {};
  const workbox = new Workbox('/offline.js', { scope: '/' });
  let isAccepted = false;
  workbox.addEventListener('waiting', () => {
    app.state.shell.hasUpdate = true;
  });
  workbox.addEventListener('controlling', () => {
    // Another tab may have accepted: this one reloads only for its own yes.
    if (isAccepted) location.reload();
  });
  workbox.register().catch(() => undefined);
  setInterval(() => void workbox.update().catch(() => undefined), UPDATE_CHECK_MS);
  return async () => {
    await app.workingCopy.current?.flush();
    isAccepted = true;
    workbox.messageSkipWaiting();
  };
}
