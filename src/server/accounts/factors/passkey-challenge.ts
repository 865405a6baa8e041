import { createHash, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '../../../contract/failure.ts';
import { spentChallenges } from '../../db/schema/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { deriveKey } from '../../process/secret.ts';
import { isSame } from '../is-same.ts';

/** How long a person may take to show who they are to their device, in milliseconds. */
export const PASSKEY_PATIENCE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
/** Nonce, and milliseconds since 1970 in 64 bits. */
const HEAD_BYTES = NONCE_BYTES + 8;

/** What a challenge is good for: any sign-in, or one more passkey of an account while its password stays. */
export type ChallengePurpose = 'sign in' | { readonly id: number; readonly passwordHash: string | null };

/** What a passkey shall sign, base64url. Nothing is kept of it: it says itself what it is for and until when, and is signed. */
export function makePasskeyChallenge(deps: Pick<Deps, 'secret' | 'now'>, purpose: ChallengePurpose): string {
  const head = Buffer.alloc(HEAD_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeBigInt64BE(BigInt(deps.now().getTime() + PASSKEY_PATIENCE_MS), NONCE_BYTES);
  return Buffer.concat([head, sign(deps, purpose, head)]).toString('base64url');
}

/**
 * Takes a challenge, once, in whichever process; a wrong answer uses it up as well.
 *
 * @throws AppError `passkey-expired` for one that is too old, was taken before, or was not made for this.
 */
export async function spendPasskeyChallenge(
  deps: Pick<Deps, 'secret' | 'now' | 'database'>,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<void> {
  const expired = new AppError({ code: 'passkey-expired' });
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length <= HEAD_BYTES) throw expired;
  const [head, signature] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)];
  if (!isSame(signature.toString('hex'), sign(deps, purpose, head).toString('hex'))) throw expired;
  const expiresAt = new Date(Number(head.readBigInt64BE(NONCE_BYTES)));
  if (expiresAt <= deps.now()) throw expired;
  const challengeHash = createHash('sha256').update(bytes).digest('hex');
  const taken = await deps.database.db
    .insert(spentChallenges)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: spentChallenges.expiresAt });
  if (taken.length === 0) throw expired;
}

function sign({ secret }: Pick<Deps, 'secret'>, purpose: ChallengePurpose, head: Buffer): Buffer {
  const text = purpose === 'sign in' ? purpose : `add ${purpose.id} ${purpose.passwordHash}`;
  return createHmac('sha256', deriveKey(secret, 'passkeys')).update(head).update(text).digest();
}
