import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenFile } from './place.ts';

/**
 * Writes a file that is not there yet, for us only to read, and waits until it is on the disk.
 *
 * @param source Streams are read once.
 */
export async function writeNew(
  path: string,
  source: string | AsyncIterable<Uint8Array>,
): Promise<WrittenFile> {
  const digest = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of typeof source === 'string' ? [Buffer.from(source)] : source) {
      digest.update(chunk);
      bytes += chunk.byteLength;
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: digest.digest('hex') };
}

/** As {@link writeNew}, in the place of what a restore left that was stopped. */
export async function writeOver(path: string, source: AsyncIterable<Uint8Array>): Promise<WrittenFile> {
  await rm(path, { force: true });
  return writeNew(path, source);
}

/** Makes names that were given in a folder durable. Windows has no handle on a folder to sync. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** As {@link syncFolder}, of a folder and all below it. */
export async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  for (const folder of folders) await syncFolder(join(folder.parentPath, folder.name));
  await syncFolder(path);
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done);
    done += bytesWritten;
  }
}
