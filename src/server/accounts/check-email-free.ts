import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/** @param userId Whose it may be. @throws AppError `email-taken`; e-mails are compared without case (L12). */
export async function checkEmailFree(db: Queryable, email: string, userId?: number): Promise<void> {
  const isSame = eq(users.emailKey, email.toLowerCase());
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(userId === undefined ? isSame : and(isSame, ne(users.id, userId)));
  if (other) throw new AppError({ code: 'email-taken' });
}
