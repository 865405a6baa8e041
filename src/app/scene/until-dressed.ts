import { subscribeKey } from 'valtio/utils';
import type { App } from '../core/app.ts';

/** A texture that has not come by then is missing on the stage as well, which says so. */
const DRESSING_MAX_MS = 60_000;

/**
 * Resolves once the viewer shows what the settings say: textures come after the model. What takes longer than `maxMs` is
 * not waited for.
 */
export async function untilDressed({ state }: Pick<App, 'state'>, maxMs = DRESSING_MAX_MS): Promise<void> {
  if (state.stage.pending === 0) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, maxMs);
    const stop = subscribeKey(state.stage, 'pending', (pending) => {
      if (pending === 0) end();
    });
  });
}
