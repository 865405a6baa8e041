import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectDatabase } from '../../../src/server/db/database.ts';
import { readInstance } from '../../../src/server/db/instance-mark.ts';
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

const readId = async (databaseUrl: string | null) => {
  const reached = await reachDatabase({
    databaseUrl,
    dataDir: join(folder.path, 'data'),
    stateDir: stateDir(),
  });
  const database = connectDatabase(reached.connection);
  const mark = await readInstance(database.db);
  await database.close();
  await reached.close();
  return mark?.id;
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

  // Its files go along with it.
  expect(await readId(url)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await readId(url)).toBe(await readId(null));

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

test('a database is not moved into itself, whatever it is called there, and nothing of it is touched', async () => {
  const one = await rent();
  const otherwise = `${one}&connect_timeout=30`;
  for (const to of [one, otherwise])
    expect(await move(one, to)).toEqual({
      code: 1,
      output: 'The database of --to is the one that is to be moved: nothing was done.\n',
    });
  const client = new pg.Client({ connectionString: one });
  await client.connect();
  const { rows } = await client.query(
    "select nspname from pg_namespace where nspname !~ '^(pg_|information_)'",
  );
  await client.end();
  expect(rows).toEqual([{ nspname: 'public' }]);
});

test('from a rented database into a DATA_DIR that nobody has made yet, and to another one beside it', async () => {
  const dataDir = join(folder.path, 'made-by-the-move');
  const go = (to: string, from: string) =>
    startChild(
      programs.move,
      { DATA_DIR: dataDir, STATE_DIR: stateDir(), DATABASE_URL: from },
      { cwd: root, arguments: ['--to', to] },
    ).ended;
  const [one, other] = [await rent(), await rent()];
  expect(await go(other, one)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Moved and compared'),
  });
  await rm(dataDir, { recursive: true, force: true });
  expect(await go('embedded', other)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Start all servers without DATABASE_URL.'),
  });
});

test('a database of --to that cannot be reached is called that, not DATABASE_URL', async () => {
  const unreachable = 'postgresql://nobody@localhost:1/nothing';
  expect(await move(await rent(), unreachable)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database of --to cannot be reached: .*\.\n$/),
  });
  expect(await move(unreachable, await rent())).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database at DATABASE_URL cannot be reached: .*\.\n$/),
  });
});

const WAITING = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Ends a move while it waits for somebody in `database`, who holds what its step needs from `after` on.
 *
 * @param isDone Whether PostgreSQL does that step all the same, with nobody there any more to hear of it.
 */
async function killAt(
  [from, to]: readonly [string, string],
  database: string,
  hold: string,
  after: RegExp,
  isDone: boolean,
) {
  const holder = new pg.Client({ connectionString: database });
  await holder.connect();
  const killed = start('move', from, '--to', to);
  await killed.line(after);
  await holder.query(`begin; ${hold}`);
  const waiting = async () => (await holder.query(`select ${WAITING}`)).rowCount;
  await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(1);
  killed.process.kill('SIGKILL');
  await killed.ended;
  if (!isDone) await holder.query(`select pg_terminate_backend(pid, 10_000) ${WAITING}`);
  await holder.query('rollback');
  await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(0);
  await holder.end();
}

test('killed at its very end it leaves one database at most that a server starts on, and is called again', async () => {
  const RESUME =
    /^A backup is being restored into this database, or rows are moved into it, or .* call it again\.$/m;
  const MOVED = /^This database was moved to \S+: start the server on that one \(DATABASE_URL\)\.$/m;
  const DONE = /^Start all servers with this DATABASE_URL/m;
  const HELD = 'create table vitrine_restore.held ()';
  const [from, to] = [await rent(), await rent()];
  await mkdir(join(folder.path, 'data'), { recursive: true });
  const refuses = async (databaseUrl: string, sentence: RegExp) => {
    const server = start('main', databaseUrl);
    const serves = await server.line(READY).then(
      () => server.process.kill('SIGTERM'),
      () => false,
    );
    expect({ serves, ...(await server.ended) }).toMatchObject({
      serves: false,
      code: 1,
      output: expect.stringMatching(sentence),
    });
  };

  // 1. As it marks the old one: that is still the one in use.
  await killAt([from, to], from, 'create schema vitrine_moved', /^Comparing/m, false);
  await refuses(to, RESUME);
  await (await serve(from)).stop();

  // 2. As it lets the new one go: neither is, until it is called again, which does the rest.
  await killAt([from, to], to, HELD, /^Writing them/m, false);
  await refuses(from, MOVED);
  await refuses(to, RESUME);
  const again = await move(from, to);
  expect(again).toMatchObject({ code: 0, output: expect.stringMatching(DONE) });
  await refuses(from, MOVED);
  await (await serve(to)).stop();

  // 3. Marked by PostgreSQL after it was killed: as well.
  const next = await rent();
  await killAt([to, next], to, 'create schema vitrine_moved', /^Comparing/m, true);
  await refuses(to, MOVED);
  await refuses(next, RESUME);
  expect((await move(to, next)).code).toBe(0);

  // 4. What was begun into the new one since is not taken for rows that have come.
  const back = await rent();
  await killAt([next, back], back, HELD, /^Writing them/m, false);
  const other = start('move', await rent(), '--to', back);
  await other.line(/^Writing them/m);
  other.process.kill('SIGKILL');
  await other.ended;
  expect(await move(next, back)).toMatchObject({ code: 1, output: expect.stringMatching(MOVED) });
  await refuses(back, RESUME);
});
