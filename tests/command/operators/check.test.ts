import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instanceOf } from '../../support/instance-of.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { linesOf, openVitrine, type Vitrine } from '../../support/vitrine.ts';

let vitrine: Vitrine;
let server: RenderServer;
let folder: string;
beforeAll(async () => {
  vitrine = await openVitrine();
  server = await startRenderServer({ isWorking: false });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-check-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const change = (statement: ReturnType<typeof sql>) => server.deps.database.db.execute(statement);

async function check(...args: string[]) {
  const ended = await vitrine.run(['check', '--json', ...args], folder, instanceOf(server));
  const findings = linesOf(ended).filter((line) => 'check' in line);
  const not = findings.filter(({ state }) => state !== 'ok');
  return {
    code: ended.code,
    checked: findings.map(({ check: name }) => name),
    wrong: Object.fromEntries(not.map((finding) => [String(finding.check), String(finding.found)])),
  };
}
const ALL = ['balances', 'orders', 'queue', 'settled', 'reserved', 'files'];

test('orders that wait, are cancelled and are finished fit together, and nothing is changed', async () => {
  const ada = await server.signUp();
  const worker = await server.work();
  await server.finish(ada, (await server.order(ada, { batch_count: 3 })).body.id);
  await worker.close();
  const cancelled = await server.order(ada, { batch_count: 3 });
  await server.post(ada, `/api/render/${cancelled.body.id}/cancel/`);
  await server.order(ada, { batch_count: 3 });
  const credits = await server.credits(ada);
  // The place of what was cancelled is there until a worker comes to it.
  const found = await check('--repair');
  expect(found).toMatchObject({
    code: 0,
    checked: ALL,
    wrong: { queue: expect.stringMatching(/^1 places/) },
  });
  expect(await server.credits(ada)).toBe(credits);
});

test('what a crash left is named, and what is provably right is repaired, once', async () => {
  const ben = await server.signUp();
  const before = await server.credits(ben);
  const ended = (await server.order(ben)).body.id as number;
  const dead = (await server.order(ben)).body.id as number;
  await change(sql`update renders set status = 'error' where id = ${ended}`);
  await change(sql`delete from pgboss.job where data ->> 'renderId' = ${String(dead)}`);
  await change(sql`update renders set created_at = now() - interval '1 minute' where id = ${dead}`);

  const found = await check();
  expect(found.code).toBe(1);
  expect(found.checked).toEqual(ALL);
  expect(found.wrong.orders).toMatch(new RegExp(`: ${dead}\\.$`));
  expect(found.wrong.settled).toMatch(new RegExp(`: ${ended} \\(\\d+ credits\\)\\.$`));
  expect(found.wrong.reserved).toContain(`${ben.email} (`);

  expect(await check('--repair')).toMatchObject({ code: 0 });
  expect(await server.credits(ben)).toBe(before);
  expect(await check('--repair')).toMatchObject({ code: 0 });
  expect(await server.credits(ben)).toBe(before);
});

test('a balance that its ledger does not say, and a file that is gone, are told and stay as they are', async () => {
  const eve = await server.signUp();
  const balance = await server.credits(eve);
  await change(sql`update wallets set balance = balance + 5 where user_id = ${eve.session.user.id}`);
  await rm(join(server.deps.config.dataDir, 'files'), { recursive: true });
  const found = await check('--repair');
  expect(found.code).toBe(1);
  expect(found.wrong.balances).toContain(`${eve.email} (${balance + 5}, not ${balance})`);
  expect(found.wrong.files).toMatch(/^\d+ files are damaged or missing/);
  expect(await server.credits(eve)).toBe(balance + 5);
});
