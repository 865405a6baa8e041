import { randomUUID } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { workers } from '../../db/schema/calls.ts';
import { readMaintenance } from '../../maintenance/maintenance.ts';
import { endDeadOrders } from './end-dead-orders.ts';
import { isReady, runTest, storeServers } from './engine-servers.ts';
import type { RenderQueue } from './queue.ts';
import type { RenderDeps } from './render-deps.ts';
import { runRender } from './run-render.ts';

/** How often a worker says that it is alive: one that died is missed within 5 s. */
const HEARTBEAT_MS = 1_500;
/** How often it looks for orders that the queue gave up, and for what workers left that died. */
const SWEEP_MS = 5_000;
/** Rows of workers that died are removed after this long. */
const FORGET_MINUTES = 10;

/** Changes of an engine's servers within this time are announced once. */
const CHANGE_PAUSE_MS = 200;

/** A running worker. */
export interface RenderWorker {
  /** Stops taking orders; those in work are left for another worker to take up. */
  close(): Promise<void>;
}

/** Starts working on orders in this process: of each engine as many at once as it can hold, by their turns. */
export async function startWorker(deps: RenderDeps & { readonly queue: RenderQueue }): Promise<RenderWorker> {
  const { db, queue, logger, engines } = deps;
  const stopping = new AbortController();
  const onError = (what: string) => (error: unknown) => {
    if (!stopping.signal.aborted) logger.error({ err: error }, what);
  };
  const consumers = [...engines.values()].map((engine) => ({
    id: randomUUID(),
    engine,
    work: queue.work(engine.name, async (renderId, signal) => {
      try {
        await runRender(deps, renderId, signal);
      } catch (error) {
        if (!signal.aborted) logger.error({ err: error, renderId }, 'order will be taken up again');
        throw error;
      }
    }),
  }));

  /** Says which engines are there, how their servers are, and takes as many orders as they hold. */
  const sendHeartbeat = inTurn(async () => {
    if (stopping.signal.aborted) return;
    const isOpen = (await readMaintenance(db)) === null;
    for (const { id, engine, work } of consumers) {
      const servers = engine.fleet?.servers();
      if (servers !== undefined) await storeServers(db, servers);
      const isPresent = servers === undefined || servers.some(isReady);
      const row = { id, engine: engine.name, seenAt: sql`now()` };
      if (isPresent) {
        await db.insert(workers).values(row).onConflictDoUpdate({ target: workers.id, set: row });
      } else await db.delete(workers).where(eq(workers.id, id));
      await work.resize(isOpen ? engine.capacity() : 0);
    }
  });
  const sweep = inTurn(async () => {
    if (stopping.signal.aborted) return;
    await db.delete(workers).where(lt(workers.seenAt, sql`now() - make_interval(mins => ${FORGET_MINUTES})`));
    await endDeadOrders(db, queue);
  });
  await sendHeartbeat();
  await sweep();
  const timers = [
    setInterval(() => sendHeartbeat().catch(onError('worker heartbeat')), HEARTBEAT_MS),
    setInterval(() => sweep().catch(onError('dead orders')), SWEEP_MS),
  ];
  let pause: NodeJS.Timeout | undefined;
  const unsubscribe = [
    ...[...engines.values()].flatMap(
      ({ fleet }) =>
        fleet?.onChange(() => {
          pause ??= setTimeout(() => {
            pause = undefined;
            sendHeartbeat().catch(onError('servers of an engine'));
          }, CHANGE_PAUSE_MS);
        }) ?? [],
    ),
    deps.events.subscribe('maintenance', () => {
      sendHeartbeat().catch(onError('maintenance'));
    }),
    deps.events.subscribe('engine_test', (serverId) => {
      runTest(db, engines, serverId, stopping.signal).catch(onError('test of a server'));
    }),
  ];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      clearTimeout(pause);
      for (const end of unsubscribe) end();
      stopping.abort();
      await queue.stopWork();
      await Promise.all([sendHeartbeat(), sweep()]);
      await db.delete(workers).where(
        inArray(
          workers.id,
          consumers.map(({ id }) => id),
        ),
      );
    },
  };
}

/** One run after the other; calls while one waits share it. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        running = work();
        return running;
      });
    return next;
  };
}
