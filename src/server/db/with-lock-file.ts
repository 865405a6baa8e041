import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any start or stop takes: a lock this old belongs to a process whose number was given to another. */
const STALE_AFTER_MS = 180_000;
const RETRY_MS = 50;

/**
 * Runs `work` while holding the lock file, so that of several processes on this machine one at a time does. A lock
 * left by a killed process is taken over.
 *
 * @param path In an existing folder. Holds the owner's process id.
 */
export async function withLockFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await tryTake(path))) await sleep(RETRY_MS);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryTake(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (await isStale(path)) {
    // Moved, not removed: of two who find it stale, only one can move it.
    const aside = `${path}.${process.pid}.stale`;
    await rename(path, aside).catch(() => {});
    await rm(aside, { force: true });
  }
  return false;
}

async function isStale(path: string): Promise<boolean> {
  try {
    const [owner, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    if (Date.now() - mtimeMs > STALE_AFTER_MS) return true;
    // Empty: its owner is just writing it.
    return owner !== '' && !(await isAlive(Number(owner)));
  } catch {
    return false;
  }
}

/** Whether a process of this number runs; one that is dead but not yet reaped by its parent does not. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX]/.test(state);
}
