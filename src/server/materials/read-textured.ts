import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import { readGlbHead } from '../models/glb-head.ts';
import type { Storage } from '../storage/storage.ts';

/** Parsing more would hold up other calls: such a model's materials count as textured. */
const MAX_JSON_BYTES = 4 * 1024 ** 2;

/**
 * Whether a material of a stored model has any texture of the file's own (G25).
 *
 * @param modelHash Null, like what cannot be read, says nothing against it.
 */
export async function readTextured(
  storage: Storage,
  modelHash: string | null,
  materialIndex: number,
): Promise<boolean> {
  if (modelHash === null) return true;
  try {
    const { jsonChunk } = await readGlbHead(storage, ContentHash.parse(modelHash));
    if (jsonChunk.byteLength > MAX_JSON_BYTES) return true;
    const { materials = [] } = JSON.parse(new TextDecoder().decode(jsonChunk)) as { materials?: unknown[] };
    return /"\w*Texture":\{/.test(JSON.stringify(materials[materialIndex] ?? {}));
  } catch (error) {
    if (error instanceof AppError || error instanceof SyntaxError) return true;
    throw error;
  }
}
