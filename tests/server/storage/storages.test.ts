import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import { readBytes } from '../../../src/server/storage/read-bytes.ts';
import { createS3Storage } from '../../../src/server/storage/s3-storage.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { joinStorages } from '../../../src/server/storage/two-storages.ts';
import { startS3 } from '../../support/s3/start-s3.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const hashOf = (data: Uint8Array) => ContentHash.parse(createHash('sha256').update(data).digest('hex'));
/** Above what a bucket is given in one piece. */
const LONG = new Uint8Array(21 * 1024 ** 2).map((_, index) => (index * 7919) >>> 5);

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function names(storage: Storage): Promise<string[]> {
  const found: string[] = [];
  // Also what was written in this moment.
  for await (const hash of storage.list(-60_000)) found.push(hash);
  return found.sort();
}

const KINDS = {
  async disk() {
    const root = await mkdtemp(join(tmpdir(), 'vitrine-storages-'));
    const close = () => rm(root, { recursive: true, force: true });
    return { storage: await createDiskStorage(root), close };
  },
  async bucket() {
    const s3 = await startS3();
    const incoming = await mkdtemp(join(tmpdir(), 'vitrine-incoming-'));
    const storage = createS3Storage(s3.settings, incoming);
    const close = async () => {
      storage.close();
      // Nothing that was on its way is left.
      expect(await readdir(incoming)).toEqual([]);
      await rm(incoming, { recursive: true });
      await s3.stop();
    };
    return { storage, close };
  },
};

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('files in a %s', (kind) => {
  let storage: Storage;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ storage, close } = await KINDS[kind]());
  });
  afterAll(() => close?.());

  test('a file is kept under the hash of its bytes and read back whole or in part', async () => {
    const stored = await storage.put(bytes('vitrine'));
    expect(stored).toEqual({ hash: hashOf(bytes('vitrine')), sizeBytes: 7 });
    expect(await readBytes(storage, stored.hash)).toEqual(bytes('vitrine'));
    expect(await readAll(await storage.open(stored.hash, { start: 1, end: 3 }))).toBe('itr');
    expect(await storage.size(stored.hash)).toBe(7);
  });

  test('an empty file is one, too', async () => {
    const stored = await storage.put(new Uint8Array(0));
    expect(stored.sizeBytes).toBe(0);
    expect(await storage.size(stored.hash)).toBe(0);
    expect(await readAll(await storage.open(stored.hash))).toBe('');
  });

  test.each([8 * 1024 ** 2 - 1, 8 * 1024 ** 2, 8 * 1024 ** 2 + 1, LONG.byteLength])(
    '%d bytes come back as they are, from one piece and from a stream',
    async (length) => {
      const whole = LONG.subarray(0, length);
      async function* stream() {
        for (let at = 0; at < length; at += 300_000) yield whole.subarray(at, at + 300_000);
      }
      const expected = { hash: hashOf(whole), sizeBytes: length };
      expect(await storage.put(stream())).toEqual(expected);
      expect(Buffer.compare(await readBytes(storage, expected.hash), whole)).toBe(0);
      await storage.delete(expected.hash);
      expect(await storage.size(expected.hash)).toBeNull();
      expect(await storage.put(whole)).toEqual(expected);
      expect(Buffer.compare(await readBytes(storage, expected.hash), whole)).toBe(0);
      await storage.delete(expected.hash);
    },
  );

  test('storing the same bytes again is harmless, deleting twice too', async () => {
    await storage.put(bytes('same'));
    const { hash } = await storage.put(bytes('same'));
    await storage.delete(hash);
    await storage.delete(hash);
    expect(await storage.size(hash)).toBeNull();
    await expect(storage.open(hash)).rejects.toMatchObject({ failure: { code: 'not-found' } });
  });

  test('old bytes are deleted as long as nobody stored them anew', async () => {
    const { hash } = await storage.put(bytes('young or old'));
    await storage.deleteOld(hash, 3_600_000);
    expect(await storage.size(hash)).toBe(12);
    // By the clock of a store, which may be another one.
    await storage.deleteOld(hash, -3_600_000);
    expect(await storage.size(hash)).toBeNull();
    await storage.deleteOld(hash, -3_600_000);
  });

  test.each([4, 9 * 1024 ** 2])(
    'a stream that breaks or runs over %d bytes leaves nothing behind',
    async (limit) => {
      const before = await names(storage);
      async function* broken() {
        yield LONG.subarray(0, limit);
        throw new Error('connection reset');
      }
      await expect(storage.put(broken())).rejects.toThrow('connection reset');
      await expect(storage.put(LONG.subarray(0, limit + 1), limit)).rejects.toMatchObject({
        failure: { code: 'upload-too-large', maxBytes: limit },
      });
      expect(await names(storage)).toEqual(before);
    },
  );

  test('another body for the same part does not touch the first, and all go with their upload', async () => {
    const upload = { userId: 1, uploadId: randomUUID() };
    const first = await storage.putPart(upload, 0, bytes('first'), 100);
    const other = await storage.putPart(upload, 0, bytes('other'), 100);
    expect(await readAll(await storage.readPart(upload, 0, first.hash))).toBe('first');
    await storage.deletePart(upload, 0, first.hash);
    await storage.deletePart(upload, 0, first.hash);
    expect(await readAll(await storage.readPart(upload, 0, other.hash))).toBe('other');
    await storage.deleteUpload(upload);
    await storage.deleteUpload(upload);
    await expect(storage.readPart(upload, 0, other.hash)).rejects.toMatchObject({
      failure: { code: 'not-found' },
    });
  });

  test('names that are not hashes or upload ids are never asked for', async () => {
    await expect(async () => storage.open('../../etc/passwd' as ContentHash)).rejects.toThrow();
    await expect(async () =>
      storage.putPart({ userId: 1, uploadId: '../../../../../../../../tmp/xx-abcde' }, 0, bytes('x'), 10),
    ).rejects.toThrow('not an upload key');
  });

  test('the list names what is old enough, and the sweep leaves what is not', async () => {
    const { hash } = await storage.put(bytes('listed'));
    expect(await names(storage)).toContain(hash);
    const young: string[] = [];
    for await (const name of storage.list(3_600_000)) young.push(name);
    expect(young).toEqual([]);
    const upload = { userId: 2, uploadId: randomUUID() };
    const part = await storage.putPart(upload, 0, bytes('part'), 100);
    await storage.sweep(3_600_000);
    expect(await readAll(await storage.readPart(upload, 0, part.hash))).toBe('part');
    await storage.sweep(-60_000);
    await expect(storage.readPart(upload, 0, part.hash)).rejects.toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(await storage.size(hash)).toBe(6);
  });
});

