import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SetupError } from '../../../src/server/process/setup-error.ts';
import { StoreAway } from '../../../src/server/storage/s3-failures.ts';
import { createS3Storage } from '../../../src/server/storage/s3-storage.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

let incoming: string;
let s3: S3Server;
let line: TcpProxy;
let storage: ReturnType<typeof createS3Storage>;
beforeAll(async () => {
  incoming = await mkdtemp(join(tmpdir(), 'vitrine-incoming-'));
  s3 = await startS3();
  line = await startTcpProxy(s3.settings.endpoint);
  storage = createS3Storage({ ...s3.settings, endpoint: line.url }, incoming);
});
afterAll(async () => {
  storage?.close();
  await line?.close();
  await s3?.stop();
  await rm(incoming, { recursive: true, force: true });
});

const LONG = new Uint8Array(10 * 1024 ** 2).map((_, index) => index >>> 7);

test('what is longer waits on the disk until its hash is known, and leaves nothing there', async () => {
  const hash = createHash('sha256').update(LONG).digest('hex');
  expect((await storage.put(LONG)).hash).toBe(hash);
  async function* broken() {
    yield LONG;
    throw new Error('connection reset');
  }
  await expect(storage.put(broken())).rejects.toThrow('connection reset');
  expect(await readdir(incoming)).toEqual([]);
  expect(await s3.keys()).toEqual([`files/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`]);
});

test('a store that does not answer is away, not wrong, and has what it had once it is back', async () => {
  const { hash } = await storage.put(new TextEncoder().encode('before'));
  line.mode = 'refuse';
  line.cut();
  await expect(storage.size(hash)).rejects.toBeInstanceOf(StoreAway);
  await expect(storage.open(hash)).rejects.toBeInstanceOf(StoreAway);
  await expect(storage.put(new TextEncoder().encode('during'))).rejects.toBeInstanceOf(StoreAway);
  line.mode = 'pass';
  expect(await storage.size(hash)).toBe(6);
});

test('a bucket that is not there is told in one sentence, and is no outage', async () => {
  const other = createS3Storage({ ...s3.settings, bucket: 'nobodys' }, incoming);
  const refused = await other.put(new TextEncoder().encode('x')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expect(refused).not.toBeInstanceOf(StoreAway);
  expect(String(refused)).toMatch(/^Error: the store of files refuses: NoSuchBucket: /);
  await expect(other.check()).rejects.toThrow(
    new SetupError('S3_BUCKET: nobodys does not exist, or these keys may not use it.'),
  );
  other.close();
  // One that cannot be asked may be there later.
  line.mode = 'refuse';
  await storage.check();
  line.mode = 'pass';
});

/** The first bytes of a long file, as its reader has them; the rest is not on its way yet. */
async function readSome(from: ReturnType<typeof createS3Storage>) {
  const { hash } = await storage.put(LONG);
  const stream = await from.open(hash);
  const chunks = stream[Symbol.asyncIterator]();
  expect((await chunks.next()).done).toBe(false);
  const rest = async () => {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next());
  };
  return { stream, rest };
}

test('a store that goes silent is away: when it is asked, and in the middle of a file', async () => {
  const patience = { connectMs: 2_000, silenceMs: 500 };
  const hasty = createS3Storage({ ...s3.settings, endpoint: line.url, patience }, incoming);
  const { hash } = await storage.put(new TextEncoder().encode('before'));
  const { rest } = await readSome(hasty);
  line.mode = 'blackhole';
  try {
    await expect(rest()).rejects.toBeInstanceOf(StoreAway);
    await expect(hasty.size(hash)).rejects.toBeInstanceOf(StoreAway);
    await expect(hasty.open(hash)).rejects.toBeInstanceOf(StoreAway);
    await expect(hasty.put(new TextEncoder().encode('during'))).rejects.toBeInstanceOf(StoreAway);
    // A start does not wait for it.
    await hasty.check();
  } finally {
    line.mode = 'pass';
    line.cut();
    hasty.close();
  }
});

test('a store that breaks off in the middle of a file is away, and one whose reader takes their time is not', async () => {
  const broken = await readSome(storage);
  line.cut();
  await expect(broken.rest()).rejects.toBeInstanceOf(StoreAway);

  const patience = { connectMs: 2_000, silenceMs: 300 };
  const hasty = createS3Storage({ ...s3.settings, endpoint: line.url, patience }, incoming);
  const slow = await readSome(hasty);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await slow.rest();
  // What is not read to its end lets go of its connection.
  const left = await readSome(hasty);
  left.stream.destroy();
  hasty.close();
  await expect.poll(() => line.open).toBeLessThanOrEqual(1);
});
