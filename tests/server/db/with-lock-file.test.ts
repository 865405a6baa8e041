import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLockFile } from '../../../src/server/db/with-lock-file.ts';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('one works at a time, and nothing is left behind', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLockFile(lock, work)));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('a failure releases it', async () => {
  const failing = withLockFile(lock, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await withLockFile(lock, async () => 'yes')).toBe('yes');
});

test('the lock of a process that is gone is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await writeFile(lock, String(child.pid));
  expect(await withLockFile(lock, async () => 'mine')).toBe('mine');
});

test('an old lock is taken over even when its number lives again', async () => {
  await writeFile(lock, String(process.pid));
  await utimes(lock, 0, 0);
  expect(await withLockFile(lock, async () => 'mine')).toBe('mine');
});
