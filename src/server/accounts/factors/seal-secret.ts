import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { deriveKey } from '../../process/secret.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what codes of an account are made from; it opens for this account only. Nonce, tag, then the bytes. */
export function sealSecret(deps: Pick<Deps, 'secret'>, userId: number, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(deps.secret, 'second-factor'), nonce);
  cipher.setAAD(Buffer.from(String(userId)));
  const bytes = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
}

/** Opposite of {@link sealSecret}. @throws Error when it was sealed for another account, or by another server's secret. */
export function openSecret(deps: Pick<Deps, 'secret'>, userId: number, sealed: Uint8Array): Buffer {
  const start = NONCE_BYTES + TAG_BYTES;
  const key = deriveKey(deps.secret, 'second-factor');
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(String(userId)));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, start));
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
}
