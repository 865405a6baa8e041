import { sql } from 'drizzle-orm';
import { UserId } from '../../../contract/ids.ts';
import type { Queryable } from '../../db/database.ts';

/** An account with a number that other rows do not say. */
export interface WrongWallet {
  readonly userId: UserId;
  readonly email: string;
  /** Credits that its wallet says. */
  readonly has: number;
  /** Credits that the other rows say. */
  readonly due: number;
}

/**
 * Accounts whose balance is not the sum of their ledger, by e-mail. One statement, so one moment.
 *
 * @param userId One account instead of all.
 */
export async function findWrongBalances(db: Queryable, userId?: UserId): Promise<WrongWallet[]> {
  const { rows } = await db.execute<Row>(sql`
    select wallets.user_id, email, balance as has, coalesce(sum(amount), 0)::int as due
    from wallets join users on users.id = wallets.user_id left join ledger on ledger.user_id = wallets.user_id
    ${only(userId)}
    group by wallets.user_id, email, balance having balance <> coalesce(sum(amount), 0) order by email`);
  return rows.map(read);
}

/**
 * Accounts that have set aside something else than what their orders still cost that have not ended. The shares of images are those
 * of `price-of-image.ts`: whole numbers divide to whole ones in SQL, too.
 *
 * @param userId One account instead of all.
 */
export async function findWrongReservations(db: Queryable, userId?: UserId): Promise<WrongWallet[]> {
  const { rows } = await db.execute<Row>(sql`
    with alive as (
      select id, user_id, price::bigint as price, (recipe ->> 'batchSize')::bigint as images
      from renders where status in ('queued', 'processing')
    ), unpaid as (
      select user_id, price - coalesce((
        select sum(price * (batch_index + 1) / images - price * batch_index / images)
        from render_images where render_id = alive.id
      ), 0) as left_over from alive
    )
    select wallets.user_id, email, reserved as has, coalesce(sum(left_over), 0)::int as due
    from wallets join users on users.id = wallets.user_id left join unpaid on unpaid.user_id = wallets.user_id
    ${only(userId)}
    group by wallets.user_id, email, reserved having reserved <> coalesce(sum(left_over), 0) order by email`);
  return rows.map(read);
}

type Row = { readonly user_id: number; readonly email: string; readonly has: number; readonly due: number };

const only = (userId: UserId | undefined) =>
  userId === undefined ? sql`` : sql`where wallets.user_id = ${userId}`;
const read = ({ user_id, ...rest }: Row): WrongWallet => ({ userId: UserId.parse(user_id), ...rest });
