import type { UserId } from '../../../contract/ids.ts';
import type { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { findUser } from '../find-user.ts';
import { checkOwnPassword } from '../passwords/check-own-password.ts';
import { proveOwnFactor } from './prove-factor.ts';

/** The password, and a code where the account has a second factor. */
export interface PersonProof {
  readonly password: string;
  readonly code?: string | undefined;
}

/**
 * Makes sure that whoever is signed in is the account's own person, before something that opens it to others.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, also where the account has none, `second-factor-wrong`.
 */
export async function provePerson(
  deps: Deps,
  userId: UserId,
  { password, code }: PersonProof,
  signal: AbortSignal,
): Promise<typeof users.$inferSelect> {
  const { db } = deps.database;
  const user = await findUser(db, userId);
  await checkOwnPassword(deps, user, password);
  await proveOwnFactor(deps, user, code, signal);
  return user;
}
