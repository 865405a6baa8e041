import { createHmac, randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from './setup-error.ts';
import { writeFirst } from './write-first.ts';

/** As many as JWT_SECRET must have: with an empty one anybody could sign. */
const MIN_CHARACTERS = 32;

/**
 * The server's secret: JWT_SECRET, else one made once and kept in DATA_DIR with mode 0600.
 *
 * @param dataDir Existing, writable folder.
 * @throws SetupError when the kept one is damaged.
 */
export async function readSecret(jwtSecret: string | null, dataDir: string): Promise<Uint8Array> {
  if (jwtSecret !== null) return Buffer.from(jwtSecret);
  const path = join(dataDir, 'jwt-secret');
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const secret = (kept ?? (await writeFirst(path, randomBytes(32).toString('base64url')))).trim();
  await chmod(path, 0o600);
  if (secret.length >= MIN_CHARACTERS) return Buffer.from(secret);
  throw new SetupError(
    `${path} is damaged: put it back from a backup, or delete it; people then sign in anew, and second factors have to be set up again.`,
  );
}

/** A 32-byte key for one purpose, so that no two purposes share one. */
export function deriveKey(
  secret: Uint8Array,
  purpose:
    | 'access-token'
    | 'file-url'
    | 'ai-jobs'
    | 'test-payments'
    | 'second-factor'
    | 'sign-in-challenge'
    | 'passkeys'
    | 'push'
    | 'webhooks'
    | 'credited-before'
    | 'backup',
): Uint8Array {
  return createHmac('sha256', secret).update(purpose).digest();
}
