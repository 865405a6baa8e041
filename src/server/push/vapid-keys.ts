import { createECDH, createHash } from 'node:crypto';
import { deriveKey } from '../process/secret.ts';

/** The keys that push services know this server by (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  /** Uncompressed point. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Follows from the server's secret: made with it at the first start, kept as it, and the same on all nodes. */
export function deriveVapidKeys(secret: Uint8Array): VapidKeys {
  const pair = createECDH('prime256v1');
  for (let scalar = deriveKey(secret, 'push'); ; scalar = createHash('sha256').update(scalar).digest()) {
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // One in 2^32 is no number below the order of the curve.
      continue;
    }
    return {
      publicKey: pair.getPublicKey('base64url', 'uncompressed'),
      privateKey: Buffer.from(scalar).toString('base64url'),
    };
  }
}
