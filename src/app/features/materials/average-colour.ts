import { AVERAGE_COLOUR } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { loadLibraryImage } from '../../scene/library.ts';
import { multiplyColours } from '../../values/multiply-colours.ts';

type ColourTools = Pick<App, 'state' | 'server' | 'db' | 'queries' | 'storage' | 'compute'>;

/** What names the texture of a material for as long as its bytes are the same; null without one. */
export function textureKey(row: MaterialRow): string | null {
  if (row.entry?.textureHash != null) return row.entry.textureHash;
  return row.hasTexture ? `${row.modelHash}:${row.file.index}` : null;
}

/**
 * The colour that a material with a texture is drawn with, as one, worked out once per content on this device.
 *
 * @returns `#rrggbb`; `#cccccc` for a texture that cannot be had or read (S3 8), which is tried again another time.
 */
export async function averageColourOf(app: ColourTools, row: MaterialRow): Promise<string> {
  const name = textureKey(row);
  if (name === null) return AVERAGE_COLOUR.failed;
  const key = `average-colour:${name}`;
  const kept = await app.db.run(() => app.db.kv.get(key));
  if (typeof kept?.value === 'string') return kept.value;
  try {
    const colour = await compute(app, row);
    if (colour !== AVERAGE_COLOUR.failed) await app.db.run(() => app.db.kv.put({ key, value: colour }));
    return colour;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return AVERAGE_COLOUR.failed;
  }
}

async function compute(app: ColourTools, row: MaterialRow): Promise<string> {
  if (row.entry?.textureHash != null) {
    const { textureHash, texturePath } = row.entry;
    return app.compute().averageColour(await loadLibraryImage(app, 'material', textureHash, texturePath));
  }
  // The row's own: the stage may show another model by now.
  const glb = await app.storage.get(row.modelHash);
  if (glb === null) return AVERAGE_COLOUR.failed;
  const colour = await app.compute().averageColour(glb, row.file.index);
  const { vertexTint } = row.file;
  return vertexTint === undefined || colour === AVERAGE_COLOUR.failed
    ? colour
    : multiplyColours(colour, vertexTint);
}
