import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '../../../src/server/backup/make-backup.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';
import { readInstance } from '../../../src/server/db/instance-mark.ts';
import { meetStore } from '../../../src/server/storage/meet-store.ts';
import {
  backUp,
  listHashes,
  openFolder,
  openRentedDatabase,
  readAllRows,
  restoreInto,
  withoutRestores,
} from '../../support/backups.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { type Person, TEST_SECRET, testConfig } from '../../support/server.ts';

let server: RenderServer;
let folder: Awaited<ReturnType<typeof openFolder>>;
let ada: Person;
beforeAll(async () => {
  server = await startRenderServer();
  folder = await openFolder();
  ada = await server.signUp('Ada');
  for (const colour of ['#112233', '#445566']) {
    const { body } = await server.order(ada, { background_color: colour, batch_size: 2 });
    await server.finish(ada, body.id);
  }
});
afterAll(async () => {
  await server?.stop();
  await folder?.close();
});

/** What the old server knew of its own working, which no restore brings back. */
const PASSING = ['workers', 'engine_servers', 'upload_parts'];
const lasting = (rows: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(withoutRestores(rows)).filter(([name]) => !PASSING.includes(name)));

test('a restored server has every row and every file, and the old session, password and balance', async () => {
  const to = join(folder.path, 'whole');
  const before = await readAllRows(server.deps.database);
  const made = await backUp(server, to);
  expect(made.manifest.missing).toEqual([]);
  const counts = Object.fromEntries(made.manifest.tables.map(({ name, rows }) => [name, rows]));
  expect(counts).toEqual(
    Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
  );
  expect(counts).toMatchObject({ users: 1, renders: 2, render_images: 4, wallets: 1 });

  const config = await testConfig();
  const rented = await openRentedDatabase();
  expect(await restoreInto(made.folder, rented.url, config)).toBe(0);
  expect(lasting(await readAllRows(rented.database))).toEqual(lasting(before));
  const hashes = await listHashes(join(config.dataDir, 'files'));
  expect(hashes).toEqual(made.files.map(({ hash }) => hash));
  expect(before.files).toHaveLength(hashes.length);
  expect(await readdir(config.dataDir)).not.toContain('.restoring');

  const restored = await startRenderServer({
    config: { dataDir: config.dataDir },
    database: rented.database,
  });
  expect(await restored.credits(ada)).toBe(await server.credits(ada));
  const signIn = await restored.app.inject({
    method: 'POST',
    url: '/api/users/login/',
    payload: { email: ada.email, password: ada.password },
  });
  expect(signIn.statusCode).toBe(200);
  // Numbers go on where they were.
  const grace = await restored.app.inject({
    method: 'POST',
    url: '/api/users/register/',
    payload: { name: 'Grace', email: 'grace@example.com', password: 'another long password' },
  });
  // Numbers that the old server may have given since the backup are nobody else's.
  expect(grace.json().user.id).toBeGreaterThan(ada.session.user.id + 1);
  const { body } = await restored.order(ada);
  expect((await restored.finish(ada, body.id)).status).toBe('completed');
  // It is another database than the one it is from, and its files are its own: they may be swept.
  const own = { db: restored.deps.database.db, storage: restored.deps.services.storage };
  expect(await meetStore(own)).toEqual([]);
  expect(await readInstance(own.db)).not.toEqual(await readInstance(server.deps.database.db));
  await restored.stop();
});

