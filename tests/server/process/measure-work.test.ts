import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { measureBackups } from '../../../src/server/process/measure-readiness.ts';
import { type Metrics, serveMetrics } from '../../../src/server/process/serve-metrics.ts';
import { makeRecipe } from '../../support/ai-recipe.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let metrics: Metrics;
let server: TestServer;
beforeAll(async () => {
  metrics = await serveMetrics('127.0.0.1', 0);
  server = await startTestServer({ registry: metrics.registry });
  measureBackups(metrics.registry, server.deps.services.backups);
  const { session } = await server.signUp();
  const recipe = JSON.stringify(makeRecipe());
  const order = (status: string, more: string) =>
    server.deps.database.db.execute(
      sql`insert into renders (user_id, status, engine, recipe, price, ${sql.raw(more.split(' = ')[0] ?? '')})
        values (${session.user.id}, ${status}, 'studio', ${recipe}::jsonb, 200, ${sql.raw(more.split(' = ')[1] ?? '')})`,
    );
  await order('queued', `created_at = now() - interval '100 seconds'`);
  await order('queued', `created_at = now() - interval '10 seconds'`);
  await order('processing', `created_at = now() - interval '900 seconds'`);
  await order('completed', `finished_at = now() - interval '2 days'`);
  for (const seconds of [10, 20, 30])
    await server.deps.database.db.execute(
      sql`insert into renders (user_id, status, engine, recipe, price, refunded, started_at, finished_at)
        values (${session.user.id}, 'completed', 'studio', ${recipe}::jsonb, 200, 50,
          now() - make_interval(secs => ${seconds}), now())`,
    );
  await order('error', `finished_at = now()`);
});
afterAll(async () => {
  await server?.stop();
  await metrics?.close();
});

const read = async () => (await fetch(`http://127.0.0.1:${metrics.port}/`)).text();
/** A figure by its name and labels. */
function figure(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(name.length));
}

test('what an operator asks is among the figures, as the database has it', async () => {
  const text = await read();
  expect(figure(text, 'vitrine_renders{engine="studio",state="queued"}')).toBe(2);
  expect(figure(text, 'vitrine_renders{engine="studio",state="processing"}')).toBe(1);
  const waited = figure(text, 'vitrine_queue_oldest_seconds{engine="studio"}');
  expect(waited).toBeGreaterThanOrEqual(100);
  expect(waited).toBeLessThan(800);
  expect(figure(text, 'vitrine_renders_day{engine="studio",state="completed"}')).toBe(3);
  expect(figure(text, 'vitrine_renders_day{engine="studio",state="error"}')).toBe(1);
  expect(figure(text, 'vitrine_render_seconds_day{engine="studio",quantile="0.5"}')).toBe(20);
  expect(figure(text, 'vitrine_credits_spent_day{engine="studio"}')).toBe(3 * 150 + 200);
  expect(figure(text, 'vitrine_credits{what="balance"}')).toBe(2000);
  expect(figure(text, 'vitrine_live_channels')).toBe(0);
  expect(text).toContain('vitrine_backup_age_seconds +Inf');
  // A second reading is no sum of both.
  expect(figure(await read(), 'vitrine_credits_spent_day{engine="studio"}')).toBe(3 * 150 + 200);
});

test('where no AI server is ready the figures say so, for an alert to see', async () => {
  const { db } = server.deps.database;
  const count = (text: string, state: string) => figure(text, `vitrine_engine_servers{state="${state}"}`);
  // An instance without AI has no such figure, and nobody is woken for it.
  expect(count(await read(), 'ready')).toBeNaN();
  // As if a worker went on looking at it.
  await db.execute(
    sql`insert into engine_servers (id, report, seen_at)
      values ('0123456789abcdef', '{"state": "offline"}'::jsonb, now() + interval '1 hour')`,
  );
  const text = await read();
  expect(count(text, 'offline')).toBe(1);
  expect([count(text, 'ready'), count(text, 'busy')]).toEqual([0, 0]);
  await db.execute(sql`delete from engine_servers`);
});

test('every figure that the dashboard and the alerts name is one that is served', async () => {
  await server.app.inject('/api/health');
  const served = new Set(
    [...(await read()).matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const folder = join(import.meta.dirname, '../../../deploy/monitoring');
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  const alerts = parse(text('alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const dashboard = JSON.parse(text('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const expressions = [
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions)
    for (const [name] of expression.matchAll(/\b(vitrine|nodejs|process)_\w+/g))
      expect(served).toContain(name);
  // What is served of our own can be seen, and what an alert wakes somebody for can be looked at.
  const ours = [...served].filter((name) => name.startsWith('vitrine_') && !name.endsWith('_sum'));
  expect(ours).toContain('vitrine_backup_age_seconds');
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  const named = new Set([...shown.matchAll(/\bvitrine_\w+/g)].map(([name]) => name));
  expect(ours.filter((name) => !named.has(name))).toEqual([]);
});
