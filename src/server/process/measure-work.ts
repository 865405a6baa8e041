import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { EngineServer } from '../../contract/http/engines.ts';
import { prepareSql } from '../db/prepare-read.ts';
import { engineServers } from '../db/schema/engines.ts';
import { wallets } from '../db/schema/money.ts';
import { renders } from '../db/schema/renders.ts';
import type { Deps } from '../deps.ts';
import { isSeen } from '../renders/queue/engine-servers.ts';
import { shareReading } from './share-reading.ts';

const DAY = sql`now() - interval '1 day'`;
const readWaiting = prepareSql<
  Record<string, never>,
  { engine: string; status: string; count: number; oldest: number }
>(
  () => sql`select engine, status, count(*)::int as count,
      extract(epoch from now() - min(created_at))::float8 as oldest
    from ${renders} where status in ('queued', 'processing') and deleted_at is null group by engine, status`,
);
const readEnded = prepareSql<
  Record<string, never>,
  { engine: string; status: string; count: number; spent: number; middle: number | null; slow: number | null }
>(
  () => sql`select engine, status, count(*)::int as count, sum(price - refunded)::int as spent,
      percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)::float8) as middle,
      percentile_cont(0.95) within group (order by extract(epoch from finished_at - started_at)::float8) as slow
    from ${renders} where finished_at > ${DAY} and (status <> 'completed' or started_at is not null) group by engine, status`,
);
const readWallets = prepareSql<Record<string, never>, { balance: number; reserved: number }>(
  () => sql`select coalesce(sum(balance), 0)::float8 as balance, coalesce(sum(reserved), 0)::float8 as reserved
    from ${wallets}`,
);
const readServers = prepareSql<Record<string, never>, { state: string; count: number }>(
  () => sql`select report ->> 'state' as state, count(*)::int as count
    from ${engineServers} where ${isSeen()} group by 1`,
);

/**
 * Figures of what the instance does, looked up whenever somebody reads them: every process that serves people has the same
 * ones, but for its own channels. While the database is away the last ones go, so that nobody takes old for new.
 */
export function measureWork(
  registry: Registry,
  { database, services }: Pick<Deps, 'database' | 'services'>,
): void {
  const collect = shareReading(async () => {
    live.set(services.channels.total());
    for (const one of all) one.reset();
    // While it is away `vitrine_ready` says so.
    await fillIn().catch(() => {});
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `vitrine_${name}`, help, labelNames, registers: [registry], collect });
  const live = gauge('live_channels', 'Live channels that are open in this process.');
  const alive = gauge('renders', 'Orders that wait or are worked on.', ['engine', 'state']);
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest order waits.', ['engine']);
  const ended = gauge('renders_day', 'Orders that ended within 24 hours.', ['engine', 'state']);
  const seconds = gauge(
    'render_seconds_day',
    'Seconds from start to end of those that were completed within 24 hours.',
    ['engine', 'quantile'],
  );
  const spent = gauge(
    'credits_spent_day',
    'Credits that orders of these 24 hours cost, without what was given back.',
    ['engine'],
  );
  const credits = gauge('credits', 'Credits of all accounts.', ['what']);
  const servers = gauge('engine_servers', 'Servers of AI engines that a worker sees.', ['state']);
  const all = [alive, oldest, ended, seconds, spent, credits, servers];
  const { db } = database;

  async function fillIn(): Promise<void> {
    const [waiting, done, [money], seen] = await Promise.all([
      readWaiting(db, {}),
      readEnded(db, {}),
      readWallets(db, {}),
      readServers(db, {}),
    ]);
    for (const engine of services.engines.keys()) oldest.set({ engine }, 0);
    for (const row of waiting) {
      alive.set({ engine: row.engine, state: row.status }, row.count);
      if (row.status === 'queued') oldest.set({ engine: row.engine }, row.oldest);
    }
    for (const { engine, status: state, count, spent: price, middle, slow } of done) {
      ended.set({ engine, state }, count);
      spent.inc({ engine }, price);
      if (state !== 'completed' || middle === null || slow === null) continue;
      seconds.set({ engine, quantile: '0.5' }, middle);
      seconds.set({ engine, quantile: '0.95' }, slow);
    }
    credits.set({ what: 'balance' }, money?.balance ?? 0);
    credits.set({ what: 'reserved' }, money?.reserved ?? 0);
    // One that nothing is said of is no figure, and its sum is none: an alert would wait for it in vain.
    if (seen.length > 0) for (const state of EngineServer.shape.state.options) servers.set({ state }, 0);
    for (const { state, count } of seen) servers.set({ state }, count);
  }
}
