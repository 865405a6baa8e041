import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/** The row of a signed-in person. @throws AppError `not-authenticated` when the account is gone. */
export async function findUser(db: Queryable, userId: number): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new AppError({ code: 'not-authenticated' });
  return user;
}
