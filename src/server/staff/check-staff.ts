import { and, eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/**
 * What staff have is nothing to anybody else, at each call anew: whoever is no longer staff has lost it.
 *
 * @throws AppError `not-found`.
 */
export async function checkStaff(db: Queryable, userId: number): Promise<void> {
  const isStaff = and(eq(users.id, userId), eq(users.isStaff, true));
  const [found] = await db.select({ id: users.id }).from(users).where(isStaff);
  if (found === undefined) throw new AppError({ code: 'not-found' });
}
