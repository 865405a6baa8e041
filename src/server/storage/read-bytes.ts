import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Storage } from './storage.ts';

/**
 * A whole stored file in memory.
 *
 * @throws AppError `not-found`.
 */
export async function readBytes(storage: Storage, hash: ContentHash): Promise<Uint8Array> {
  const sizeBytes = await storage.size(hash);
  if (sizeBytes === null) throw new AppError({ code: 'not-found' });
  const whole = new Uint8Array(sizeBytes);
  let offset = 0;
  for await (const chunk of await storage.open(hash)) {
    whole.set(chunk as Uint8Array, offset);
    offset += (chunk as Uint8Array).byteLength;
  }
  return whole;
}
