import { eq } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { type Given, prepareSelect } from '../../db/prepare-read.ts';
import { users } from '../../db/schema/accounts.ts';

const holdUser = prepareSelect({ closedAt: users.closedAt }, (select, given: Given<{ userId: number }>) =>
  select
    .from(users)
    .where(eq(users.id, given('userId')))
    .for('share'),
);

/**
 * Refuses a closed account, and keeps an open one open until the transaction ends: whoever closes it finds what the
 * transaction did.
 *
 * @throws AppError `account-closed`.
 */
export async function checkOpen(tx: Transaction, userId: UserId): Promise<void> {
  const [user] = await holdUser(tx, { userId });
  if (user !== undefined && user.closedAt !== null) throw new AppError({ code: 'account-closed' });
}
