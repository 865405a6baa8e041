import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { engineServers } from '../db/schema/engines.ts';
import { renders } from '../db/schema/renders.ts';
import { isSeen } from './engine-servers.ts';

/** Place of one waiting order, see {@link queuePositions}; 1 when it waits no longer. */
export async function queuePosition(db: Queryable, renderId: number): Promise<number> {
  return (await queuePositions(db, [renderId])).get(renderId) ?? 1;
}

/**
 * Places of waiting orders among all that wait for their engine, whosever they are, in one query: 1 is the next one to
 * run. Jobs that others have put into the queue of the least busy server count too. What waits no longer has none.
 */
export async function queuePositions(
  db: Queryable,
  renderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (renderIds.length === 0) return new Map();
  const line = db
    .select({
      id: renders.id,
      engine: renders.engine,
      place:
        sql<number>`(row_number() over (partition by ${renders.engine} order by ${renders.turn}, ${renders.id}))::int`.as(
          'place',
        ),
    })
    .from(renders)
    .where(eq(renders.status, 'queued'))
    .as('line');
  const foreign = selectForeignJobs(db).as('foreign_jobs');
  const rows = await db
    .select({ id: line.id, position: sql<number>`${line.place} + coalesce(${foreign.jobs}, 0)` })
    .from(line)
    .leftJoin(foreign, eq(foreign.engine, line.engine))
    .where(inArray(line.id, [...renderIds]));
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/** Jobs of others that the least busy AI server has. */
export async function countForeignJobs(db: Queryable): Promise<number> {
  const rows = await selectForeignJobs(db);
  return rows.find(({ engine }) => engine === 'comfyui')?.jobs ?? 0;
}

function selectForeignJobs(db: Queryable) {
  const engine = sql<string>`${engineServers.report} ->> 'engine'`;
  return db
    .select({
      engine: engine.as('foreign_engine'),
      jobs: sql<number | null>`min((${engineServers.report} #>> '{jobs,foreign}')::integer)`.as('jobs'),
    })
    .from(engineServers)
    .where(and(isSeen(), inArray(sql`${engineServers.report} ->> 'state'`, ['ready', 'busy'])))
    .groupBy(engine);
}
