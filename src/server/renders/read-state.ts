import { and, asc, count, eq, gte, inArray, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RenderStateBody } from '../../contract/http/renders.ts';
import { RenderId } from '../../contract/ids.ts';
import type { EngineName } from '../../contract/render-spec.ts';
import type { Queryable } from '../db/database.ts';
import { workers } from '../db/schema/calls.ts';
import { renders } from '../db/schema/renders.ts';
import { describeOffer, isReady, listServers } from './engine-servers.ts';
import type { Engines } from './engines/engine.ts';
import { queuePositions } from './queue-position.ts';
import { expectSeconds, readPaces } from './read-paces.ts';

/** A worker that has not said so for this long is not alive. It says so every 5 s. */
const ALIVE_SECONDS = 15;
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
  const pending = waiting.map(({ id, engine, recipe }) => ({
    id: RenderId.parse(id),
    queue_position: positions.get(id) ?? 1,
    engine,
    seconds: expectSeconds(paces, engine, recipe),
  }));
  const running = alive.filter(({ status }) => status === 'processing');
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
  const present = await db
    .select({ engine: workers.engine })
    .from(workers)
    .where(gte(workers.seenAt, sql`now() - make_interval(secs => ${ALIVE_SECONDS})`));
  const servers = await listServers(db);
  // The built-in engine counts as one server for each worker (L7).
  const builtIn = present.filter(({ engine }) => engine === 'studio').length;
  const active = builtIn + servers.filter(isReady).length;
  return {
    has_active_renders: alive.length > 0,
    statistics: {
      pending: pending.length,
      in_progress: running.length,
      recent_completed: recent[0]?.renders ?? 0,
      last_ended_at: last?.endedAt?.toISOString() ?? null,
    },
    system: {
      active_servers: active,
      total_servers: builtIn + servers.length,
      has_available_servers: active > 0,
      engines: [...new Set<z.infer<typeof EngineName>>(present.map(({ engine }) => engine))],
      ai: describeOffer(servers, engines),
      paces,
    },
    renders: {
      pending,
      in_progress: running.map(({ id, progress, nodeId, engine, recipe }) => ({
        id: RenderId.parse(id),
        progress,
        node_id: nodeId,
        engine,
        seconds: expectSeconds(paces, engine, recipe),
      })),
    },
  };
}
