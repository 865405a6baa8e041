import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { prepareSql } from '../../db/prepare-read.ts';
import { engineServers } from '../../db/schema/engines.ts';
import { renders } from '../../db/schema/renders.ts';
import { isSeen } from './engine-servers.ts';

/** Place of one waiting order, see {@link queuePositions}; 1 when it waits no longer. */
export async function queuePosition(db: Queryable, renderId: number): Promise<number> {
  return (await queuePositions(db, [renderId])).get(renderId) ?? 1;
}

/** Jobs that others have put into the queue of the least busy server of each engine. */
const foreignJobs = sql`select ${engineServers.report} ->> 'engine' as engine,
    min((${engineServers.report} #>> '{jobs,foreign}')::integer) as jobs
  from ${engineServers}
  where ${isSeen()} and ${engineServers.report} ->> 'state' in ('ready', 'busy')
  group by 1`;

const readPositions = prepareSql<{ ids: readonly number[] }, { id: number; position: number }>(
  (given) => sql`with line as (
      select id, engine, row_number() over (partition by engine order by turn, id) as place
      from ${renders} where status = 'queued'
    ), elsewhere as (${foreignJobs})
    select line.id, (line.place + coalesce(elsewhere.jobs, 0))::integer as position
    from line left join elsewhere on elsewhere.engine = line.engine
    where line.id = any(${given('ids')})`,
);
const readForeign = prepareSql<Record<string, never>, { engine: string; jobs: number | null }>(
  () => foreignJobs,
);

/**
 * Places of waiting orders among all that wait for their engine, whosever they are, in one query: 1 is the next one to
 * run. Jobs that others have put into the queue of the least busy server count too. What waits no longer has none.
 */
export async function queuePositions(
  db: Queryable,
  renderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (renderIds.length === 0) return new Map();
  const rows = await readPositions(db, { ids: renderIds });
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/** Jobs of others that the least busy AI server has. */
export async function countForeignJobs(db: Queryable): Promise<number> {
  const rows = await readForeign(db, {});
  return rows.find(({ engine }) => engine === 'comfyui')?.jobs ?? 0;
}
