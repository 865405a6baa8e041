import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Storage } from '../../server/storage/storage.ts';

/** The files of recipes, in memory: read as those of the server's store are. */
export interface HeldFiles extends Pick<Storage, 'open' | 'size'> {
  hold(bytes: Uint8Array): ContentHash;
  has(hash: ContentHash): boolean;
  /** @throws AppError `not-found`. */
  read(hash: ContentHash): Promise<Uint8Array>;
  /** Lets go of all of them. */
  clear(): void;
}

export function createHeldFiles(): HeldFiles {
  const files = new Map<ContentHash, Uint8Array>();
  const get = (hash: ContentHash): Uint8Array => {
    const bytes = files.get(hash);
    if (bytes === undefined) throw new AppError({ code: 'not-found' });
    return bytes;
  };
  return {
    hold(bytes) {
      const hash = hashOf(bytes);
      files.set(hash, bytes);
      return hash;
    },
    has: (hash) => files.has(hash),
    read: async (hash) => get(hash),
    clear: () => files.clear(),
    size: async (hash) => files.get(hash)?.byteLength ?? null,
    async open(hash, range) {
      const bytes = get(hash);
      return Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]);
    },
  };
}

export function hashOf(bytes: Uint8Array): ContentHash {
  return ContentHash.parse(createHash('sha256').update(bytes).digest('hex'));
}
