import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserBody } from '../../contract/http/accounts.ts';
import { ContentHash, UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { wallets } from '../db/schema/money.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './access-token.ts';
import { hasFirstCredits } from './give-signup-credits.ts';

/**
 * The account as the session that asks sees it, with its present credits.
 *
 * @throws AppError `not-authenticated` when the account is gone.
 */
export async function readUser(
  db: Queryable,
  deps: Pick<Deps, 'config' | 'services'>,
  { userId, sessionId }: Caller,
): Promise<UserBody> {
  const [row] = await db
    .select({ user: users, credits: wallets.balance, hasFirst: hasFirstCredits })
    .from(users)
    .innerJoin(wallets, eq(wallets.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new AppError({ code: 'not-authenticated' });
  const { user } = row;
  const [firstName = '', ...rest] = user.name.split(/\s+/);
  return {
    id: UserId.parse(user.id),
    username: user.name,
    email: user.email,
    first_name: firstName,
    last_name: rest.join(' '),
    avatar_url: user.avatarHash && deps.services.urls.of(sessionId).sign(ContentHash.parse(user.avatarHash)),
    is_email_verified: user.emailVerifiedAt !== null,
    pending_credits: row.hasFirst ? 0 : deps.config.signupCredits,
    has_password: user.passwordHash !== null,
    credits: row.credits,
    is_staff: user.isStaff,
    render_cost: deps.config.renderCost,
  };
}
