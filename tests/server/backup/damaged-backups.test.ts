import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../../src/server/backup/manifest.ts';
import { withSession } from '../../../src/server/db/dump/session.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { holdRestoreLock } from '../../../src/server/db/restore-mark.ts';
import { SetupError } from '../../../src/server/process/setup-error.ts';
import {
  backUp,
  listHashes,
  openFolder,
  openRentedDatabase,
  readAllRows,
  restoreInto,
} from '../../support/backups.ts';
import { startRenderServer } from '../../support/render-server.ts';
import { testConfig } from '../../support/server.ts';
import { MIGRATIONS_DIR } from '../../support/test-database.ts';

let whole: string;
let name: string;
let target: Awaited<ReturnType<typeof openRentedDatabase>>;
let config: Awaited<ReturnType<typeof testConfig>>;
let closeAll: () => Promise<void>;
beforeAll(async () => {
  const server = await startRenderServer({ isWorking: false });
  const folder = await openFolder();
  await server.signUp('Ada');
  const made = await backUp(server, folder.path);
  await server.stop();
  whole = folder.path;
  name = made.folder.slice(whole.length + 1);
  target = await openRentedDatabase();
  config = await testConfig();
  closeAll = async () => {
    await target.database.close();
    await folder.close();
    await rm(config.dataDir, { recursive: true });
  };
});
afterAll(() => closeAll?.());

type Spoil = (folder: string, to: string) => Promise<unknown>;

/** Changes the manifest as somebody would who knows how it is signed. */
const resigned =
  (change: (manifest: Manifest) => object): Spoil =>
  async (folder) => {
    const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    const text = JSON.stringify({ ...manifest, ...change(manifest) });
    await writeFile(join(folder, 'manifest.json'), text);
    const digest = createHash('sha256').update(text).digest('hex');
    await writeFile(join(folder, 'manifest.json.sha256'), `${digest}  manifest.json\n`);
  };
