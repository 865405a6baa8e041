import { access, constants, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { prepareDataDir } from '../../process/prepare-data-dir.ts';
import { watchDisk } from '../../storage/watch-disk.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** Of the least room that the server wants: with less it is soon too little. */
const SOON = 4;
/** Rights of a file that others than its owner may not have. */
const OTHERS = 0o077;

/** Whether the server may write where its data live, and keeps its secret to itself. Nothing is made that is not there. */
export async function checkDataDir({ dataDir, jwtSecret }: Config): Promise<Finding> {
  const info = await stat(dataDir).catch(() => null);
  const todo = 'Give the user who runs the server the right to write there, or set DATA_DIR.';
  if (info === null) {
    const parent = await findParent(dataDir);
    if (await mayMakeIn(parent)) return ok('data', `${dataDir} is not there yet: the first start makes it.`);
    return fail('data', `${dataDir} is not there, and nothing can be made in ${parent}.`, todo);
  }
  try {
    await prepareDataDir(dataDir);
  } catch (error) {
    return fail('data', `${reasonOf(error)}.`, todo);
  }
  const secret = join(dataDir, 'jwt-secret');
  const { mode = 0 } = jwtSecret === null ? await stat(secret).catch(() => ({ mode: 0 })) : {};
  if ((mode & OTHERS) !== 0)
    return warn('data', `Others on this machine may read ${secret}.`, `Run: chmod 600 ${secret}`);
  return ok('data', `${dataDir} can be written.`);
}

/** The nearest folder above that is there. */
async function findParent(folder: string): Promise<string> {
  const parent = dirname(folder);
  return (await stat(parent).catch(() => null)) === null ? findParent(parent) : parent;
}

async function mayMakeIn(folder: string): Promise<boolean> {
  if (!(await stat(folder)).isDirectory()) return false;
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Whether there is room for what people bring and order. */
export async function checkDisk({ dataDir, lowDiskBytes }: Config): Promise<Finding> {
  const folder = (await stat(dataDir).catch(() => null)) === null ? await findParent(dataDir) : dataDir;
  const bytes = await watchDisk(folder, lowDiskBytes).freeBytes();
  if (bytes === null) return ok('disk', 'The system does not say how much room there is.');
  const found = `${(bytes / 1024 ** 3).toFixed(1)} GB are free.`;
  if (bytes < lowDiskBytes) {
    return fail(
      'disk',
      `${found} No uploads and orders are taken.`,
      'Free some space, or lower DISK_LOW_MB.',
    );
  }
  if (bytes < SOON * lowDiskBytes) return warn('disk', found, 'Free some space soon.');
  return ok('disk', found);
}
