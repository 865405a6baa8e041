import { createHash } from 'node:crypto';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { ByteSource, StoredBytes } from './storage.ts';

/** What is at most this long is held whole. */
const HEAD_BYTES = 1024 ** 2;

/** Bytes on their way in, hashed and counted as they are read. */
export interface CountedBytes {
  readonly bytes: AsyncGenerator<Uint8Array>;
  /** Once all of them were read. */
  finish(): StoredBytes;
}

/** @throws AppError `upload-too-large` from its bytes. */
export function countBytes(source: ByteSource, maxBytes: number): CountedBytes {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      // Hashing a hundred megabytes at a stretch would hold up everybody.
      for (let at = 0; at < chunk.byteLength; at += 1024 ** 2) {
        const piece = chunk.subarray(at, at + 1024 ** 2);
        sizeBytes += piece.byteLength;
        if (sizeBytes > maxBytes) throw new AppError({ code: 'upload-too-large', maxBytes });
        digest.update(piece);
        yield piece;
      }
    }
  }
  return {
    bytes: read(),
    finish: () => ({ hash: ContentHash.parse(digest.digest('hex')), sizeBytes }),
  };
}

/** Reads up to what is held whole and one byte. The generator goes on where this stops. */
export async function readHead(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= HEAD_BYTES) {
    const next = await bytes.next();
    if (next.done === true) return { head: Buffer.concat(chunks), isWhole: true };
    chunks.push(next.value);
    length += next.value.byteLength;
  }
  return { head: Buffer.concat(chunks), isWhole: false };
}
