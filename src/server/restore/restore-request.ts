import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OwnerLink } from '../accounts/owner-settings.ts';
import { syncFolder } from '../backup/write-new.ts';

/** Stands in DATA_DIR from when a restore was asked for on the page until it is over: whoever starts there goes on with it. */
const FILE = '.restore-asked';

const RestoreRequest = z.object({
  folder: z.string(),
  pool: z.string(),
  /** The link of whoever asked: it still opens the page where nothing came of it. */
  link: OwnerLink,
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;

export async function writeRestoreRequest(dataDir: string, request: RestoreRequest): Promise<void> {
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
  return text === null ? null : RestoreRequest.parse(JSON.parse(text));
}

export async function removeRestoreRequest(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}
