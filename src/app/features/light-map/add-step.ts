import type { App } from '../../core/app.ts';
import { pinModel } from '../../core/pin-model.ts';
import { findSketch } from '../../model/find-sketch.ts';
import { holdPage } from '../../state/hold-page.ts';
import type { SketchRow, SketchStep } from '../../values/sketch.ts';

/**
 * Adds a step to the sketch of the view that the stage shows, or begins one. Durable when it resolves; a new version of the
 * page waits for it. Steps that were taken back are gone then.
 *
 * @returns False where nothing was kept: the stage does not show the project's model, or does so no more.
 * @throws AppError `device-storage-full`, `worker-crashed`.
 */
export function addStep(app: App, step: SketchStep): Promise<boolean> {
  return holdPage(app.state, () => keepStep(app, step));
}

async function keepStep(app: App, step: SketchStep): Promise<boolean> {
  const { project, stage } = app.state;
  const { key } = project;
  const { modelHash } = stage;
  const isShown = pinModel(app);
  if (!isShown()) return false;
  const pose = await app.viewer.current?.api.camera();
  if (key === null || pose === undefined || !isShown()) return false;
  await app.db.write(async () => {
    const rows = await app.db.sketches.where('projectKey').equals(key).toArray();
    const row: SketchRow = findSketch(rows, modelHash, pose) ?? {
      id: app.outside.randomUuid(),
      projectKey: key,
      modelHash,
      pose,
      steps: [],
      undone: [],
      pictureHash: null,
      updatedAt: 0,
    };
    const steps = [...row.steps, step];
    const updatedAt = Math.max(app.outside.now(), row.updatedAt + 1);
    await app.db.sketches.put({ ...row, steps, undone: [], pictureHash: null, updatedAt });
    app.state.lightMap.touched.push(step.id);
  });
  return true;
}
