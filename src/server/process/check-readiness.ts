import { gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ReadyBody } from '../../contract/http/instance.ts';
import { workers } from '../db/schema/calls.ts';
import type { Deps } from '../deps.ts';
import { readMaintenance } from '../maintenance/maintenance.ts';
import { withTimeout } from './wait.ts';

/** What does not answer in this time counts as unavailable. */
const PATIENCE_MS = 2_000;
/** A worker that lives says so more often. */
const WORKER_SECONDS = 10;

type Ready = z.infer<typeof ReadyBody>;

/** Whether this process can do its work now, and if not, why, in words. */
export async function checkReadiness(deps: Pick<Deps, 'database' | 'services'>): Promise<Ready> {
  const { db } = deps.database;
  const { queue, disk } = deps.services;
  const [database, orders, isReadOnly, isLow, free, engines, maintenance] = await Promise.all([
    isAnswered(db.execute(sql`select 1`)),
    isAnswered(queue.check()),
    disk.isReadOnly(),
    disk.isLow(),
    disk.freeBytes(),
    listEngines(deps),
    findMaintenance(deps),
  ]);
  const checks: Ready['checks'] = {
    database: database ? { ok: true } : { ok: false, reason: 'The database does not answer.' },
    queue: orders ? { ok: true } : { ok: false, reason: 'The queue of orders does not answer.' },
    disk: judgeDisk(isReadOnly, isLow),
  };
  const ready = Object.values(checks).every(({ ok }) => ok);
  return { ready, checks, free_bytes: free, engines, maintenance };
}

function judgeDisk(isReadOnly: boolean, isLow: boolean): Ready['checks']['disk'] {
  if (isReadOnly) return { ok: false, reason: 'The disk takes no writes: no uploads and orders are taken.' };
  if (isLow) return { ok: false, reason: 'The disk is nearly full: no uploads and orders are taken.' };
  return { ok: true };
}

/** Engines with a worker that lives; none while the database does not say. */
async function listEngines({ database }: Pick<Deps, 'database'>): Promise<Ready['engines']> {
  const found: { engine: Ready['engines'][number] }[] = [];
  const reading = database.db
    .selectDistinct({ engine: workers.engine })
    .from(workers)
    .where(gt(workers.seenAt, sql`now() - make_interval(secs => ${WORKER_SECONDS})`))
    .then(
      (rows) => found.push(...rows),
      () => undefined,
    );
  await withTimeout(PATIENCE_MS, reading);
  return found.map(({ engine }) => engine);
}

/** None while the database does not say. */
async function findMaintenance({ database }: Pick<Deps, 'database'>): Promise<Ready['maintenance']> {
  let found: Ready['maintenance'] = null;
  const reading = readMaintenance(database.db).then(
    (maintenance) => {
      found = maintenance;
    },
    () => undefined,
  );
  await withTimeout(PATIENCE_MS, reading);
  return found;
}

async function isAnswered(asked: Promise<unknown>): Promise<boolean> {
  let isThere = false;
  const answer = asked.then(
    () => {
      isThere = true;
    },
    () => undefined,
  );
  await withTimeout(PATIENCE_MS, answer);
  return isThere;
}
