import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveFiles } from '../../../src/server/storage/move-files.ts';
import { openStorages } from '../../../src/server/storage/open-storage.ts';
import { readBytes } from '../../../src/server/storage/read-bytes.ts';
import { bundleEntry, startChild } from '../../support/child-process.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';

let s3: S3Server;
let root: string;
beforeAll(async () => {
  s3 = await startS3();
  root = await mkdtemp(join(tmpdir(), 'vitrine-move-'));
});
afterAll(async () => {
  await s3?.stop();
  await rm(root, { recursive: true, force: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const never = new AbortController().signal;

test('files go to a bucket and back while they are read, each whole, and a run that was stopped goes on', async () => {
  const there = await openStorages(root, { s3: s3.settings, kind: 's3', publicEndpoint: null });
  const back = await openStorages(root, { s3: s3.settings, kind: 'disk', publicEndpoint: null });
  const disk = back.fresh;
  const texts = Array.from({ length: 12 }, (_, index) => `file ${index}`);
  const hashes = [];
  for (const text of texts) hashes.push((await disk.put(bytes(text))).hash);

  // Stopped in the middle, every file is in one of the two.
  const stopping = new AbortController();
  const some = await moveFiles(
    there.old!,
    there.fresh,
    ({ moved }) => moved === 5 && stopping.abort(),
    stopping.signal,
  );
  expect(some).toMatchObject({ moved: 5, damaged: [] });
  expect(await s3.keys()).toHaveLength(5);
  for (const [index, hash] of hashes.entries())
    expect(await readBytes(there.whole, hash)).toEqual(bytes(texts[index]!));

  const rest = await moveFiles(there.old!, there.fresh, () => {}, never);
  expect(rest).toMatchObject({ moved: 7, damaged: [] });
  expect(await s3.keys()).toHaveLength(12);
  for (const hash of hashes) expect(await disk.size(hash)).toBeNull();

  expect(await moveFiles(back.old!, back.fresh, () => {}, never)).toMatchObject({ moved: 12, damaged: [] });
  expect(await s3.keys()).toEqual([]);
  for (const [index, hash] of hashes.entries())
    expect(await readBytes(disk, hash)).toEqual(bytes(texts[index]!));
  there.close();
  back.close();
});

test('a damaged file stays where it is and is named', async () => {
  const own = await mkdtemp(join(root, 'damaged-'));
  const there = await openStorages(own, { s3: s3.settings, kind: 's3', publicEndpoint: null });
  const { hash } = await there.old!.put(bytes('whole'));
  await writeFile(join(own, 'files', hash.slice(0, 2), hash.slice(2, 4), hash), 'whale');
  const moved = await moveFiles(there.old!, there.fresh, () => {}, never);
  expect(moved.damaged).toEqual([hash]);
  expect(await there.fresh.size(hash)).toBeNull();
  expect(await there.old!.size(hash)).toBe(5);
  await there.old!.delete(hash);
  there.close();
});

test('npm run move-files says what it moved, and refuses without a bucket in one sentence', async () => {
  const entry = await bundleEntry('src/server/move-files.ts');
  const data = join(root, 'data');
  const environment = {
    DATA_DIR: data,
    S3_BUCKET: 'vitrine',
    S3_ENDPOINT: s3.settings.endpoint,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const without = await startChild(entry, { DATA_DIR: data }).ended;
  expect(without).toEqual({
    code: 1,
    output: 'S3_BUCKET must be set: it names where files go to, or come from.\n',
  });
  const mistyped = join(root, 'dta');
  expect(await startChild(entry, { ...environment, DATA_DIR: mistyped }).ended).toEqual({
    code: 1,
    output: `There are no files in ${mistyped}: set DATA_DIR as the server has it.\n`,
  });
  expect(existsSync(mistyped)).toBe(false);
  const { fresh } = await openStorages(data, { s3: null, kind: 'disk', publicEndpoint: null });
  await fresh.put(bytes('one'));
  await fresh.put(bytes('another'));
  const moved = await startChild(entry, environment).ended;
  expect(moved).toEqual({
    code: 0,
    output: 'From the disk to the bucket.\n2 files of 0.0 MB moved, 0 damaged.\n',
  });
  const returned = await startChild(entry, { ...environment, FILES: 'disk' }).ended;
  expect(returned.code).toBe(0);
  expect(await readdir(join(data, 'files'))).toHaveLength(2);
});
