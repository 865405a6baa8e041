import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Clocks differ: one step before and one after count as well. */
const WINDOW = 1;
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** What codes of a new second factor are made from. */
export function makeCodeSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes;
}

/** What a person's app takes: the address in the QR code, and the same secret to type, in base32. */
export function describeSecret(secret: Uint8Array, email: string): { address: string; secret: string } {
  const totp = totpOf(secret, email);
  return { address: totp.toString(), secret: totp.secret.base32 };
}

/** The step of 30 seconds, counted from 1970, that a code of six digits belongs to; null for a wrong one. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

function totpOf(secret: Uint8Array, label = ''): TOTP {
  return new TOTP({
    issuer: 'Vitrine',
    label,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}
