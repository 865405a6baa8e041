import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/** Accounts whose balance is not the sum of their ledger, by e-mail with both numbers. One statement, so one moment. */
export async function findWrongBalances(db: Db): Promise<string[]> {
  const { rows } = await db.execute<Row>(sql`
    select email, balance as has, coalesce(sum(amount), 0)::int as due
    from wallets join users on users.id = wallets.user_id left join ledger on ledger.user_id = wallets.user_id
    group by email, balance having balance <> coalesce(sum(amount), 0) order by email`);
  return rows.map(describe);
}

/**
 * Accounts that have set aside something else than what their orders still cost that have not ended. The shares of images are those
 * of `price-of-image.ts`: whole numbers divide to whole ones in SQL, too.
 */
export async function findWrongReservations(db: Db): Promise<string[]> {
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
    select email, reserved as has, coalesce(sum(left_over), 0)::int as due
    from wallets join users on users.id = wallets.user_id left join unpaid on unpaid.user_id = wallets.user_id
    group by email, reserved having reserved <> coalesce(sum(left_over), 0) order by email`);
  return rows.map(describe);
}

type Row = { readonly email: string; readonly has: number; readonly due: number };

const describe = ({ email, has, due }: Row): string => `${email} (${has}, not ${due})`;
