import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listHashes, openFolder } from '../../support/backups.ts';
import { bundleEntry, type Child, makeSmallRoot, startChild } from '../../support/child-process.ts';

const PASSWORD = 'a long password of hers';
const READY = /^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m;
const PATIENCE = { timeout: 90_000 };

let main: string;
let root: string;
let folder: Awaited<ReturnType<typeof openFolder>>;
let backups: string;
let secret: string;
let hashes: string[];
/** Signed in to the old instance. */
let headers: Record<string, string>;
beforeAll(async () => {
  main = await bundleEntry('src/server/main.ts');
  const backup = await bundleEntry('src/server/backup.ts');
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
  folder = await openFolder();
  backups = join(folder.path, 'backups');
  const old = join(folder.path, 'old');
  const server = start(old);
  const { origin, token } = await firstPage(server);
  const claim = { token, name: 'Olga', email: 'olga@example.com', password: PASSWORD };
  const session = await (await post(origin, 'users/owner/claim/', claim)).json();
  headers = { authorization: `Bearer ${session.access_token}` };
  const made = startChild(backup, environmentOf(old), { cwd: root });
  expect(await made.ended).toMatchObject({ code: 0 });
  await stop(server);
  secret = await readFile(join(old, 'jwt-secret'), 'utf8');
  hashes = await listHashes(join(old, 'files'));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
  await folder?.close();
});

const environmentOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  STATE_DIR: join(inject('postgresDir'), 'state'),
  BACKUP_DIR: backups,
  PORT: '0',
  RATE_LIMIT_FACTOR: '0',
});
const start = (dataDir: string, more: Record<string, string> = {}): Child =>
  startChild(main, { ...environmentOf(dataDir), ...more }, { cwd: root });
async function stop(server: Child): Promise<void> {
  server.process.kill('SIGTERM');
  await server.ended;
}
async function kill(server: Child): Promise<void> {
  server.process.kill('SIGKILL');
  await server.ended;
}
/** Where it is, and the link that it printed. */
async function firstPage(server: Child): Promise<{ origin: string; token: string }> {
  const [, token = ''] = await server.line(/#owner=(\S+)/);
  const [, origin = ''] = await server.line(READY);
  return { origin, token };
}
const post = (origin: string, path: string, body: object) =>
  fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const read = async (origin: string, path: string) => (await fetch(`${origin}/api/${path}`)).json();
async function choose(origin: string, token: string) {
  const answer = await post(origin, 'restore/backups/', { token, path: null });
  const found = await answer.json();
  return { token, folder: found.folder, name: found.backups[0].name };
}
const BEGINS = /^Restoring a backup/m;
const WRITES = /^Writing the database/m;

test('a new instance becomes the old one; killed in the middle, the next start begins anew', async () => {
  const fresh = join(folder.path, 'fresh');
  const server = start(fresh);
  const { origin, token } = await firstPage(server);
  expect(await read(origin, 'config/')).toMatchObject({ needs_owner: true, can_restore: true });
  expect(await (await post(origin, 'restore/backups/', { token: 'x', path: null })).json()).toMatchObject({
    code: 'owner-link-invalid',
  });
  const chosen = await choose(origin, token);
  expect((await post(origin, 'restore/', { ...chosen, token: 'x' })).status).toBe(410);
  const begun = await post(origin, 'restore/', chosen);
  expect(begun.status).toBe(202);
  expect(await begun.json()).toMatchObject({ step: 'reading' });
  await server.line(BEGINS);
  await kill(server);

  const port = new URL(origin).port;
  for (const point of [WRITES, /^Writing the files/m]) {
    const killed = start(fresh, { PORT: port });
    await killed.line(point);
    await kill(killed);
  }
  const again = start(fresh, { PORT: port });
  await again.line(BEGINS);
  await again.line(READY);
  const me = await (await fetch(`${origin}/api/users/me/`, { headers })).json();
  expect(me).toMatchObject({ email: 'olga@example.com' });
  const login = await post(origin, 'users/login/', { email: 'olga@example.com', password: PASSWORD });
  expect(login.status).toBe(200);
  expect(await readFile(join(fresh, 'jwt-secret'), 'utf8')).toBe(secret);
  expect(await listHashes(join(fresh, 'files'))).toEqual(expect.arrayContaining(hashes));

  // Now that there are accounts, nothing is restored over them.
  expect(await read(origin, 'config/')).toMatchObject({ needs_owner: false, can_restore: false });
  expect(await read(origin, 'restore/')).toMatchObject({ step: 'idle' });
  expect((await post(origin, 'restore/', chosen)).status).toBeGreaterThanOrEqual(400);
  await stop(again);
  const third = start(fresh);
  await third.line(READY);
  await stop(third);
  expect((await third.ended).output).not.toMatch(BEGINS);
  // It is the database that its files know, whatever was restored into it, and how often that was begun.
  const signs = join(fresh, 'files/instances');
  const [sign = '', ...others] = await readdir(signs);
  expect([await readFile(join(signs, sign), 'utf8'), others]).toEqual(['owner\n', []]);
});

test('a damaged one is refused with nothing changed; one that goes in the middle leaves the first page, by the same link', async () => {
  const fresh = join(folder.path, 'refused');
  const server = start(fresh);
  const { origin, token } = await firstPage(server);
  const chosen = await choose(origin, token);
  const dump = join(backups, chosen.name, 'tables/users.jsonl.gz');
  const whole = await readFile(dump);
  await writeFile(dump, whole.subarray(1));
  await post(origin, 'restore/', chosen);
  await expect
    .poll(() => read(origin, 'restore/'), PATIENCE)
    .toMatchObject({ step: 'refused', refusal: 'damaged' });
  await writeFile(dump, whole);
  const nowhere = { ...chosen, folder: join(folder.path, 'nowhere') };
  await post(origin, 'restore/', nowhere);
  await expect.poll(() => read(origin, 'restore/'), PATIENCE).toMatchObject({ refusal: 'unreadable' });

  await post(origin, 'restore/', chosen);
  await server.line(WRITES);
  await kill(server);
  await rename(backups, `${backups}-away`);
  const again = start(fresh, { PORT: new URL(origin).port });
  await again.line(READY);
  await rename(`${backups}-away`, backups);
  expect(await read(origin, 'restore/')).toMatchObject({ step: 'refused', refusal: 'unreadable' });
  expect(await read(origin, 'config/')).toMatchObject({ needs_owner: true, can_restore: true });
  const claim = { token, name: 'Nora', email: 'nora@example.com', password: PASSWORD };
  expect((await post(origin, 'users/owner/claim/', claim)).status).toBe(200);
  await stop(again);
});
