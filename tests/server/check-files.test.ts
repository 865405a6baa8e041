import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { bundleEntry, makeSmallRoot, startChild } from '../support/child-process.ts';

test('the command names each damaged file beside a server that runs, and fails while there are any', async () => {
  const main = await bundleEntry('src/server/main.ts');
  const checkFiles = await bundleEntry('src/server/check-files.ts');
  const root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-check-'));
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-check-backups-'));
  const environment = { DATA_DIR: dataDir, STATE_DIR: join(inject('postgresDir'), 'state'), PORT: '0' };
  const server = startChild(main, environment, { cwd: root });
  await server.line(/^Vitrine is ready/m);

  const whole = startChild(checkFiles, environment);
  const [, count] = await whole.line(/^(\d+) files are whole, 0 are damaged or missing\.$/m);
  expect((await whole.ended).code).toBe(0);

  const names = await readdir(join(dataDir, 'files'), { recursive: true });
  const file = names.find((name) => /[0-9a-f]{64}$/.test(name)) ?? '';
  const bytes = await readFile(join(dataDir, 'files', file));
  await writeFile(join(dataDir, 'files', file), 'something else');
  const damaged = startChild(checkFiles, environment);
  await damaged.line(new RegExp(`^changed: ${file.slice(-64)}, (picture|model)`, 'm'));
  // What a new server brings may still have been on its way when they were counted first.
  const [, left] = await damaged.line(/^(\d+) files are whole, 1 are damaged or missing\.$/m);
  expect(Number(left)).toBeGreaterThanOrEqual(Number(count) - 1);
  expect((await damaged.ended).code).toBe(1);

  // From the backups: what they have comes back, and what they have not, or not whole, is told as before.
  const hash = file.slice(-64);
  const original = join(folder, 'files', hash.slice(0, 2), hash);
  await mkdir(dirname(original), { recursive: true });
  await writeFile(original, 'not it either!');
  const refused = startChild(checkFiles, environment, { arguments: ['--repair', '--from', folder] });
  await refused.line(new RegExp(`^changed: ${hash}, (picture|model)`, 'm'));
  expect((await refused.ended).code).toBe(1);
  await writeFile(original, bytes);
  const repaired = startChild(checkFiles, environment, { arguments: ['--repair', '--from', folder] });
  await repaired.line(new RegExp(`^repaired: ${hash}$`, 'm'));
  await repaired.line(/^\d+ files are whole, 0 are damaged or missing\.$/m);
  expect((await repaired.ended).code).toBe(0);
  expect(await readFile(join(dataDir, 'files', file))).toEqual(bytes);
  const wrong = await startChild(checkFiles, environment, { arguments: ['--from', folder] }).ended;
  expect(wrong).toEqual({ code: 1, output: 'Call it as: check-files [--repair [--from PLACE]]\n' });

  server.process.kill('SIGTERM');
  await server.ended;
  await Promise.all([root, dataDir, folder].map((path) => rm(path, { recursive: true, force: true })));
});
