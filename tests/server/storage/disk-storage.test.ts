import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import { readBytes } from '../../../src/server/storage/read-bytes.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';

let root: string;
let storage: Storage;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-storage-'));
  storage = await createDiskStorage(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => ContentHash.parse(createHash('sha256').update(text).digest('hex'));

test('a file is kept under the hash of its bytes and read back whole or in part', async () => {
  const stored = await storage.put(bytes('vitrine'));
  expect(stored).toEqual({ hash: hashOf('vitrine'), sizeBytes: 7 });
  expect(await readBytes(storage, stored.hash)).toEqual(bytes('vitrine'));

  const part: Buffer[] = [];
  for await (const chunk of await storage.open(stored.hash, { start: 1, end: 3 })) part.push(chunk);
  expect(Buffer.concat(part).toString()).toBe('itr');
});

test('storing the same bytes again is harmless, deleting twice too', async () => {
  await storage.put(bytes('same'));
  const { hash } = await storage.put(bytes('same'));
  await storage.delete(hash);
  await storage.delete(hash);
  expect(await storage.size(hash)).toBeNull();
  await expect(storage.open(hash)).rejects.toMatchObject({ failure: { code: 'not-found' } });
});

test('of a file that a disk cannot read nobody is told that it is gone', async () => {
  const { hash } = await storage.put(bytes('there'));
  const [path] = (await readdir(join(root, 'files'), { recursive: true })).filter((name) =>
    name.endsWith(hash),
  );
  await rm(join(root, 'files', path!));
  await symlink(hash, join(root, 'files', path!));
  await expect(storage.size(hash)).rejects.toMatchObject({ code: 'ELOOP' });
});

test('a stream that breaks or runs over its limit leaves nothing behind', async () => {
  async function* broken() {
    yield bytes('half a ');
    throw new Error('connection reset');
  }
  await expect(storage.put(broken())).rejects.toThrow('connection reset');
  await expect(storage.put(bytes('12345'), 4)).rejects.toMatchObject({
    failure: { code: 'upload-too-large', maxBytes: 4 },
  });
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
  expect(await readdir(join(root, 'files'))).toEqual([]);
});

test('a full disk is a failure of its own and leaves no half file', async () => {
  async function* full() {
    yield bytes('half a ');
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  }
  await expect(storage.put(full())).rejects.toMatchObject({ failure: { code: 'storage-full' } });
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
});

test('another body for the same part does not touch the first', async () => {
  const upload = { userId: 1, uploadId: randomUUID() };
  const first = await storage.putPart(upload, 0, bytes('first'), 100);
  await storage.putPart(upload, 0, bytes('other'), 100);
  const read: Buffer[] = [];
  for await (const chunk of await storage.readPart(upload, 0, first.hash)) read.push(chunk);
  expect(Buffer.concat(read).toString()).toBe('first');
});

test('names that are not hashes or upload ids never reach the disk', async () => {
  await expect(async () => storage.open('../../etc/passwd' as ContentHash)).rejects.toThrow();
  await expect(async () =>
    storage.putPart({ userId: 1, uploadId: '../../../../../../../../tmp/xx-abcde' }, 0, bytes('x'), 10),
  ).rejects.toThrow('not an upload key');
});

test('the sweep takes old parts and leaves fresh ones', async () => {
  const old = { userId: 1, uploadId: randomUUID() };
  const fresh = { userId: 1, uploadId: randomUUID() };
  await storage.putPart(old, 0, bytes('old'), 100);
  const { hash } = await storage.putPart(fresh, 0, bytes('fresh'), 100);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(root, 'uploads', `1-${old.uploadId}`), yesterday, yesterday);
  await storage.sweep(24 * 3_600_000);
  expect(await readdir(join(root, 'uploads'))).toEqual([`1-${fresh.uploadId}`]);
  await storage.readPart(fresh, 0, hash).then((stream) => stream.destroy());
});
