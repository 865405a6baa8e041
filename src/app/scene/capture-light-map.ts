import { LIGHT_MAP_PX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { App } from '../core/app.ts';
import { createLayer, drawStep, openContext } from '../model/draw-sketch.ts';
import { findSketch, listPictures, visibleSteps } from '../model/find-sketch.ts';
import type { SketchRow } from '../values/sketch.ts';
import { obtainLight } from './obtain-light.ts';
import { openPictures } from './open-pictures.ts';

type Files = Pick<App, 'server' | 'storage'>;

/**
 * The light-map of an order: what was painted over this view of a model of the open project, as PNG in the order's size
 * (F19, L13).
 *
 * @param modelHash The model in the order's picture. The project is the one that is open at the call.
 * @returns Null where nothing is painted.
 * @throws AppError `light-map-gone`.
 */
export async function captureLightMap(
  app: Pick<App, 'db' | 'state'> & Files,
  modelHash: ContentHash,
  pose: CameraPose,
  widthPx: number,
  heightPx: number,
): Promise<Blob | null> {
  const { key } = app.state.project;
  if (key === null) return null;
  const rows = await app.db.run(() => app.db.sketches.where('projectKey').equals(key).toArray());
  const sketch = findSketch(rows, modelHash, pose);
  return sketch === undefined ? null : captureSketch(app, sketch, widthPx, heightPx);
}

/**
 * A sketch as an order has it. It covers the stage's square, of which the picture is a frame (`picture-frame.ts`). Light of a
 * recipe that nobody painted over is the same file again.
 *
 * @returns Null where nothing is painted.
 * @throws AppError `light-map-gone`.
 */
export async function captureSketch(
  app: Files,
  sketch: SketchRow,
  widthPx: number,
  heightPx: number,
): Promise<Blob | null> {
  const [first, ...others] = visibleSteps(sketch.steps);
  if (first === undefined) return null;
  const isWhole = first.kind === 'picture' && first.widthPx === widthPx && first.heightPx === heightPx;
  if (isWhole && others.length === 0) {
    const light = await obtainLight(app, first.hash);
    if (light === null) throw new AppError({ code: 'light-map-gone' });
    return light;
  }
  const kept = sketch.pictureHash === null ? null : await app.storage.get(sketch.pictureHash);
  const picture = kept ?? (await drawSketchPicture(app, sketch));
  if (widthPx === LIGHT_MAP_PX && heightPx === LIGHT_MAP_PX) return picture;
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  const bitmap = await createImageBitmap(picture);
  const side = Math.max(widthPx, heightPx);
  openContext(canvas).drawImage(bitmap, (widthPx - side) / 2, (heightPx - side) / 2, side, side);
  bitmap.close();
  return encodePng(canvas);
}

/**
 * A sketch as PNG, 1024 px square, transparent where nothing is painted.
 *
 * @throws AppError `light-map-gone`.
 */
export async function drawSketchPicture(app: Files, { steps }: Pick<SketchRow, 'steps'>): Promise<Blob> {
  const visible = visibleSteps(steps);
  const pictures = await openPictures(app, listPictures(visible));
  try {
    if (pictures.lack !== null) throw pictures.lack;
    const layer = createLayer();
    const spare = createLayer();
    for (const step of visible) drawStep(layer, spare, step, pictures.found);
    return await encodePng(layer.canvas);
  } finally {
    pictures.close();
  }
}

function encodePng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the canvas gave no PNG'));
      else resolve(blob);
    }, 'image/png');
  });
}
