import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config.ts';
import { SetupError } from './setup-error.ts';

/** The certificate and its key; null where the configuration names none. @throws SetupError when they do not work. */
export function readTls({ tls }: Pick<Config, 'tls'>): { cert: Buffer; key: Buffer } | null {
  if (tls === null) return null;
  try {
    const files = { cert: readFileSync(tls.certPath), key: readFileSync(tls.keyPath) };
    createSecureContext(files);
    return files;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`TLS_CERT and TLS_KEY are not a certificate and its key: ${reason}.`);
  }
}
