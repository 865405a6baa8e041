import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * Makes a small file of mode 0600, whole or not at all: whoever is killed meanwhile leaves none, and where several make it
 * at once (processes, containers on one volume) the first one's stays.
 *
 * @param path In an existing folder.
 * @returns What stands there: `text`, or what was there before.
 */
export async function writeFirst(path: string, text: string): Promise<string> {
  // Not by the number of the process: in two containers both are 1.
  const making = `${path}.${randomUUID()}`;
  try {
    await writeFile(making, text, { mode: 0o600, flush: true });
    await link(making, path)
      // A disk without hard links (exFAT, some shares).
      .catch((error) => (isThere(error) ? undefined : copyFile(making, path, constants.COPYFILE_EXCL)))
      .catch((error) => {
        if (!isThere(error)) throw error;
      });
  } finally {
    await rm(making, { force: true });
  }
  return readFile(path, 'utf8');
}

function isThere(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EEXIST';
}
