import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecret } from '../../../src/server/process/secret.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

test('the first start makes one that stays; who starts at the same time has the same', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => readSecret(null, folder)));
  expect(new Set(all.map(text)).size).toBe(1);
  expect(all[0]).toHaveLength(43);
  expect(text(await readSecret(null, folder))).toBe(text(all[0]!));
  expect((await stat(join(folder, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['jwt-secret']);
});

test.each(['', '\n', 'short'])(
  'one that is damaged (%j) stops the start in words, and nothing is signed with it',
  async (kept) => {
    await writeFile(join(folder, 'jwt-secret'), kept);
    await expect(readSecret(null, folder)).rejects.toThrow(
      /jwt-secret is damaged: put it back from a backup/,
    );
    expect(await readFile(join(folder, 'jwt-secret'), 'utf8')).toBe(kept);
  },
);
