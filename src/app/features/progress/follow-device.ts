import { subscribe } from 'valtio';
import type { App } from '../../core/app.ts';

/**
 * Keeps the device with what is under way: its screen stays on while a picture that is drawn can be watched, and the app's
 * icon says how many were finished unseen. Returns the function that stops.
 */
export function followDevice({ state, outside }: Pick<App, 'state' | 'outside'>): () => void {
  const { progress } = state;
  let letSleep: (() => void) | null = null;
  let shown = 0;
  const see = (): void => {
    const { loader, here } = progress;
    const isDrawing = here !== null || loader.phase === 'processing' || loader.phase === 'starting';
    if (isDrawing) letSleep ??= outside.device.keepAwake();
    else {
      letSleep?.();
      letSleep = null;
    }
    if (outside.page.isVisible()) progress.unseen = 0;
    if (progress.unseen === shown) return;
    shown = progress.unseen;
    outside.device.setBadge(shown);
  };
  const look = (): void => {
    if (outside.page.isVisible()) {
      // The service worker counts, too, while no page is open.
      progress.unseen = shown = 0;
      outside.device.setBadge(0);
    }
    see();
  };
  const stops = [subscribe(progress, see), outside.page.onChange(look)];
  look();
  return () => {
    for (const stop of stops) stop();
    letSleep?.();
    if (shown > 0) outside.device.setBadge(0);
  };
}
