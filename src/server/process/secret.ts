import { createHmac, randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The server's secret: JWT_SECRET, else one made once and kept in DATA_DIR with mode 0600.
 *
 * @param dataDir Existing, writable folder.
 */
export async function readSecret(jwtSecret: string | null, dataDir: string): Promise<Uint8Array> {
  if (jwtSecret !== null) return Buffer.from(jwtSecret);
  const path = join(dataDir, 'jwt-secret');
  try {
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(path, 0o600);
  }
  return Buffer.from((await readFile(path, 'utf8')).trim());
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
    | 'backup',
): Uint8Array {
  return createHmac('sha256', secret).update(purpose).digest();
}
