import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { deriveKey } from '../process/secret.ts';
import { SetupError } from '../process/setup-error.ts';
import { keptFile } from './backup-names.ts';
import { Manifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';

/** Folders of DATA_DIR that people fill or devices trust; the rest is the database's and the files', or made anew. */
const FOLDERS = ['lan', 'workflows'];
const SECRET_FILE = 'jwt-secret';

/** What of the configuration the secret follows from. */
export interface SecretPlace {
  readonly dataDir: string;
  readonly jwtSecret: string | null;
}

/**
 * Copies the secret and the folders that the data need. JWT_SECRET is not copied: whoever sets it keeps it.
 *
 * @param folder Of the place; gets `data/`.
 * @throws SetupError where there is no secret: without it nobody could use the copy.
 */
export async function keepData(
  { dataDir, jwtSecret }: SecretPlace,
  place: BackupPlace,
  folder: string,
): Promise<Pick<Manifest, 'kept' | 'secret'>> {
  const own = await readFile(join(dataDir, SECRET_FILE), 'utf8').catch(orMissing);
  const secret = jwtSecret ?? own?.trim();
  if (secret === undefined) {
    throw new SetupError(
      `There is no secret in ${dataDir}: set DATA_DIR or JWT_SECRET as the server has it.`,
    );
  }
  const paths = jwtSecret === null ? [SECRET_FILE] : [];
  for (const name of FOLDERS) paths.push(...(await listBelow(dataDir, name)));
  const kept: Manifest['kept'] = [];
  for (const path of paths) {
    const source = createReadStream(join(dataDir, path));
    kept.push({ path, ...(await place.write(keptFile(folder, path), source)) });
  }
  return { kept, secret: secretFingerprint(secret) };
}

/** Tells whether two secrets are the same, and nothing of them. */
export function secretFingerprint(secret: string): string {
  return createHash('sha256')
    .update(deriveKey(Buffer.from(secret), 'backup'))
    .digest('hex');
}

/** What a manifest may name: no links, and no hidden files, which are half-written or a system's. */
async function listBelow(dataDir: string, name: string): Promise<string[]> {
  const found = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true }).catch(orMissing);
  return (found ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => Manifest.shape.kept.element.shape.path.safeParse(path).success)
    .sort();
}

/** What cannot be read is no less there: a backup without it would be no backup. */
function orMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
