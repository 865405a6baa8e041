import type { App } from '../../core/app.ts';
import { makeSketchEdit } from '../../model/make-sketch-edit.ts';

/** Removes the sketch of another view, as an edit that can be undone. */
export async function removeSketch(app: App, id: string): Promise<void> {
  const row = await app.db.run(() => app.db.sketches.get(id));
  if (row === undefined) return;
  const edit = makeSketchEdit([[row, undefined]]);
  if (edit !== null) app.commands.run({ label: app.texts().t.lightMap.remove, edit });
}
