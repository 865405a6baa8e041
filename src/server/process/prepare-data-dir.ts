import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull, SetupError } from './setup-error.ts';

/**
 * Makes DATA_DIR and checks that it can be written.
 *
 * @throws SetupError in words.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    const file = await open(probe, 'w');
    // A full disk takes an empty file but no bytes.
    await file.write('x');
    await file.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isDiskFull(error)) {
      throw new SetupError(`The disk of DATA_DIR (${dataDir}) is full: free some space and start again.`);
    }
    throw new SetupError(`DATA_DIR (${dataDir}) cannot be written (${code}): choose another folder.`);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
