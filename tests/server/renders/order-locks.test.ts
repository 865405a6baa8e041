import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { readyServer } from '../../support/test-engine.ts';

let server: RenderServer;
let other: PoolClient;
let looking: PoolClient;
beforeAll(async () => {
  server = await startRenderServer();
  const { pool } = server.deps.database;
  [other, looking] = [await pool.connect(), await pool.connect()];
});
afterAll(async () => {
  for (const client of [other, looking]) client.release();
  await server.stop();
});

/** Does something to the database in a transaction that ends only once what is asked meanwhile waits for it. */
async function meanwhile<Answer>(statement: string, id: number, ask: () => Promise<Answer>): Promise<Answer> {
  await other.query('begin');
  await other.query(statement, [id]);
  const answer = ask();
  answer.catch(() => {});
  const countWaiting = async () => {
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (await looking.query(waiting)).rows.length;
  };
  await expect.poll(countWaiting, { timeout: 30_000 }).toBeGreaterThan(0);
  await other.query('commit');
  return answer;
}
const DELETE_PROJECT = 'delete from projects where id = $1';
const activeProject = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');

test('a render is run again without its project where that is being deleted', async () => {
  const person = await server.signUp();
  const { id } = await activeProject(person);
  const first = await server.order(person);
  await server.finish(person, first.body.id);
  const again = await meanwhile(DELETE_PROJECT, id, () =>
    server.post(person, `/api/render/${first.body.id}/rerun/`),
  );
  expect(again.status).toBe(202);
  expect(await server.finish(person, again.body.id)).toMatchObject({ status: 'completed', project: null });
});

test('an order goes to another engine without its project where that is being deleted', async () => {
  const person = await server.signUp();
  const { id } = await activeProject(person);
  server.aiEngine.reports = [readyServer('a')];
  server.aiEngine.changed();
  const gate = server.engine.hold();
  const first = await server.order(person);
  await gate.reached;
  await expect
    .poll(() => server.get<{ data: { system: { active_servers: number } } }>(person, '/api/render/state/'), {
      timeout: 30_000,
    })
    .toMatchObject({ data: { system: { active_servers: 2 } } });
  const changed = await meanwhile(DELETE_PROJECT, id, () =>
    server.post(person, `/api/render/${first.body.id}/engine/`, { engine: 'comfyui' }),
  );
  expect(changed.status).toBe(202);
  gate.release();
  expect(await server.finish(person, changed.body.id)).toMatchObject({ status: 'completed', project: null });
});

test('an order of a project that is being deleted is refused in words, and costs nothing', async () => {
  const person = await server.signUp();
  const { id } = await activeProject(person);
  const refused = await meanwhile(DELETE_PROJECT, id, () => server.order(person));
  expect(refused).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect(await server.credits(person)).toBe(2000);
});

test('an order of an account that is being closed is refused in words, and costs nothing', async () => {
  const person = await server.signUp();
  const { id } = person.session.user;
  const close = 'update users set closed_at = now() where id = $1';
  const refused = await meanwhile(close, id, () => server.order(person));
  expect(refused).toMatchObject({ status: 403, body: { code: 'account-closed' } });
  const { rows } = await looking.query('select balance, reserved from wallets where user_id = $1', [id]);
  expect(rows).toEqual([{ balance: 2000, reserved: 0 }]);
  const { rowCount } = await looking.query('select from renders where user_id = $1', [id]);
  expect(rowCount).toBe(0);
});
