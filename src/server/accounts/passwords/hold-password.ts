import { eq } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';

/**
 * Whether an account's password is still the one that was proved. One that is being changed is waited for, and until the
 * transaction ends nobody changes it: a session that is opened in it is among those that the next password ends.
 *
 * @param passwordHash What was proved; null for an account without a password.
 */
export async function holdPassword(
  tx: Transaction,
  userId: number,
  passwordHash: string | null,
): Promise<boolean> {
  const [now] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('share');
  return now !== undefined && now.passwordHash === passwordHash;
}
