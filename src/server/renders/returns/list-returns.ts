import { sql } from 'drizzle-orm';
import { DAY_MS, RETURN_DAYS } from '../../../contract/constants.ts';
import { RenderId } from '../../../contract/ids.ts';
import { type ReturnRate, StaffReturnReason, type StaffReturnsBody } from '../../../contract/returns.ts';
import type { Queryable } from '../../db/database.ts';
import { priceOfImage } from '../orders/price-of-image.ts';

/** More than anybody reads at a time. */
const LATEST = 50;

/** Family of models that made an image, by the job that has it; null where no job says so. */
const familyOf = sql`(
  select made->>'family' from jsonb_array_elements(renders.provenance) as made
  where images.batch_index >= (made->>'firstImage')::int
    and images.batch_index < (made->>'firstImage')::int + (made->>'images')::int
  limit 1)`;
/** Images that AI engines made here lately. */
const lately = sql`renders.engine <> 'studio' and not renders.made_on_device and renders.started_at is not null`;

/**
 * How many pictures of AI engines failed their check or were sent back within {@link RETURN_DAYS}, by the family of models that made
 * them, and the latest that people sent back, with their reasons, or that failed the check as most of their person's do and were charged.
 */
export async function listReturns(db: Queryable, now: Date): Promise<StaffReturnsBody> {
  const since = new Date(now.getTime() - RETURN_DAYS * DAY_MS).toISOString();
  const rates = await db.execute<ReturnRate & Record<string, unknown>>(sql`
    select family, count(*)::int as pictures,
      count(*) filter (where reason = 'failed-check')::int as failed_checks,
      count(*) filter (where reason <> 'failed-check')::int as sent_back
    from (
      select ${familyOf} as family, returns.reason
      from renders
      join render_images as images on images.render_id = renders.id
      left join render_returns as returns
        on returns.render_id = images.render_id and returns.batch_index = images.batch_index
      where ${lately} and renders.created_at >= ${since}
    ) as made
    group by family order by count(*) desc, family`);
  const latest = await db.execute<Latest>(sql`
    select images.render_id as "renderId", images.batch_index as "batchIndex", images.reason, images.words, images.refunded,
      images.created_at as "createdAt", renders.price, (renders.recipe->>'batchSize')::int as "batchSize",
      ${familyOf} as family, users.id as "userId", users.name, users.email
    from render_returns as images
    join renders on renders.id = images.render_id
    join users on users.id = renders.user_id
    where (images.reason <> 'failed-check' or images.refunded = 0 and renders.price > 0) and images.created_at >= ${since}
    order by images.created_at desc, images.render_id desc, images.batch_index desc limit ${LATEST}`);
  return {
    rates: rates.rows.map(({ family, pictures, failed_checks, sent_back }) => ({
      family,
      pictures,
      failed_checks,
      sent_back,
    })),
    latest: latest.rows.map((row) => ({
      render_id: RenderId.parse(row.renderId),
      batch_index: row.batchIndex,
      reason: StaffReturnReason.parse(row.reason),
      words: row.words,
      refunded: row.refunded,
      price: priceOfImage(row.price, row.batchSize, row.batchIndex),
      family: row.family,
      person: { id: row.userId, name: row.name, email: row.email },
      created_at: new Date(row.createdAt).toISOString(),
    })),
  };
}

interface Latest extends Record<string, unknown> {
  readonly renderId: number;
  readonly batchIndex: number;
  readonly reason: string;
  readonly words: string;
  readonly refunded: number;
  readonly createdAt: string;
  readonly price: number;
  readonly batchSize: number;
  readonly family: string | null;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
}
