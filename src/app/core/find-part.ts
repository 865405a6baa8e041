import { ignoreGone } from '../browser/expected-errors.ts';
import type { MaterialRow } from '../model/list-materials.ts';
import type { App } from './app.ts';
import { readMaterialRows } from './read-material-rows.ts';

/** The material of the part that is drawn at a point of the window; null beside the model and beside the stage. */
export async function findMaterialAt(
  app: Pick<App, 'state' | 'db' | 'viewer'>,
  clientX: number,
  clientY: number,
): Promise<MaterialRow | null> {
  const viewer = app.viewer.current;
  const place = viewer?.placeOf(clientX, clientY) ?? null;
  if (viewer === null || place === null) return null;
  const hit = await viewer.api.partAt(place.xPx, place.yPx).catch((error: unknown) => {
    ignoreGone(error);
    return null;
  });
  if (hit === null || hit === undefined) return null;
  return (await readMaterialRows(app)).find(({ index }) => index === hit.materialIndex) ?? null;
}
