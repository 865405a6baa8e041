import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What a file is called while it is written: by which process, behind its own name. */
const PART = /^\..+\.(\d+)\.part$/;

/** A file appears under its name complete and synced, or not at all. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const file = await open(part, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Removes what processes that were killed left half-written in a folder. */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, writer] = PART.exec(name) ?? [];
    if (writer !== undefined && !isRunning(Number(writer))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
