import { LIGHT_MAP_PX } from '../contract/constants.ts';
import type { CameraPose } from '../contract/render-spec.ts';
import type { App } from './app.ts';
import { createLayer, drawStep, openContext } from './draw-sketch.ts';
import { findSketch, visibleStrokes } from './find-sketch.ts';
import type { SketchRow } from './sketch.ts';

/**
 * The light-map of an order: what was painted over this view of the open project, as PNG in the order's size (F19, L13).
 * The sketch covers the stage's square, of which the picture is a frame (`picture-frame.ts`).
 *
 * @returns Null where nothing is painted.
 */
export async function captureLightMap(
  app: Pick<App, 'db' | 'state' | 'storage'>,
  pose: CameraPose,
  widthPx: number,
  heightPx: number,
): Promise<Blob | null> {
  const { key } = app.state.project;
  if (key === null) return null;
  const rows = await app.db.run(() => app.db.sketches.where('projectKey').equals(key).toArray());
  const sketch = findSketch(rows, pose);
  if (sketch === undefined || visibleStrokes(sketch.steps).length === 0) return null;
  const kept = sketch.pictureHash === null ? null : await app.storage.get(sketch.pictureHash);
  const picture = kept ?? (await drawSketchPicture(sketch));
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

/** A sketch as PNG, 1024 px square, transparent where nothing is painted. */
export function drawSketchPicture({ steps }: Pick<SketchRow, 'steps'>): Promise<Blob> {
  const layer = createLayer();
  const spare = createLayer();
  for (const stroke of visibleStrokes(steps)) drawStep(layer, spare, stroke);
  return encodePng(layer.canvas);
}

function encodePng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the canvas gave no PNG'));
      else resolve(blob);
    }, 'image/png');
  });
}
