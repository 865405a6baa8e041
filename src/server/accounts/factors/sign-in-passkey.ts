import { and, eq, lt, or } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { SessionBody } from '../../../contract/http/accounts.ts';
import type { PasskeyRequestBody, PasskeySignInBody } from '../../../contract/http/keys/passkeys.ts';
import { UserId } from '../../../contract/ids.ts';
import { passkeys } from '../../db/schema/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { checkOpen } from '../invitations/check-open.ts';
import { openSession, type Place } from '../sessions/open-session.ts';
import { makePasskeyChallenge, PASSKEY_PATIENCE_MS, spendPasskeyChallenge } from './passkey-challenge.ts';
import { challengeIn, type RelyingParty, verifyPasskey } from './verify-passkey.ts';

/** What a passkey shall sign, within five minutes. It names no account: the person's authenticator knows which. */
export function beginPasskeySignIn(
  deps: Pick<Deps, 'secret' | 'now'>,
  party: RelyingParty,
): PasskeyRequestBody {
  return {
    challenge: makePasskeyChallenge(deps, 'sign in'),
    rpId: party.id,
    timeout: PASSKEY_PATIENCE_MS,
    userVerification: 'required',
  };
}

/**
 * Signs in by a passkey alone. It is something the person has, and made sure of the person itself: a code of the second
 * factor is not asked for.
 *
 * @throws AppError `passkey-expired`, `passkey-refused`, also for one that nobody has, `account-closed`.
 */
export async function signInPasskey(
  deps: Deps,
  party: RelyingParty,
  given: PasskeySignInBody,
  place: Place,
): Promise<SessionBody> {
  const { db } = deps.database;
  const refused = new AppError({ code: 'passkey-refused' });
  await spendPasskeyChallenge(deps, 'sign in', challengeIn(given.client_data));
  const [known] = await db.select().from(passkeys).where(eq(passkeys.credentialId, given.id));
  if (known === undefined || known.userHandle !== given.user_handle) throw refused;
  const seen = await verifyPasskey(party, known, given);
  const userId = UserId.parse(known.userId);
  return db.transaction(async (tx) => {
    // The account, then what is its own: in the order in which who deletes it locks them.
    await checkOpen(tx, userId);
    // Of two answers with the same count, the second finds it taken.
    const goesOn = or(
      lt(passkeys.counter, seen.counter),
      and(eq(passkeys.counter, 0), eq(passkeys.counter, seen.counter)),
    );
    const used = await tx
      .update(passkeys)
      .set({ ...seen, lastUsedAt: deps.now() })
      .where(and(eq(passkeys.id, known.id), goesOn))
      .returning({ id: passkeys.id });
    if (used.length === 0) throw refused;
    return openSession(tx, deps, userId, place);
  });
}