test('a backup is for its owner to read only, and a second one copies only what is new', async () => {
  const to = join(folder.path, 'twice');
  const first = await backUp(server, to, () => new Date('2026-11-26T10:00:00Z'));
  expect(first.copied).toBe(first.files.length);
  const { body } = await server.order(ada, { background_color: '#778899' });
  await server.finish(ada, body.id);
  const second = await backUp(server, to, () => new Date('2026-11-27T10:00:00Z'));
  const known = new Set(first.files.map(({ hash }) => hash));
  const fresh = second.files.filter(({ hash }) => !known.has(hash));
  expect(second.copied).toBe(fresh.length);
  expect(fresh.length).toBeGreaterThan(0);
  expect(second.copiedBytes).toBe(fresh.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(await listHashes(join(to, 'files'))).toEqual(second.files.map(({ hash }) => hash));

  const modes = await Promise.all(
    (await readdir(to, { recursive: true, withFileTypes: true })).map(async (entry) => {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`;
    }),
  );
  expect([...new Set(modes)].sort()).toEqual(['file 600', 'folder 700']);
});

test('one that is stopped leaves nothing of its own', async () => {
  const to = join(folder.path, 'stopped');
  await backUp(server, to, () => new Date('2026-11-26T10:00:00Z'));
  const before = (await readdir(to, { recursive: true })).sort();
  const stopping = new AbortController();
  const { config, database, services } = server.deps;
  const source = {
    connection: database.connection,
    // Stopped in the middle of its files, of which it finds none that it has.
    storage: { ...services.storage, open: () => Promise.reject(stopping.abort()) },
    origin: 'hand' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  await rm(join(to, 'files'), { recursive: true });
  await expect(makeBackup(source, createDiskPlace(to), () => new Date(), stopping.signal)).rejects.toThrow();
  expect(await readdir(to)).toEqual(['files', 'vitrine-20261126-100000']);
  // The next one finds again what is gone.
  const next = await backUp(server, to, () => new Date('2026-11-26T11:00:00Z'));
  expect(next.copied).toBe(next.files.length);
  const after = (await readdir(to, { recursive: true })).sort();
  expect(after.filter((name) => name.startsWith('files'))).toEqual(
    before.filter((name) => name.startsWith('files')),
  );
});

test('one that is stopped in the middle of a long file does not read it to its end', async () => {
  const to = join(folder.path, 'stopped-in-a-file');
  const stopping = new AbortController();
  const { config, database, services } = server.deps;
  async function* endless() {
    for (let sent = 0; ; sent++) {
      if (sent === 3) stopping.abort();
      yield Buffer.alloc(65_536);
      await setImmediate();
    }
  }
  const source = {
    connection: database.connection,
    storage: { ...services.storage, open: async () => Readable.from(endless()) },
    origin: 'hand' as const,
    config: { ...config, jwtSecret: TEST_SECRET },
  };
  await expect(
    makeBackup(source, createDiskPlace(to), () => new Date(), stopping.signal),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(await readdir(to)).toEqual(['files']);
});

test('what only backups name that went, goes with them; what a killed one left goes as well', async () => {
  const to = join(folder.path, 'rotated');
  const old = await backUp(server, to, () => new Date('2026-11-26T10:00:00Z'));
  const only = old.files[0]?.hash ?? '';
  const stray = only.slice(0, 2).padEnd(64, 'a');
  await writeFile(join(to, 'files', only.slice(0, 2), stray), 'of a backup that went');
  await writeFile(join(to, 'a letter'), 'of somebody else');
  await writeFile(join(to, '.making-vitrine-20261126-110000'), '');
  await writeFile(join(to, '.lock'), '999999999');
  const next = await backUp(server, to, () => new Date('2026-11-26T12:00:00Z'));
  expect(next).toMatchObject({ rotated: { kept: 1, removed: 1 } });
  expect((await readdir(to)).sort()).toEqual(['a letter', 'files', 'vitrine-20261126-120000']);
  expect(await listHashes(join(to, 'files'))).toEqual(next.files.map(({ hash }) => hash));
});

test('a file that is damaged or gone is told, and staff of the restored server see it', async () => {
  const to = join(folder.path, 'gone');
  const [victim = '', changed = ''] = await listHashes(join(server.deps.config.dataDir, 'files'));
  const pathOf = (hash: string) =>
    join(server.deps.config.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), hash);
  const held = await Promise.all([victim, changed].map((hash) => readFile(pathOf(hash))));
  await rm(pathOf(victim));
  await writeFile(pathOf(changed), 'other bytes');
  const made = await backUp(server, to);
  await Promise.all([victim, changed].map((hash, at) => writeFile(pathOf(hash), held[at] ?? '')));
  expect(made.manifest.missing).toEqual([victim, changed].sort());
  const config = await testConfig();
  const { url, database } = await openRentedDatabase();
  await restoreInto(to, url, config);
  const { rows } = await database.pool.query(
    'select hash, damage from files where damage is not null order by hash',
  );
  expect(rows).toEqual([victim, changed].sort().map((hash) => ({ hash, damage: 'missing' })));
  await database.close();
  await rm(config.dataDir, { recursive: true });
});

test('a backup made while orders are written is of one moment', async () => {
  const to = join(folder.path, 'busy');
  const people = await Promise.all(['Bea', 'Cleo', 'Dora'].map((name) => server.signUp(name)));
  let isOver = false;
  const busy = people.map(async (person) => {
    for (let at = 0; !isOver; at++) {
      const { body } = await server.order(person, { background_color: `#${String(100_000 + at)}` });
      if (body.id !== undefined && at % 3 === 0) await server.post(person, `/api/render/${body.id}/cancel/`);
    }
  });
  await expect.poll(async () => (await readAllRows(server.deps.database)).renders?.length).toBeGreaterThan(8);
  const made = await backUp(server, to);
  isOver = true;
  await Promise.all(busy);
  expect(made.manifest.missing).toEqual([]);
  const { url, database } = await openRentedDatabase();
  const config = await testConfig();
  await restoreInto(to, url, config);
  const { rows: wallets } = await database.pool.query(`
    select user_id, balance, reserved,
      (select sum(amount)::int from ledger where ledger.user_id = wallets.user_id) as booked
    from wallets`);
  expect(wallets.map(({ balance }) => balance)).toEqual(wallets.map(({ booked }) => booked));
  expect(wallets).toHaveLength(1 + people.length);
  const { rows: apart } = await database.pool.query(`
    select id from renders where status = 'completed'
      and (select count(*) from render_images where render_id = renders.id) <> (recipe->>'batchSize')::int`);
  expect(apart).toEqual([]);
  const stored = new Set(await listHashes(join(config.dataDir, 'files')));
  const { rows: named } = await database.pool.query<{ hash: string }>('select hash from files');
  expect(named.filter(({ hash }) => !stored.has(hash))).toEqual([]);
  await database.close();
  await rm(config.dataDir, { recursive: true });
});
