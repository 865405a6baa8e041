import type { Failure } from '../../../contract/failure.ts';
import type { Queryable } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../sessions/access-token.ts';
import { isConfirmedSince } from '../sessions/confirm-session.ts';
import { factorsSince } from './prove-factor.ts';

/**
 * What a member of staff has to do before they have what staff have; null for nothing. Where staff need a second factor,
 * one that is off is switched on first. A session from before it was proves it once, with the password: whoever took
 * such a session does not share in what the factor opens.
 */
export async function findStaffLack(
  db: Queryable,
  { config }: Pick<Deps, 'config'>,
  { userId, sessionId }: Caller,
): Promise<Failure | null> {
  if (!config.staffNeedFactor) return null;
  const since = (await factorsSince(db, [userId])).get(userId);
  if (since === undefined) return { code: 'second-factor-required' };
  return (await isConfirmedSince(db, sessionId, since)) ? null : { code: 'password-needed' };
}
