import { createHmac } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { deriveKey } from '../../process/secret.ts';
import { isSame } from '../is-same.ts';

/** How long the second step of a sign-in may take. */
const LIFETIME_MS = 5 * 60_000;

type Signer = Pick<Deps, 'secret' | 'now'>;

/**
 * Says that somebody did the first step of a sign-in. It opens nothing by itself, ends after five minutes and with the
 * password it was made under.
 */
export function makeChallenge(deps: Signer, user: { id: number; passwordHash: string | null }): string {
  const body = `${user.id}.${deps.now().getTime() + LIFETIME_MS}.${sign(deps, `password ${user.passwordHash}`)}`;
  return `${body}.${sign(deps, body)}`;
}

/** Whose it is; null when it is forged or too old. The password is for {@link isOfPassword}. */
export function readChallenge(deps: Signer, challenge: string): number | null {
  const [userId = '', expiresMs = '', password = '', signature = ''] = challenge.split('.');
  const isSigned = isSame(signature, sign(deps, `${userId}.${expiresMs}.${password}`));
  return isSigned && Number(expiresMs) > deps.now().getTime() ? Number(userId) : null;
}

/** Whether the account still has the password that the challenge was made under. */
export function isOfPassword(deps: Signer, challenge: string, passwordHash: string | null): boolean {
  return isSame(challenge.split('.')[2] ?? '', sign(deps, `password ${passwordHash}`));
}

function sign({ secret }: Signer, text: string): string {
  return createHmac('sha256', deriveKey(secret, 'sign-in-challenge')).update(text).digest('base64url');
}
