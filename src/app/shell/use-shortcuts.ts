import { useEffect, useRef } from 'react';
import type { App } from '../core/app.ts';

/** The keys of the whole page. What they do comes right after the first paint; saving needs none of it. */
export function useShortcuts(app: App, onSave: () => Promise<void>): void {
  const save = useRef(onSave);
  save.current = onSave;
  useEffect(() => listenToKeys(app, () => save.current()), [app]);
}

/**
 * What cannot be fetched now is asked for again with the next press.
 *
 * @returns Stops it.
 */
export function listenToKeys(
  app: App,
  onSave: () => Promise<void>,
  load = () => import('./press-key.ts'),
): () => void {
  let code: Awaited<ReturnType<typeof load>> | null = null;
  let isLoading = false;
  const fetchCode = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    code = await load().catch(() => null);
    isLoading = false;
  };
  const press = (event: KeyboardEvent): void => {
    if (code !== null) {
      code.pressKey(app, event, onSave);
      return;
    }
    void fetchCode();
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void onSave();
  };
  window.addEventListener('keydown', press);
  void fetchCode();
  return () => window.removeEventListener('keydown', press);
}