const first = async (to: string) => {
  const names = await readdir(join(to, 'files'), { recursive: true });
  return join(to, 'files', names.find((one) => /[0-9a-f]{64}$/.test(one)) ?? '');
};
const flip = async (path: string, at: number) => {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
};
/** Writes other rows of a table, and signs them. */
const reworded =
  (table: string, change: (text: string) => string, isCounted = false): Spoil =>
  async (folder, to) => {
    const path = join(folder, 'tables', `${table}.jsonl.gz`);
    const text = change(gunzipSync(await readFile(path)).toString());
    const bytes = gzipSync(text);
    await writeFile(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const tables = (all: Manifest) =>
      all.tables.map((one) =>
        one.name === table
          ? {
              ...one,
              sha256,
              bytes: bytes.length,
              textBytes: Buffer.byteLength(text),
              rows: isCounted ? text.split('\n').length - 1 : one.rows,
            }
          : one,
      );
    await resigned((manifest) => ({ tables: tables(manifest) }))(folder, to);
  };
const USERS = 'tables/users.jsonl.gz';

const CASES: readonly [string, Spoil, RegExp][] = [
  ['no manifest', (folder) => rm(join(folder, 'manifest.json')), /There is no backup in/],
  ['half a manifest', (folder) => truncate(join(folder, 'manifest.json'), 300), /manifest of .* is damaged/],
  ['a changed manifest', (folder) => flip(join(folder, 'manifest.json'), 80), /manifest of .* is damaged/],
  ['no checksum', (folder) => rm(join(folder, 'manifest.json.sha256')), /There is no backup in/],
  ['a newer format', resigned(() => ({ format: 2 })), /made by a newer Vitrine/],
  ['no format', resigned(() => ({ format: 'one' })), /not one that Vitrine writes/],
  ['a newer version', resigned(() => ({ version: '99.0.0' })), /made by Vitrine 99\.0\.0, and this is/],
  ['a migration of the future', resigned(() => ({ migration: '9999_future' })), /made by Vitrine/],
  ['half a table', (folder) => truncate(join(folder, USERS), 40), /damaged: the table users/],
  ['a changed table', (folder) => flip(join(folder, USERS), 60), /damaged: /],
  ['no table', (folder) => rm(join(folder, USERS)), /lacks the table users/],
  ['rows that are none', reworded('users', (text) => text.replace('[', '{')), /rows of users are not whole/],
  ['a row too few', reworded('files', (text) => text.slice(text.indexOf('\n') + 1)), /rows of files are not/],
  ['a row too many', reworded('files', (text) => `${text}${text}`), /rows of files are not whole/],
  [
    'rows larger than they say',
    resigned(({ tables }) => ({ tables: tables.map((one) => ({ ...one, textBytes: 10 })) })),
    /rows of \w+ are not whole/,
  ],
  ['a table that is a link', (folder) => relink(join(folder, USERS)), /damaged: the table users/],
  ['a changed file', async (_, to) => flip(await first(to), 3), /damaged: the file [0-9a-f]{64}/],
  ['half a file', async (_, to) => truncate(await first(to), 3), /damaged: the file [0-9a-f]{64}/],
  ['no file', async (_, to) => rm(await first(to)), /lacks the file [0-9a-f]{64}/],
  ['a file that is a link', async (_, to) => relink(await first(to)), /damaged: the file [0-9a-f]{64}/],
  ['another secret', resigned(() => ({ secret: '0'.repeat(64) })), /JWT_SECRET is another one/],
  ...[
    '../../outside',
    '/etc/passwd',
    'workflows/../../outside',
    'lan/.hidden',
    'postgres/data',
    'jwt-secret/x',
  ].map((path): [string, Spoil, RegExp] => [
    `kept ${path}`,
    resigned(() => ({ kept: [{ path, bytes: 0, sha256: '0'.repeat(64) }] })),
    /not one that Vitrine writes/,
  ]),
  [
    'a table above its folder',
    resigned(({ tables }) => ({ tables: [...tables, { ...tables[0], name: '../../users' }] })),
    /not one that Vitrine writes/,
  ],
  [
    'a file above its folder',
    resigned(({ files }) => ({ files: [...(files ?? []), { hash: '../../../etc/passwd', bytes: 1 }] })),
    /not one that Vitrine writes/,
  ],
  [
    'a table twice',
    resigned(({ tables }) => ({ tables: [...tables, tables[0]] })),
    /not one that Vitrine writes/,
  ],
];

test.each(CASES)('%s is refused in one sentence, before anything is changed', async (_, spoil, sentence) => {
  const to = await mkdtemp(join(tmpdir(), 'vitrine-damaged-'));
  await cp(whole, to, { recursive: true });
  await spoil(join(to, name), to);
  const refused = restoreInto(join(to, name), target.url, config);
  await expect(refused).rejects.toThrow(SetupError);
  await expect(refused).rejects.toThrow(sentence);
  await expect(refused).rejects.toThrow(/^[^\n]{1,250}[.!]$/);
  expect(await readdir(config.dataDir)).toEqual([]);
  expect(await readAllRows(target.database)).toEqual({});
  await rm(to, { recursive: true });
});

test('what is no folder of backups is said to be none', async () => {
  await expect(restoreInto(join(whole, 'nowhere'), target.url, config)).rejects.toThrow(
    /There is no backup in/,
  );
});

test('files that are not whole are left out where that is asked for, and noted', async () => {
  const to = await mkdtemp(join(tmpdir(), 'vitrine-damaged-'));
  await cp(whole, to, { recursive: true });
  const victim = await first(to);
  await truncate(victim, 3);
  const { url, database } = await openRentedDatabase();
  const here = await testConfig();
  await restoreInto(to, url, here, true);
  const { rows } = await database.pool.query('select hash from files where damage is not null');
  expect(rows).toEqual([{ hash: basename(victim) }]);
  const { rows: all } = await database.pool.query<{ hash: string }>('select hash from files');
  const hashes = all.map(({ hash }) => hash).filter((hash) => hash !== basename(victim));
  expect(await listHashes(join(here.dataDir, 'files'))).toEqual(hashes.sort());
  // Nothing else is ever left out.
  await rm(join(to, name, USERS));
  await expect(restoreInto(to, url, here, true)).rejects.toThrow(/lacks the table users/);
  await database.close();
  await Promise.all([to, here.dataDir].map((path) => rm(path, { recursive: true })));
});

test('two restores never write into one database', async () => {
  const { url, database } = await openRentedDatabase();
  const here = await testConfig();
  await withSession(database.connection, 'test', async (client) => {
    await holdRestoreLock(client);
    await expect(restoreInto(whole, url, here)).rejects.toThrow('Another restore writes into this database.');
  });
  await restoreInto(whole, url, here);
  await database.close();
  await rm(here.dataDir, { recursive: true });
});

test.each([
  ['rows without those that they name', reworded('users', () => '', true), /do not belong together/],
  [
    'values that are none',
    reworded('wallets', (text) => text.replaceAll('"2000"', '"two"')),
    /do not belong together/,
  ],
  [
    'columns that are none',
    resigned(({ tables }) => ({
      tables: tables.map((one) => ({ ...one, columns: one.columns.map((column) => `${column}_x`) })),
    })),
    /has other tables/,
  ],
] as const)(
  '%s are refused, no server starts there, and the next restore begins anew',
  async (_, spoil, sentence) => {
    const to = await mkdtemp(join(tmpdir(), 'vitrine-damaged-'));
    await cp(whole, to, { recursive: true });
    await spoil(join(to, name), to);
    const { url, database } = await openRentedDatabase();
    const here = await testConfig();
    await expect(restoreInto(to, url, here)).rejects.toThrow(sentence);
    expect((await readAllRows(database)).users ?? []).toEqual([]);
    await expect(migrate(database.connection, MIGRATIONS_DIR)).rejects.toThrow(/being restored/);
    await restoreInto(whole, url, here);
    expect((await readAllRows(database)).users).toHaveLength(1);
    await migrate(database.connection, MIGRATIONS_DIR);
    const done = await readAllRows(database);
    await expect(restoreInto(whole, url, here)).rejects.toThrow(/DATA_DIR \(.*\) is not empty/);
    for (const entry of await readdir(here.dataDir)) await rm(join(here.dataDir, entry), { recursive: true });
    await expect(restoreInto(whole, url, here)).rejects.toThrow(/The database is not empty/);
    expect(await readdir(here.dataDir)).toEqual([]);
    expect(await readAllRows(database)).toEqual(done);
    await database.close();
    await Promise.all([to, here.dataDir].map((path) => rm(path, { recursive: true })));
  },
);

/** The same bytes, by way of a link. */
async function relink(path: string): Promise<void> {
  await rename(path, `${path}.aside`);
  await symlink(`${path}.aside`, path);
}
