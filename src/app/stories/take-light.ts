import { captureSize } from '../../contract/camera/picture-frame.ts';
import { AppError } from '../../contract/failure.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import type { App } from '../core/app.ts';
import type { SingleEdit } from '../data/command-log.ts';
import { restoreSketches } from '../features/light-map/restore-sketches.ts';
import { findSketch, visibleSteps } from '../model/find-sketch.ts';
import { makeSketchEdit } from '../model/make-sketch-edit.ts';
import { captureSketch } from '../scene/capture-light-map.ts';
import { copyPlain } from '../values/copy-plain.ts';
import type { SketchRow, SketchStep } from '../values/sketch.ts';

/** What became of the painted light of a recipe. */
export interface TakenLight {
  /** What was done; null: the sketch of the recipe's view has this light already. */
  readonly edit: Extract<SingleEdit, { kind: 'sketches' }> | null;
  readonly isMissing: boolean;
}

/**
 * Makes the sketch of a recipe's view what the recipe has painted there, which may be nothing. What it was before is a
 * few steps back in it, and comes back with the edit.
 *
 * @param isHere The recipe's light is on this device (`read-light.ts`).
 * @throws AppError `device-storage-full`; nothing is changed then.
 */
export async function takeLight(app: App, recipe: RenderSpec, isHere: boolean): Promise<TakenLight> {
  const { key } = app.state.project;
  const { camera, passes } = recipe;
  const { modelHash } = recipe.scene;
  const { lightmap: hash } = passes;
  if (key === null) return { edit: null, isMissing: hash !== null };
  const rows = await app.db.run(() => app.db.sketches.where('projectKey').equals(key).toArray());
  const row = findSketch(rows, modelHash, camera);
  const painted = row === undefined || visibleSteps(row.steps).length === 0 ? null : row;
  const isSame =
    hash === null ? painted === null : painted !== null && (await hasLight(app, painted, recipe));
  if (isSame) return { edit: null, isMissing: false };
  if (hash !== null && !isHere) return { edit: null, isMissing: true };
  const id = app.outside.randomUuid;
  const added: SketchStep[] = [];
  if (painted !== null) added.push({ id: id(), kind: 'clear' });
  if (hash !== null) added.push({ id: id(), kind: 'picture', hash, ...lightSize(recipe) });
  const after: SketchRow = {
    id: row?.id ?? id(),
    projectKey: key,
    modelHash,
    pose: row?.pose ?? copyPlain(camera),
    steps: [...(row?.steps ?? []), ...added],
    undone: [],
    pictureHash: null,
    updatedAt: app.outside.now(),
  };
  const edit = makeSketchEdit([[row, after]]);
  if (edit !== null) await restoreSketches(app, edit, 'after');
  return { edit, isMissing: false };
}

/** Where the picture was ordered on this device, its sketch may still draw it to the byte. */
async function hasLight(app: App, sketch: SketchRow, recipe: RenderSpec): Promise<boolean> {
  const { widthPx, heightPx } = lightSize(recipe);
  try {
    const drawn = await captureSketch(app, sketch, widthPx, heightPx);
    return drawn !== null && (await app.compute().hashFile(drawn)) === recipe.passes.lightmap;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Of the painted light of a recipe: of a large picture a smaller one of its ratio. */
function lightSize({ widthPx, heightPx }: RenderSpec): { widthPx: number; heightPx: number } {
  const { width, height } = captureSize(widthPx, heightPx);
  return { widthPx: width, heightPx: height };
}
