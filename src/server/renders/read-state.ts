import { and, asc, count, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { CAPTURE_SIZE_PX } from '../../contract/constants.ts';
import type { RenderStateBody } from '../../contract/http/renders.ts';
import { RenderId } from '../../contract/ids.ts';
import type { EngineName } from '../../contract/render-spec.ts';
import type { Queryable } from '../db/database.ts';
import { workers } from '../db/schema/calls.ts';
import { renders } from '../db/schema/renders.ts';
import { describeOffer, isReady, listServers } from './engine-servers.ts';
import type { Engines } from './engines/engine.ts';
import { queuePosition } from './queue-position.ts';

/** A worker that has not said so for this long is not alive. It says so every 5 s. */
const ALIVE_SECONDS = 15;
/** "Recent" for the loader's count of finished renders: the session of S3 4. */
const RECENT_HOURS = 2;
const TYPICAL_OF = 10;
const TYPICAL_LEAST = 3;

type State = RenderStateBody['data'];

/** What the loader shows: the person's waiting and running orders, and who is there to work on them. */
export async function readState(db: Queryable, engines: Engines, userId: number): Promise<State> {
  const alive = await db
    .select()
    .from(renders)
    .where(and(eq(renders.userId, userId), inArray(renders.status, ['queued', 'processing'])))
    .orderBy(asc(renders.id));
  const pending: State['renders']['pending'] = [];
  for (const { id, status, engine } of alive) {
    if (status !== 'queued') continue;
    pending.push({ id: RenderId.parse(id), queue_position: await queuePosition(db, id), engine });
  }
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
    },
    system: {
      active_servers: active,
      total_servers: builtIn + servers.length,
      has_available_servers: active > 0,
      engines: [...new Set<z.infer<typeof EngineName>>(present.map(({ engine }) => engine))],
      ai: describeOffer(servers, engines),
      typical_seconds: {
        studio: await typicalSeconds(db, 'studio'),
        comfyui: await typicalSeconds(db, 'comfyui'),
      },
    },
    renders: {
      pending,
      in_progress: running.map(({ id, progress, nodeId, engine }) => ({
        id: RenderId.parse(id),
        progress,
        node_id: nodeId,
        engine,
      })),
    },
  };
}

/** Median seconds an engine took for one image of 1024 px, of its last ten orders of that size; null before three. */
async function typicalSeconds(db: Queryable, engine: EngineName): Promise<number | null> {
  const size = String(CAPTURE_SIZE_PX);
  const rows = await db
    .select({
      seconds: sql<number>`(extract(epoch from ${renders.finishedAt} - ${renders.startedAt})
        / (${renders.recipe} ->> 'batchSize')::integer)::float8`,
    })
    .from(renders)
    .where(
      and(
        eq(renders.status, 'completed'),
        eq(renders.engine, engine),
        sql`${renders.recipe} ->> 'widthPx' = ${size} and ${renders.recipe} ->> 'heightPx' = ${size}`,
      ),
    )
    .orderBy(desc(renders.id))
    .limit(TYPICAL_OF);
  if (rows.length < TYPICAL_LEAST) return null;
  const sorted = rows.map(({ seconds }) => seconds).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
