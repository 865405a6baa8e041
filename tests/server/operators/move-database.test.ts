import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectDatabase } from '../../../src/server/db/database.ts';
import { reachDatabase } from '../../../src/server/db/open-database.ts';
import { openFolder, openRentedDatabase, readAllRows } from '../../support/backups.ts';
import { bundleEntry, makeSmallRoot, startChild } from '../../support/child-process.ts';

let programs: Record<'main' | 'move', string>;
let root: string;
let folder: Awaited<ReturnType<typeof openFolder>>;
/** Of an empty database. */
let url: string;
beforeAll(async () => {
  programs = {
    main: await bundleEntry('src/server/main.ts'),
    move: await bundleEntry('src/server/move-database.ts'),
  };
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
  folder = await openFolder();
  url = await rent();
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
  await folder?.close();
});

async function rent(): Promise<string> {
  const rented = await openRentedDatabase();
  await rented.database.close();
  return rented.url;
}

const READY = /^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m;
const stateDir = () => join(inject('postgresDir'), 'state');
/** @param databaseUrl DATABASE_URL; null for the embedded one. */
const start = (program: keyof typeof programs, databaseUrl: string | null, ...given: string[]) => {
  const environment = { DATA_DIR: join(folder.path, 'data'), STATE_DIR: stateDir(), PORT: '0' };
  const own = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  return startChild(programs[program], { ...environment, ...own }, { cwd: root, arguments: given });
};
const move = (from: string | null, to: string) => start('move', from, '--to', to).ended;

/** A server that people use, until `stop`. */
async function serve(databaseUrl: string | null) {
  const server = start('main', databaseUrl);
  const [, origin = ''] = await server.line(READY);
  return {
    origin,
    stop: async () => {
      server.process.kill('SIGTERM');
      await server.ended;
    },
  };
}

const readRows = async (databaseUrl: string | null) => {
  const place = { databaseUrl, dataDir: join(folder.path, 'data'), stateDir: stateDir() };
  const reached = await reachDatabase(place);
  const database = connectDatabase(reached.connection);
  const rows = await readAllRows(database);
  await database.close();
  await reached.close();
  return rows;
};

test('all rows move to a rented database and back, and no server starts on the one that was left', async () => {
  const first = await serve(null);
  const registered = await fetch(`${first.origin}/api/users/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'a long password of hers' }),
  });
  const session = await registered.json();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const asMe = async (origin: string) => (await fetch(`${origin}/api/users/me/`, { headers })).json();

  // 1. While a server works nothing is moved.
  expect(await move(null, url)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^A server works on the database: stop all of them first\.$/m),
  });
  await first.stop();
  const before = await readRows(null);

  // 2. Killed in the middle it has moved nothing: the server starts where it was, and nobody on what was begun.
  for (const point of [/^Writing them/m, /^Comparing/m]) {
    const killed = start('move', null, '--to', url);
    await killed.line(point);
    killed.process.kill('SIGKILL');
    await killed.ended;
  }
  const begun = await start('main', url).ended;
  expect(begun.output).toMatch(/^A backup is being restored into this database, or .*\.$/m);
  const meanwhile = await serve(null);
  expect(await asMe(meanwhile.origin)).toMatchObject({ email: 'ada@example.com' });
  await meanwhile.stop();

  // 3. Moved, every row is there, once, and nothing is left on the way.
  const moved = await move(null, url);
  expect(moved.output).toMatch(
    /^Moved and compared: \d+ rows of \d+ tables\. 0 orders wait in the queue again\.$/m,
  );
  expect(moved.output).not.toContain("a%20tenant's");
  expect(moved.code).toBe(0);
  const there = await readRows(url);
  expect(Object.keys(there)).toEqual(Object.keys(before));
  for (const table of ['users', 'sessions', 'projects', 'files', 'credit_entries', 'library_items'])
    expect(there[table], table).toEqual(before[table]);
  expect((await readdir(join(folder.path, 'data'))).filter((name) => name.startsWith('moving-'))).toEqual([]);

  // 4. The old one refuses, in words, and is no source a second time; the new one serves.
  const refused = await start('main', null).ended;
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^This database was moved to \S+\/test_\w+: start the server on that one/m),
  });
  expect((await move(null, url)).code).toBe(1);
  const second = await serve(url);
  expect(await asMe(second.origin)).toMatchObject({
    email: 'ada@example.com',
    credits: session.user.credits,
  });
  await second.stop();

  // 5. And back over what was left.
  const back = await move(url, 'embedded');
  expect(back.output).toMatch(/^Moved and compared: /m);
  expect(await start('main', url).ended).toMatchObject({ code: 1 });
  const third = await serve(null);
  expect(await asMe(third.origin)).toMatchObject({ email: 'ada@example.com' });
  await third.stop();
});

test('wrong words, a database that is not empty and none at all are refused in one sentence', async () => {
  const usage = 'Call it as: move --to postgresql://USER@HOST/DATABASE, or --to embedded\n';
  for (const given of [[], ['--to', 'mysql://x/y'], ['--to', ''], ['x'], ['--from', 'x']])
    expect(await start('move', null, ...given).ended, given.join(' ')).toEqual({ code: 1, output: usage });
  // One that somebody uses for something else.
  const full = await openRentedDatabase();
  await full.database.pool.query('create table somebodys (id int)');
  await full.database.close();
  expect(await move(null, full.url)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database is not empty: only an empty one is filled\.$/m),
  });
  const nothing = startChild(
    programs.move,
    { DATA_DIR: join(folder.path, 'nothing'), STATE_DIR: stateDir() },
    { cwd: root, arguments: ['--to', url] },
  );
  expect(await nothing.ended).toEqual({
    code: 1,
    output: `There is no database in ${join(folder.path, 'nothing')}: set DATA_DIR as the server has it, or start the server once.\n`,
  });
});
