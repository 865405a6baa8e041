import { and, asc, count, eq, gte, inArray, max, sql } from 'drizzle-orm';
import type { RenderStateBody } from '../../contract/http/renders.ts';
import { RenderId } from '../../contract/ids.ts';
import { WAITING_NODE } from '../../contract/render-events.ts';
import type { Queryable } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';
import { describeSystem } from './describe-system.ts';
import type { Engines } from './engines/engine.ts';
import { countForeignJobs, queuePositions } from './queue-position.ts';
import { expectSeconds, readPaces } from './read-paces.ts';

/** "Recent" for the loader's count of finished renders: the session of S3 4. */
const RECENT_HOURS = 2;

type State = RenderStateBody['data'];

/** What the loader shows: the person's waiting and running orders, and who is there to work on them. */
export async function readState(db: Queryable, engines: Engines, userId: number): Promise<State> {
  const alive = await db
    .select()
    .from(renders)
    .where(and(eq(renders.userId, userId), inArray(renders.status, ['queued', 'processing'])))
    .orderBy(asc(renders.turn), asc(renders.id));
  const paces = await readPaces(db);
  const waiting = alive.filter(({ status }) => status === 'queued');
  const positions = await queuePositions(
    db,
    waiting.map(({ id }) => id),
  );
  const system = await describeSystem(db, engines);
  const pending = waiting.map(({ id, engine, recipe }) => ({
    id: RenderId.parse(id),
    queue_position: positions.get(id) ?? 1,
    engine,
    seconds: expectSeconds(paces, engine, recipe),
  }));
  const running = alive.filter(({ status }) => status === 'processing');
  const isSeated = ({ nodeId }: { nodeId: string | null }) => nodeId !== WAITING_NODE;
  const foreign = running.every(isSeated) ? 0 : await countForeignJobs(db);
  const recent = await db
    .select({ renders: count() })
    .from(renders)
    .where(
      and(
        eq(renders.userId, userId),
        eq(renders.status, 'completed'),
        gte(renders.finishedAt, sql`now() - make_interval(hours => ${RECENT_HOURS})`),
      ),
    );
  const [last] = await db
    .select({ endedAt: max(renders.finishedAt) })
    .from(renders)
    .where(eq(renders.userId, userId));
  return {
    has_active_renders: alive.length > 0,
    statistics: {
      pending: pending.length,
      in_progress: running.length,
      recent_completed: recent[0]?.renders ?? 0,
      last_ended_at: last?.endedAt?.toISOString() ?? null,
    },
    system: { ...system, paces },
    renders: {
      pending,
      in_progress: running.map(({ id, progress, nodeId, engine, recipe }) => ({
        id: RenderId.parse(id),
        progress,
        node_id: nodeId,
        queue_position: isSeated({ nodeId }) ? null : 1 + foreign,
        engine,
        seconds: expectSeconds(paces, engine, recipe),
      })),
    },
  };
}
