import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wallets } from '../../../src/server/db/schema/money.ts';
import { renders } from '../../../src/server/db/schema/renders.ts';
import { bundleEntry, startChild } from '../../support/child-process.ts';
import { readMoney } from '../../support/money.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

async function countJobs(): Promise<number> {
  const { rows } = await server.deps.database.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from pgboss.job`,
  );
  return rows[0]?.count ?? -1;
}

test('fifty orders at once on credits for ten: ten are taken, nothing is left, nothing is owed', async () => {
  const person = await server.signUp();
  const before = await countJobs();
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.order(person)));
  const taken = answers.filter(({ status }) => status === 202);
  expect(taken).toHaveLength(10);
  for (const { status, body } of answers) {
    if (status !== 202)
      expect({ status, code: body.code }).toEqual({ status: 402, code: 'credits-insufficient' });
  }
  expect(await readMoney(server, person)).toEqual({ balance: 0, reserved: 2_000, debt: 0 });
  const own = eq(renders.userId, person.session.user.id);
  expect(await server.deps.database.db.$count(renders, own)).toBe(10);
  expect((await countJobs()) - before).toBe(10);
});

test('orders of one person that wait for one another leave the database to everybody else', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { pool, connection } = server.deps.database;
  const holder = new pg.Client(connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from wallets where user_id = $1 for update', [person.session.user.id]);
  const before = server.asked.filter((name) => name === 'storage.put').length;
  const orders = Array.from({ length: 20 }, () => server.order(person));
  try {
    const stored = (): number => server.asked.filter((name) => name === 'storage.put').length - before;
    await expect.poll(stored, { timeout: 20_000 }).toBe(orders.length);
    const waiting = `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await holder.query<{ waiting: number }>(waiting)).rows[0]?.waiting, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    await expect.poll(() => pool.waitingCount, { timeout: 10_000 }).toBe(0);
    expect((await server.get<{ id: number }>(other, '/api/users/me/')).id).toBe(other.session.user.id);
  } finally {
    await holder.query('commit');
    await holder.end();
    await Promise.all(orders);
  }
});

test.each(['charged', 'queued'])(
  'a server that dies when an order is %s has neither charged nor queued it',
  async (stop) => {
    const person = await server.signUp();
    expect((await server.order(person)).status).toBe(202);
    const { db, connection } = server.deps.database;
    const userId = person.session.user.id;
    const [placed] = await db.select().from(renders).where(eq(renders.userId, userId));
    const before = await countJobs();
    const child = startChild(await bundleEntry('tests/support/die-in-order.ts'), {
      CONNECTION: JSON.stringify(connection),
      ORDER: JSON.stringify({
        userId,
        projectId: placed?.projectId,
        recipe: placed?.recipe,
        rules: { renderCost: 200, catalogue: { currency: 'EUR', plans: [], packs: [] }, rendersPerDay: null },
      }),
      STOP: stop,
    });
    await child.line(/stands still/);
    child.process.kill('SIGKILL');
    await child.ended;
    // The wallet is free once PostgreSQL has seen that nobody holds the transaction any more.
    await db.transaction((tx) => tx.select().from(wallets).where(eq(wallets.userId, userId)).for('update'));
    expect(await readMoney(server, person)).toEqual({ balance: 1_800, reserved: 200, debt: 0 });
    expect(await db.$count(renders, eq(renders.userId, userId))).toBe(1);
    expect(await countJobs()).toBe(before);
  },
);
