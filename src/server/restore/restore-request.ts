import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OwnerLink } from '../accounts/owner-settings.ts';
import { addressWithin } from '../backup/places/read-address.ts';
import { syncFolder } from '../backup/places/write-new.ts';

/** Stands in DATA_DIR from when a restore was asked for on the page until it is over: whoever starts there goes on with it. */
const FILE = '.restore-asked';

/** A backup by its name, and the address of the place that its files are shared in. */
export interface AskedBackup {
  readonly pool: string;
  readonly name: string;
}

/** As it is written: `folder` is the name in its place. */
const Written = z.object({ folder: z.string(), pool: z.string(), link: OwnerLink });

export interface RestoreRequest extends AskedBackup {
  /** The link of whoever asked: it still opens the page where nothing came of it. */
  readonly link: OwnerLink;
}

export async function writeRestoreRequest(
  dataDir: string,
  { pool, name }: AskedBackup,
  link: OwnerLink,
): Promise<void> {
  const request: z.input<typeof Written> = { folder: addressWithin(pool, name), pool, link };
  const making = join(dataDir, `${FILE}.making`);
  await writeFile(making, JSON.stringify(request), { mode: 0o600, flush: true });
  await rename(making, join(dataDir, FILE));
  await syncFolder(dataDir);
}

/** Null where nothing is asked for. */
export async function readRestoreRequest(dataDir: string): Promise<RestoreRequest | null> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { folder, pool, link } = Written.parse(JSON.parse(text));
  return { pool, name: folder.slice(pool.length).replace(/^[/\\]/, ''), link };
}

export async function removeRestoreRequest(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}
