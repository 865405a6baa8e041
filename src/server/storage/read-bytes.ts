import { createHash } from 'node:crypto';
import { AppError, isFailure } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Storage } from './storage.ts';

/**
 * A whole stored file in memory, compared with its hash. `readStored` tells staff of a damaged one as well.
 *
 * @throws AppError `file-damaged` for other bytes than were stored, or none.
 */
export async function readBytes(storage: Storage, hash: ContentHash): Promise<Uint8Array> {
  const whole = new Uint8Array((await storage.size(hash)) ?? 0);
  let offset = 0;
  for await (const chunk of checkedBytes(storage, hash)) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/**
 * The bytes of a stored file as they are read. The last of them come when the whole has the hash: whoever sends them on
 * never sends a damaged file to its end.
 *
 * @throws AppError `file-damaged`.
 */
export async function* checkedBytes(storage: Storage, hash: ContentHash): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let held: Uint8Array | null = null;
  for await (const chunk of await openKnown(storage, hash)) {
    if (held !== null) yield held;
    held = chunk as Uint8Array;
    digest.update(held);
  }
  if (digest.digest('hex') !== hash) throw new AppError({ code: 'file-damaged' });
  if (held !== null) yield held;
}

/** @throws AppError `file-damaged` for a file that was stored and is gone. */
async function openKnown(storage: Storage, hash: ContentHash): ReturnType<Storage['open']> {
  return storage.open(hash).catch((error: unknown) => {
    throw isFailure(error, 'not-found') ? new AppError({ code: 'file-damaged' }, { cause: error }) : error;
  });
}
