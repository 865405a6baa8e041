import { and, desc, eq, ilike, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { StaffPersonBody } from '../../contract/http/staff.ts';
import { UserId } from '../../contract/ids.ts';
import { factorsSince } from '../accounts/factors/prove-factor.ts';
import { hasFirstCredits } from '../accounts/give-signup-credits.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import type { Queryable } from '../db/database.ts';
import { refreshTokens, users } from '../db/schema/accounts.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { wallets } from '../db/schema/money.ts';
import type { Deps } from '../deps.ts';

export const PEOPLE_PAGE = 50;

/**
 * Accounts, the newest first.
 *
 * @param filter.query Part of a name or an e-mail. @param filter.before Id of the last one of the page before.
 */
export async function listPeople(
  db: Queryable,
  config: Deps['config'],
  filter: { readonly query: string; readonly before?: number | undefined },
): Promise<StaffPersonBody[]> {
  const pattern = `%${filter.query.replace(/[\\%_]/g, '\\$&')}%`;
  return readPeople(
    db,
    config,
    and(
      filter.query === '' ? undefined : or(ilike(users.email, pattern), ilike(users.name, pattern)),
      filter.before === undefined ? undefined : lt(users.id, filter.before),
    ),
  );
}

/** One account; undefined when there is none of this id. */
export async function findPerson(
  db: Queryable,
  config: Deps['config'],
  id: number,
): Promise<StaffPersonBody | undefined> {
  return (await readPeople(db, config, eq(users.id, id)))[0];
}

async function readPeople(
  db: Queryable,
  config: Deps['config'],
  condition: SQL | undefined,
): Promise<StaffPersonBody[]> {
  const seenAt = sql<Date | null>`(
    select max(${refreshTokens.createdAt}) from ${refreshTokens} where ${refreshTokens.userId} = ${users.id}
  )`.mapWith((value: string) => new Date(value));
  // The first of several counts (B23).
  const planId = sql`(
    select min(${subscriptions.id}) from ${subscriptions}
    where ${subscriptions.userId} = ${users.id} and ${subscriptions.status} in ('active', 'past_due')
  )`;
  const owner = await readOwner(db);
  const rows = await db
    .select({
      user: users,
      credits: wallets.balance,
      debt: wallets.debt,
      seenAt,
      isPending: sql<boolean>`${not(hasFirstCredits)}`,
      subscription: subscriptions,
    })
    .from(users)
    .innerJoin(wallets, eq(wallets.userId, users.id))
    .leftJoin(subscriptions, sql`${subscriptions.id} = ${planId}`)
    .where(condition)
    .orderBy(desc(users.id))
    .limit(PEOPLE_PAGE);
  const ids = rows.map(({ user }) => user.id);
  const factors = await factorsSince(db, ids);
  return rows.map(({ user, credits, debt, seenAt: seen, isPending, subscription }) => ({
    id: UserId.parse(user.id),
    name: user.name,
    email: user.email,
    is_email_verified: user.emailVerifiedAt !== null,
    is_staff: user.isStaff,
    is_owner: user.id === owner,
    has_factor: factors.has(user.id),
    is_closed: user.closedAt !== null,
    credits,
    debt,
    pending_credits: isPending ? config.signupCredits : 0,
    plan: subscription && {
      name: subscription.plan,
      recurrence: subscription.recurrence,
      status: subscription.status,
    },
    created_at: user.createdAt.toISOString(),
    seen_at: seen?.toISOString() ?? null,
  }));
}
