import { createHash } from 'node:crypto';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { EngineName } from '../../../contract/engine-name.ts';
import type { RenderStateBody } from '../../../contract/http/renders.ts';
import type { Queryable } from '../../db/database.ts';
import { prepareSelect } from '../../db/prepare-read.ts';
import { workers } from '../../db/schema/calls.ts';
import { renders } from '../../db/schema/renders.ts';
import { readMaintenance } from '../../maintenance/maintenance.ts';
import type { Engines } from '../engines/engine.ts';
import { describeOffer, isReady, listServers } from './engine-servers.ts';

/** A worker that has not said so for this long is not alive. It says so every 1.5 s. */
const ALIVE_SECONDS = 5;
/** However many pages ask, the database is asked once in this time. */
const MARK_AGE_MS = 1_000;

export type System = Omit<RenderStateBody['data']['system'], 'paces'>;

const selectWorkers = prepareSelect({ engine: workers.engine }, (select) =>
  select.from(workers).where(gte(workers.seenAt, sql`now() - make_interval(secs => ${ALIVE_SECONDS})`)),
);
const countStudio = prepareSelect({ orders: sql<number>`count(*)::integer` }, (select) =>
  select.from(renders).where(and(eq(renders.engine, 'studio'), eq(renders.status, 'processing'))),
);

/** Which engines are there now, how many of their servers can draw, and which of them have work for all of those. */
export async function describeSystem(db: Queryable, engines: Engines): Promise<System> {
  const present = await selectWorkers(db, {});
  const servers = await listServers(db);
  const maintenance = await readMaintenance(db);
  const [studio] = await countStudio(db, {});
  // The built-in engine counts as one server for each worker (L7).
  const builtIn = present.filter(({ engine }) => engine === 'studio').length;
  const ready = servers.filter(isReady);
  const active = builtIn + ready.length;
  const busy: z.infer<typeof EngineName>[] = [];
  if (ready.length > 0 && ready.every(({ state }) => state === 'busy')) busy.push('comfyui');
  if (builtIn > 0 && (studio?.orders ?? 0) >= builtIn) busy.push('studio');
  return {
    active_servers: active,
    total_servers: builtIn + servers.length,
    has_available_servers: active > 0,
    engines: [...new Set(present.map(({ engine }) => engine))].sort(),
    busy,
    ai: describeOffer(servers, engines),
    maintenance: maintenance && { message: maintenance.message },
  };
}

/** A short text that is another one after any change of {@link describeSystem}; for all who ask within a second the same. */
export function createEnginesMark(db: Queryable, engines: Engines): () => Promise<string | null> {
  let asked: { readonly mark: Promise<string | null>; readonly atMs: number } | null = null;
  const read = async (): Promise<string | null> => {
    const system = await describeSystem(db, engines);
    return createHash('sha256').update(JSON.stringify(system)).digest('base64url').slice(0, 12);
  };
  return () => {
    if (asked === null || performance.now() - asked.atMs > MARK_AGE_MS) {
      // Whether this server is there is one question, and whether its database answers another.
      const late = new Promise<null>((resolve) => setTimeout(resolve, MARK_AGE_MS, null).unref());
      asked = { mark: Promise.race([read().catch(() => null), late]), atMs: performance.now() };
    }
    return asked.mark;
  };
}
