import type { Failure } from '../../../contract/failure.ts';
import type { Queryable } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../sessions/access-token.ts';
import { isConfirmedSince } from '../sessions/confirm-session.ts';
import { factorsSince } from './prove-factor.ts';

/**
 * What a member of staff must still do before they may use staff routes; null for nothing. Where staff need a second
 * factor, it must be switched on. A session older than that must prove it once, with the password, so that a stolen
 * session gains no staff rights from it.
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
