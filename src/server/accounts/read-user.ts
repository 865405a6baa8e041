import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserBody } from '../../contract/http/accounts.ts';
import { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { wallets } from '../db/schema/money.ts';

/**
 * The account as the app sees it, with its present credits.
 *
 * @param renderCost Credits for one image, from the configuration.
 * @throws AppError `not-authenticated` when the account is gone.
 */
export async function readUser(db: Queryable, userId: UserId, renderCost: number): Promise<UserBody> {
  const [row] = await db
    .select({ user: users, credits: wallets.balance })
    .from(users)
    .innerJoin(wallets, eq(wallets.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new AppError({ code: 'not-authenticated' });
  const [firstName = '', ...rest] = row.user.name.split(/\s+/);
  return {
    id: UserId.parse(row.user.id),
    username: row.user.name,
    email: row.user.email,
    first_name: firstName,
    last_name: rest.join(' '),
    avatar_url: null,
    is_email_verified: row.user.emailVerifiedAt !== null,
    pending_credits: 0,
    has_password: row.user.passwordHash !== null,
    credits: row.credits,
    is_staff: row.user.isStaff,
    render_cost: renderCost,
  };
}
