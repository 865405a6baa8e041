import type { App } from '../../app.ts';
import { findSketch } from '../../find-sketch.ts';
import type { SketchRow, SketchStep } from '../../sketch.ts';

/**
 * Adds a step to the sketch of the view that the stage shows, or begins one. Durable when it resolves. Steps that were
 * taken back are gone then.
 *
 * @throws AppError `device-storage-full`, `worker-crashed`.
 */
export async function addStep(app: App, step: SketchStep): Promise<void> {
  const { key, settings } = app.state.project;
  const { model_hash: modelHash } = settings;
  const pose = await app.viewer.current?.api.camera();
  if (key === null || pose === undefined) return;
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
    await app.db.sketches.put({ ...row, steps, undone: [], pictureHash: null, updatedAt: app.outside.now() });
  });
}
