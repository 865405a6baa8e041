import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
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
  return checkIn({}, ...args);
}
async function checkIn(changes: Record<string, string>, ...args: string[]) {
  const ended = await vitrine.run(['check', '--json', ...args], folder, {
    ...instanceOf(server),
    ...changes,
  });
  const findings = linesOf(ended).filter((line) => 'check' in line);
  const not = findings.filter(({ state }) => state !== 'ok');
  return {
    code: ended.code,
    checked: findings.map(({ check: name }) => name),
    wrong: Object.fromEntries(not.map((finding) => [String(finding.check), String(finding.found)])),
    todo: Object.fromEntries(not.map((finding) => [String(finding.check), String(finding.todo)])),
    told: findings.map(({ found }) => String(found)).join(' '),
    refusal: ended.stderr,
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
  // Nobody grants by hand what --repair gives back.
  expect(found.wrong.reserved).toContain(`${ben.email} (`);
  expect(found.todo.settled).toBe('Call it with --repair.');
  expect(found.todo.reserved).toBe('Call it with --repair.');

  expect(await check('--repair')).toMatchObject({ code: 0 });
  expect(await server.credits(ben)).toBe(before);
  expect(await check('--repair')).toMatchObject({ code: 0 });
  expect(await server.credits(ben)).toBe(before);
});

test('what somebody mended by hand is not taken out of what a running order has set aside', async () => {
  const cy = await server.signUp();
  const ended = (await server.order(cy)).body.id as number;
  const running = (await server.order(cy)).body.id as number;
  const other = await server.signUp();
  const plain = (await server.order(other)).body.id as number;
  await change(sql`update renders set status = 'error' where id in (${ended}, ${plain})`);
  const price = sql`(select price from renders where id = ${ended})`;
  await change(sql`update wallets set reserved = reserved - ${price} where user_id = ${cy.session.user.id}`);
  const before = await server.credits(cy);
  const found = await check('--repair');
  expect(found.code).toBe(1);
  expect(found.told).toContain(`was given back: ${plain}.`);
  expect(found.wrong.settled).toMatch(new RegExp(`by hand: ${ended} \\(\\d+ credits\\)\\.$`));
  expect(found.todo.settled).toMatch(/^Nothing repairs it by itself/);
  expect(found.wrong).not.toHaveProperty('reserved');
  expect(await server.credits(cy)).toBe(before);
  // The order that runs ends as any other, and then both are of one account.
  await server.post(cy, `/api/render/${running}/cancel/`);
  expect((await check()).wrong).not.toHaveProperty('reserved');
});

test('a folder that is not that of the server is refused, and no file is written down as missing', async () => {
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  const found = await checkIn({ DATA_DIR: elsewhere });
  expect(found.code).toBe(1);
  expect(found.wrong.files).toContain(`no files in ${join(elsewhere, 'files')}`);
  expect(await readdir(elsewhere)).toEqual([]);
});

test('a database of another version is left as it is', async () => {
  const newest = sql`(select max(created_at) from drizzle.__drizzle_migrations)`;
  await change(
    sql`update drizzle.__drizzle_migrations set created_at = created_at + 1e12 where created_at = ${newest}`,
  );
  const found = await check();
  await change(
    sql`update drizzle.__drizzle_migrations set created_at = created_at - 1e12 where created_at = ${newest}`,
  );
  expect(found).toMatchObject({
    checked: [],
    refusal: expect.stringContaining('a newer version of Vitrine'),
  });
  expect(found.code).not.toBe(0);
});

test('a balance that its ledger does not say, and a file that is gone, are told and stay as they are', async () => {
  const eve = await server.signUp();
  const balance = await server.credits(eve);
  await change(sql`update wallets set balance = balance + 5 where user_id = ${eve.session.user.id}`);
  const files = join(server.deps.config.dataDir, 'files');
  for (const name of await readdir(files))
    if (name !== 'instances') await rm(join(files, name), { recursive: true });
  const found = await check('--repair');
  expect(found.code).toBe(1);
  expect(found.wrong.balances).toContain(`${eve.email} (${balance + 5}, not ${balance})`);
  expect(found.wrong.files).toMatch(/^\d+ files are damaged or missing/);
  expect(await server.credits(eve)).toBe(balance + 5);
  const { rows } = await change(sql`select from files where damage is not null or checked_at is not null`);
  expect(rows).toEqual([]);
});
