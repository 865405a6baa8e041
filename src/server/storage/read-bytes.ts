import type { ContentHash } from '../../contract/ids.ts';
import type { Storage } from './storage.ts';

/**
 * A whole stored file in memory. For pictures and model headers, not for models.
 *
 * @throws AppError `not-found`.
 */
export async function readBytes(storage: Storage, hash: ContentHash): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage.open(hash)) chunks.push(chunk as Uint8Array);
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
