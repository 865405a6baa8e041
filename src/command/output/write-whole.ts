import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDiskFull, isDiskReadOnly } from '../../server/process/setup-error.ts';
import { UsageError } from '../options/usage-error.ts';

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

/** Less than any picture has. */
const PROBE_BYTES = 4_096;

/**
 * Writes a small file into a folder and removes it, so that no picture is made, or paid, for a place that cannot take it.
 *
 * @throws UsageError where the folder refuses it, or its disk does.
 */
export async function checkWritable(folder: string): Promise<void> {
  const probe = join(folder, `.vitrine.${process.pid}.part`);
  try {
    await writeFile(probe, new Uint8Array(PROBE_BYTES), { flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`Nothing can be written into ${folder} (${code}).`);
  } finally {
    await rm(probe, { force: true });
  }
}

/** Whether a disk takes no more, of whichever file. */
export const isWithoutRoom = (error: unknown): boolean => isDiskFull(error) || isDiskReadOnly(error);

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
