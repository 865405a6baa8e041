import { and, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import {
  type AiOffer,
  EngineLevel,
  type EngineServer,
  type EnginesBody,
  type EngineTest,
  type OfferedFamily,
} from '../../../contract/http/engines.ts';
import { RenderQuality } from '../../../contract/render-spec.ts';
import type { Db, Queryable } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { prepareSelect } from '../../db/prepare-read.ts';
import { engineServers } from '../../db/schema/engines.ts';
import type { Engines } from '../engines/engine.ts';

/** A row that no worker has refreshed for this long says nothing about the server. Workers refresh every 1.5 s. */
const SEEN_SECONDS = 5;
/** Rows that no worker has refreshed for this long are removed. */
const FORGET_MINUTES = 10;

/** Condition on `engine_servers`: a living worker has refreshed the row. */
export function isSeen(): SQL {
  return gte(engineServers.seenAt, sql`now() - make_interval(secs => ${SEEN_SECONDS})`);
}

/** True for a server that makes pictures now. */
export function isReady(server: Pick<EngineServer, 'state'>): boolean {
  return server.state === 'ready' || server.state === 'busy';
}

/** Writes down what a worker knows of an engine's servers. */
export async function storeServers(db: Db, servers: readonly EngineServer[]): Promise<void> {
  for (const report of servers) {
    const row = { id: report.id, report, seenAt: sql`now()` };
    await db.insert(engineServers).values(row).onConflictDoUpdate({ target: engineServers.id, set: row });
  }
  await db
    .delete(engineServers)
    .where(lt(engineServers.seenAt, sql`now() - make_interval(mins => ${FORGET_MINUTES})`));
}

const selectSeen = prepareSelect({ report: engineServers.report }, (select) =>
  select.from(engineServers).where(isSeen()),
);

/** Servers that a living worker knows. */
export async function listServers(db: Queryable): Promise<EngineServer[]> {
  const rows = await selectSeen(db, {});
  return rows.map(({ report }) => report);
}

/** What people may ask of the AI engine now; null while none of its servers is ready. */
export function describeOffer(
  servers: readonly EngineServer[],
  engines: Engines,
): z.infer<typeof AiOffer> | null {
  const ready = servers.filter(isReady);
  const levels = ready.flatMap(({ level }) => level ?? []);
  const level = EngineLevel.options.find((name) => levels.includes(name));
  if (level === undefined) return null;
  const workflows = [...engines.values()].flatMap((engine) => engine.fleet?.workflows() ?? []);
  return {
    level,
    can_upscale: ready.some((server) => server.can_upscale),
    workflows: workflows.flatMap(({ name, error }) =>
      error === null && listLacking(ready, name).length === 0 ? name : [],
    ),
    families: offerFamilies(ready),
  };
}

/** Families that draw on any of the servers. Each server names all that there are, by preference. */
function offerFamilies(ready: readonly EngineServer[]): OfferedFamily[] {
  const names = new Set(ready.flatMap(({ families = [] }) => families.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const used = ready.flatMap(({ families = [] }) =>
      families.filter((one) => one.name === name && one.used),
    );
    const [first] = used;
    if (first?.told === undefined) return [];
    const negative = RenderQuality.options.filter((quality) =>
      used.every((one) => one.negative?.includes(quality)),
    );
    return { name, told: first.told, negative };
  });
}

/** Everything staff see of the engines. */
export async function describeEngines(db: Queryable, engines: Engines): Promise<EnginesBody> {
  const rows = await db
    .select({
      report: engineServers.report,
      seenAt: engineServers.seenAt,
      test: engineServers.test,
      isSeen: sql<boolean>`${isSeen()}`,
    })
    .from(engineServers)
    .orderBy(engineServers.id);
  const ready = rows.filter((row) => row.isSeen && isReady(row.report)).map(({ report }) => report);
  return {
    servers: rows.map(({ report, seenAt, test, isSeen: isNow }) => ({
      ...report,
      // A worker of an older version knows of none.
      families: report.families ?? [],
      // What the last worker that looked said of it is not so now.
      state: isNow ? report.state : 'offline',
      seen_at: seenAt.toISOString(),
      test,
    })),
    workflows: [...engines.values()]
      .flatMap((engine) => engine.fleet?.workflows() ?? [])
      .map((workflow) => ({ ...workflow, lacking: listLacking(ready, workflow.name) })),
  };
}

/** Classes of nodes that an own graph needs and the server lacks that lacks the fewest; none where one has them all. */
function listLacking(ready: readonly EngineServer[], workflow: string): string[] {
  const lists = ready.map(({ workflows_lacking: lacking }) => lacking[workflow] ?? []);
  return lists.sort((one, other) => one.length - other.length)[0] ?? [];
}

/**
 * Asks the workers for a tiny picture of one server; what comes of it stands in its row.
 *
 * @throws AppError `not-found`.
 */
export async function requestTest(db: Db, serverId: string, now: Date): Promise<void> {
  const test: EngineTest = { at: now.toISOString(), ok: null, duration_ms: null, error: null };
  await db.transaction(async (tx) => {
    const asked = await tx
      .update(engineServers)
      .set({ test })
      .where(eq(engineServers.id, serverId))
      .returning({ id: engineServers.id });
    if (asked.length === 0) throw new AppError({ code: 'not-found' });
    await announce(tx, 'engine_test', serverId);
  });
}

/** Makes the tiny picture, in the worker that knows the server, and writes down what came of it. */
export async function runTest(
  db: Db,
  engines: Engines,
  serverId: string,
  signal: AbortSignal,
): Promise<void> {
  const engine = [...engines.values()].find((candidate) =>
    candidate.fleet?.servers().some(({ id }) => id === serverId),
  );
  if (engine?.fleet == null) return;
  // Several workers may know the server: the first takes it.
  const at = new Date().toISOString();
  const begun: EngineTest = { at, ok: null, duration_ms: 0, error: null };
  const isAsked = sql`${engineServers.test} ->> 'ok' is null and ${engineServers.test} ->> 'duration_ms' is null`;
  const taken = await db
    .update(engineServers)
    .set({ test: begun })
    .where(and(eq(engineServers.id, serverId), isNotNull(engineServers.test), isAsked))
    .returning({ id: engineServers.id });
  if (taken.length === 0) return;
  const startMs = performance.now();
  const error = await engine.fleet.test(serverId, signal).then(
    () => null,
    (reason: unknown) => (reason instanceof AppError ? explain(reason) : 'The test failed unexpectedly.'),
  );
  if (signal.aborted) return;
  const test: EngineTest = {
    at,
    ok: error === null,
    duration_ms: Math.round(performance.now() - startMs),
    error,
  };
  await db.update(engineServers).set({ test }).where(eq(engineServers.id, serverId));
}

function explain({ failure }: AppError): string {
  return failure.code === 'engine-failed' ? failure.reason : failure.code;
}
