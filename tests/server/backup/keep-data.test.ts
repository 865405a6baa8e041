import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepData } from '../../../src/server/backup/keep-data.ts';
import { createDiskPlace } from '../../../src/server/backup/places/disk-place.ts';

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-data-'));
  dataDir = join(root, 'data');
  await mkdir(join(dataDir, 'lan'), { recursive: true });
  await writeFile(join(dataDir, 'lan', 'authority.pem'), 'authority');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const keep = (jwtSecret: string | null) =>
  keepData({ dataDir, jwtSecret }, createDiskPlace(join(root, 'place')), 'backup');

test('the secret and what devices trust are copied; a folder that is not there is none', async () => {
  await writeFile(join(dataDir, 'jwt-secret'), 's'.repeat(40));
  const { kept } = await keep(null);
  expect(kept.map(({ path }) => path)).toEqual(['jwt-secret', 'lan/authority.pem']);
});

test.each(['lan', 'workflows'])(
  'a folder %s that cannot be read is not left out in silence',
  async (name) => {
    await rm(join(dataDir, name), { recursive: true, force: true });
    await symlink(name, join(dataDir, name));
    await expect(keep('s'.repeat(40))).rejects.toMatchObject({ code: 'ELOOP' });
  },
);

test('a secret that cannot be read is not told as one that there is not', async () => {
  await symlink('jwt-secret', join(dataDir, 'jwt-secret'));
  await expect(keep(null)).rejects.toMatchObject({ code: 'ELOOP' });
});
