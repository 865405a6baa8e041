import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { RenderStateBody } from '../../contract/http/renders.ts';
import { RenderId } from '../../contract/ids.ts';
import { WAITING_NODE } from '../../contract/render-nodes.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import type { Queryable } from '../db/database.ts';
import { type Given, prepareSelect, prepareSql } from '../db/prepare-read.ts';
import { renders } from '../db/schema/renders.ts';
import type { Engines } from './engines/engine.ts';
import { describeSystem } from './queue/describe-system.ts';
import { countForeignJobs, queuePositions } from './queue/queue-position.ts';
import { expectSeconds, readPaces } from './queue/read-paces.ts';

/** "Recent" for the loader's count of finished renders: the session of S3 4. */
const RECENT_HOURS = 2;

type State = RenderStateBody['data'];

/** What of an order says where it is and how long it takes. The rest of a recipe may be megabytes, and this is asked again and again. */
const aliveColumns = {
  id: renders.id,
  status: renders.status,
  engine: renders.engine,
  progress: renders.progress,
  nodeId: renders.nodeId,
  widthPx: sql<number>`(${renders.recipe} ->> 'widthPx')::integer`,
  heightPx: sql<number>`(${renders.recipe} ->> 'heightPx')::integer`,
  outputPx: sql<number | null>`(${renders.recipe} ->> 'outputPx')::integer`,
  quality: sql<RenderSpec['quality']>`${renders.recipe} ->> 'quality'`,
  batchSize: sql<number>`(${renders.recipe} ->> 'batchSize')::integer`,
} as const;
const selectAlive = prepareSelect(aliveColumns, (select, given: Given<{ userId: number }>) =>
  select
    .from(renders)
    .where(and(eq(renders.userId, given('userId')), inArray(renders.status, ['queued', 'processing'])))
    .orderBy(asc(renders.turn), asc(renders.id)),
);
const readEnded = prepareSql<
  { userId: number },
  { readonly recent: number; readonly last_ended: string | null }
>(
  (given) => sql`select
      (count(*) filter (where status = 'completed' and started_at is not null
        and finished_at >= now() - make_interval(hours => ${RECENT_HOURS})))::integer as recent,
      max(finished_at) filter (where finished_at <= now()) as last_ended
    from ${renders} where user_id = ${given('userId')}`,
);

/** What the loader shows: the person's waiting and running orders, and who is there to work on them. */
export async function readState(db: Queryable, engines: Engines, userId: number): Promise<State> {
  const alive = await selectAlive(db, { userId });
  const paces = await readPaces(db);
  const waiting = alive.filter(({ status }) => status === 'queued');
  const positions = await queuePositions(
    db,
    waiting.map(({ id }) => id),
  );
  const system = await describeSystem(db, engines);
  const pending = waiting.map(({ id, engine, ...order }) => ({
    id: RenderId.parse(id),
    queue_position: positions.get(id) ?? 1,
    engine,
    seconds: expectSeconds(paces, engine, order),
  }));
  const running = alive.filter(({ status }) => status === 'processing');
  const isSeated = ({ nodeId }: { nodeId: string | null }) => nodeId !== WAITING_NODE;
  const foreign = running.every(isSeated) ? 0 : await countForeignJobs(db);
  const [ended] = await readEnded(db, { userId });
  return {
    has_active_renders: alive.length > 0,
    statistics: {
      pending: pending.length,
      in_progress: running.length,
      recent_completed: ended?.recent ?? 0,
      last_ended_at: ended?.last_ended == null ? null : new Date(ended.last_ended).toISOString(),
    },
    system: { ...system, paces },
    renders: {
      pending,
      in_progress: running.map(({ id, progress, nodeId, engine, ...order }) => ({
        id: RenderId.parse(id),
        progress,
        node_id: nodeId,
        queue_position: isSeated({ nodeId }) ? null : 1 + foreign,
        engine,
        seconds: expectSeconds(paces, engine, order),
      })),
    },
  };
}