test('files on their way from one place to another are read from both, and written to the new one', async () => {
  const old = await KINDS.disk();
  const fresh = await KINDS.bucket();
  try {
    const storage = joinStorages(fresh.storage, old.storage);
    const before = await old.storage.put(bytes('before'));
    const after = await storage.put(bytes('after'));
    expect(await old.storage.size(after.hash)).toBeNull();
    for (const [{ hash }, text] of [
      [before, 'before'],
      [after, 'after'],
    ] as const) {
      expect(await readAll(await storage.open(hash))).toBe(text);
      expect(await storage.size(hash)).toBe(text.length);
    }
    expect(await names(storage)).toEqual([before.hash, after.hash].sort());
    await storage.delete(before.hash);
    expect(await old.storage.size(before.hash)).toBeNull();
    await expect(storage.open(before.hash)).rejects.toMatchObject({ failure: { code: 'not-found' } });
  } finally {
    await old.close();
    await fresh.close();
  }
});

test('a file that is moved while it is looked for is found', async () => {
  const [old, fresh] = [await KINDS.disk(), await KINDS.disk()];
  const { hash } = await old.storage.put(bytes('on its way'));
  /** Moved after the new place was asked, and before the old one is. */
  const moving = (): Storage => {
    const move = async () => {
      await fresh.storage.put(bytes('on its way'));
      await old.storage.delete(hash);
    };
    return {
      ...old.storage,
      size: (...given) => move().then(() => old.storage.size(...given)),
      open: (...given) => move().then(() => old.storage.open(...given)),
    };
  };
  try {
    expect(await joinStorages(fresh.storage, moving()).size(hash)).toBe(10);
    await fresh.storage.delete(hash);
    await old.storage.put(bytes('on its way'));
    expect(await readAll(await joinStorages(fresh.storage, moving()).open(hash))).toBe('on its way');
  } finally {
    await old.close();
    await fresh.close();
  }
});
