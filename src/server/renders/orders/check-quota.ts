import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Config } from '../../config.ts';
import { lockWallet } from '../../credits/move-credits.ts';
import type { Transaction } from '../../db/database.ts';
import { renderImages, renders } from '../../db/schema/renders.ts';

/**
 * Whether a person may have so many more images within 24 hours; of what was cancelled or failed only finished images
 * count, and of what came in a project file nothing does. Orders of one person come one after the other from here to the transaction's end.
 *
 * @throws AppError `day-quota-reached` with the moment from which they may.
 */
export async function checkQuota(
  tx: Transaction,
  { rendersPerDay: limit }: Pick<Config, 'rendersPerDay'>,
  userId: UserId,
  images: number,
): Promise<void> {
  if (limit === null) return;
  await lockWallet(tx, userId);
  const isAlive = sql`${renders.status} in ('queued', 'processing', 'completed')`;
  const isImported = sql`${renders.status} = 'completed' and ${renders.startedAt} is null`;
  const made = tx.select({ made: count() }).from(renderImages).where(eq(renderImages.renderId, renders.id));
  const rows = await tx
    .select({
      at: renders.createdAt,
      images:
        sql`case when ${isAlive} then (${renders.recipe} ->> 'batchSize')::int else (${made}) end`.mapWith(
          Number,
        ),
    })
    .from(renders)
    .where(
      and(
        eq(renders.userId, userId),
        gt(renders.createdAt, sql`now() - interval '24 hours'`),
        sql`not (${isImported})`,
      ),
    )
    .orderBy(asc(renders.createdAt));
  let excess = rows.reduce((sum, row) => sum + row.images, images) - limit;
  if (excess <= 0) return;
  const last = rows.find((row) => {
    excess -= row.images;
    return excess <= 0;
  });
  const freeAt = last === undefined ? null : new Date(last.at.getTime() + DAY_MS).toISOString();
  throw new AppError({ code: 'day-quota-reached', limit, freeAt });
}
