import { subscribeKey } from 'valtio/utils';
import type { App } from '../core/app.ts';

/** Resolves once what was painted with the tool, which is closed, is kept and has its step to undo. */
export async function untilKept({ state }: Pick<App, 'state'>): Promise<void> {
  if (!state.lightMap.isKeeping) return;
  await new Promise<void>((resolve) => {
    const stop = subscribeKey(state.lightMap, 'isKeeping', (isKeeping) => {
      if (isKeeping) return;
      stop();
      resolve();
    });
  });
}
