import type { App } from '../../app.ts';
import { restoreSketches } from './restore-sketches.ts';

/** Removes the sketch of another view, as an edit that can be undone. */
export async function removeSketch(app: App, id: string): Promise<void> {
  const row = await app.db.run(() => app.db.sketches.get(id));
  if (row === undefined) return;
  const restore = (rows: readonly (typeof row)[]): void => {
    restoreSketches(app, [id], rows).catch(() =>
      app.toasts.show('error', app.texts().t.lightMap.notKept, { area: 'viewer' }),
    );
  };
  app.commands.run({
    label: app.texts().t.lightMap.remove,
    do: () => restore([]),
    undo: () => restore([row]),
  });
}
