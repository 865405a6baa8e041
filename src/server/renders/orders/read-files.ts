import type { ContentHash } from '../../../contract/ids.ts';

/** Files by their hashes, each read once. @throws Whatever `readFile` throws. */
export async function readFiles(
  hashes: readonly ContentHash[],
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
): Promise<Map<ContentHash, Uint8Array>> {
  const files = new Map<ContentHash, Uint8Array>();
  for (const hash of new Set(hashes)) files.set(hash, await readFile(hash));
  return files;
}
