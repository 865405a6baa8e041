import { and, eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { findStaffLack } from '../accounts/factors/find-staff-lack.ts';
import type { Caller } from '../accounts/sessions/access-token.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';

/**
 * What staff have is nothing to anybody else, at each call anew: whoever is no longer staff has lost it.
 *
 * @throws AppError `not-found`; `second-factor-required`, `password-needed` for staff who have to prove more.
 */
export async function checkStaff(db: Queryable, deps: Pick<Deps, 'config'>, caller: Caller): Promise<void> {
  const isStaff = and(eq(users.id, caller.userId), eq(users.isStaff, true));
  const [found] = await db.select({ id: users.id }).from(users).where(isStaff);
  if (found === undefined) throw new AppError({ code: 'not-found' });
  const lack = await findStaffLack(db, deps, caller);
  if (lack !== null) throw new AppError(lack);
}
