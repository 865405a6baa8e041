import type { Fidelity } from '../../../contract/http/renders.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { Pixels } from '../../images/pictures.ts';
import { isWorn } from '../orders/is-worn.ts';
import { compareColours } from './compare-colours.ts';
import { compareEdges } from './compare-edges.ts';
import type { Raster } from './frame.ts';
import { readFrame } from './read-frame.ts';

/**
 * Measures how true a finished picture is to the scene that it was ordered of, by its snapshot, alpha pass and masks.
 * Another light, shadow or background, grain and softness do not count, within wide bounds. A picture of 1024 px takes
 * about 1 s, in steps of a few milliseconds.
 *
 * @param readFile A file the recipe names.
 * @returns Null when nothing could be measured: no alpha pass and no masks, or a product of a few pixels.
 * @throws AppError `image-unreadable`; whatever `readFile` throws.
 */
export async function measureFidelity(
  recipe: RenderSpec,
  finished: Pixels,
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
): Promise<Fidelity | null> {
  const frame = await readFrame(recipe, finished, readFile);
  if (frame === null) return null;
  // Of a material that the snapshot does not show yet, the scene has no colour.
  const shown = recipe.masks.filter((_, k) => isWorn(recipe, k));
  const masks: Raster[] = [];
  for (const mask of shown) masks.push(await frame.readMask(mask));
  const edges = await compareEdges(frame);
  const differences = await compareColours(frame, masks);
  const colours = shown.flatMap(({ materialId, materialName }, k) => {
    const difference = differences[k] ?? null;
    if (difference === null) return [];
    return [{ material_id: materialId, material_name: materialName, difference: round(difference, 100) }];
  });
  const isMeasured = edges !== null || colours.length > 0;
  return isMeasured ? { edges: edges && round(edges, 1_000), colours } : null;
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
