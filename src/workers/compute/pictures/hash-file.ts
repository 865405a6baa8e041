import { createSHA256 } from 'hash-wasm';
import type { ContentHash } from '../../../contract/ids.ts';

/**
 * SHA-256 of a file, read in pieces: needs neither `crypto.subtle` nor the whole file in memory.
 *
 * @returns 64 lower-case hex digits.
 */
export async function hashFile(file: Blob): Promise<ContentHash> {
  const hasher = await createSHA256();
  hasher.init();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hasher.update(piece.value);
  return hasher.digest('hex') as ContentHash;
}
