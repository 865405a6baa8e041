import { eq, isNotNull, type SQL } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserBody } from '../../contract/http/accounts.ts';
import { ContentHash, UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { users } from '../db/schema/accounts.ts';
import { wallets } from '../db/schema/money.ts';
import type { Deps } from '../deps.ts';
import { hasFirstCredits } from './give-signup-credits.ts';
import { hasPassword } from './passwords/check-own-password.ts';
import type { Caller } from './sessions/access-token.ts';

const selectUser = prepareSelect(
  {
    id: users.id,
    name: users.name,
    email: users.email,
    avatarHash: users.avatarHash,
    isVerified: isNotNull(users.emailVerifiedAt) as SQL<boolean>,
    passwordHash: users.passwordHash,
    isStaff: users.isStaff,
    credits: wallets.balance,
    debt: wallets.debt,
    hasFirst: hasFirstCredits,
  },
  (select, given: Given<{ userId: number }>) =>
    select
      .from(users)
      .innerJoin(wallets, eq(wallets.userId, users.id))
      .where(eq(users.id, given('userId'))),
);

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
  const [user] = await selectUser(db, { userId });
  if (!user) throw new AppError({ code: 'not-authenticated' });
  const [firstName = '', ...rest] = user.name.split(/\s+/);
  return {
    id: UserId.parse(user.id),
    username: user.name,
    email: user.email,
    first_name: firstName,
    last_name: rest.join(' '),
    avatar_url: user.avatarHash && deps.services.urls.of(sessionId).sign(ContentHash.parse(user.avatarHash)),
    is_email_verified: user.isVerified,
    pending_credits: user.hasFirst ? 0 : deps.config.signupCredits,
    has_password: await hasPassword(db, deps.config, user),
    credits: user.credits,
    debt: user.debt,
    is_staff: user.isStaff,
    render_cost: deps.config.renderCost,
  };
}
