import { eq } from 'drizzle-orm';
import { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { SetupError } from '../process/setup-error.ts';

/** Whose e-mail it is, whatever its case (L12). @throws SetupError where it is nobody's. */
export async function findByEmail(db: Queryable, email: string): Promise<UserId> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.emailKey, email.toLowerCase()));
  if (user === undefined) throw new SetupError(`Nobody here has the e-mail ${email}.`);
  return UserId.parse(user.id);
}
