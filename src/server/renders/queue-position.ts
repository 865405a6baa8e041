import { and, count, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { engineServers } from '../db/schema/engines.ts';
import { renders } from '../db/schema/renders.ts';
import { isSeen } from './engine-servers.ts';

/**
 * Place of a waiting order among all that wait for its engine, whosever they are: 1 is the next one to run. Jobs that
 * others have put into the queue of the least busy server count too.
 */
export async function queuePosition(db: Queryable, renderId: number): Promise<number> {
  const [mine] = await db
    .select({ engine: renders.engine, turn: renders.turn })
    .from(renders)
    .where(eq(renders.id, renderId));
  if (mine === undefined) return 1;
  const [before] = await db
    .select({ orders: count() })
    .from(renders)
    .where(
      and(
        eq(renders.engine, mine.engine),
        eq(renders.status, 'queued'),
        lte(sql`(${renders.turn}, ${renders.id})`, sql`(${mine.turn}, ${renderId})`),
      ),
    );
  return Math.max(before?.orders ?? 1, 1) + (await foreignJobs(db, mine.engine));
}

async function foreignJobs(db: Queryable, engine: string): Promise<number> {
  if (engine === 'studio') return 0;
  const [least] = await db
    .select({ jobs: sql<number | null>`min((${engineServers.report} #>> '{jobs,foreign}')::integer)` })
    .from(engineServers)
    .where(
      and(
        isSeen(),
        eq(sql`${engineServers.report} ->> 'engine'`, engine),
        inArray(sql`${engineServers.report} ->> 'state'`, ['ready', 'busy']),
      ),
    );
  return least?.jobs ?? 0;
}
