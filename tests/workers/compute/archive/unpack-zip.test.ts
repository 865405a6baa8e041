import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { AppError } from '../../../../src/contract/failure.ts';
import { unpackZip } from '../../../../src/workers/compute/archive/unpack-zip.ts';
import { writeZip, zipEntry } from '../../../support/zip-file.ts';

const pack = async (zip: JSZip): Promise<Blob> =>
  new Blob([new Uint8Array(await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }))]);

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((reason) => reason);
  return error instanceof AppError && 'details' in error.failure ? error.failure.details : String(error);
}

test('lists files with their folders, and unpacks what is asked for', async () => {
  const zip = new JSZip().file('a/part.obj', 'v 0 0 0').file('b\\oak.png', 'x');
  zip.folder('empty');
  const sources = await unpackZip(await pack(zip), 'a.zip');
  expect(sources.map(({ path }) => path)).toEqual(['a/part.obj', 'b/oak.png']);
  expect(await (await sources[0]!.read()).text()).toBe('v 0 0 0');
});

test('names cannot climb out of the archive', async () => {
  const sources = await unpackZip(
    await pack(new JSZip().file('../../etc/a.glb', 'x').file('/b.glb', 'y')),
    'a.zip',
  );
  for (const { path } of sources) expect(path).not.toMatch(/\.\.|^\//);
});

test('damaged and locked archives say so', async () => {
  const whole = await pack(new JSZip().file('a.glb', 'some words that are packed'));
  expect(await reasonOf(unpackZip(whole.slice(0, 40), 'a.zip'))).toBe('the ZIP is damaged');
  expect(await reasonOf(unpackZip(new Blob(['no archive at all']), 'a.zip'))).toBe('the ZIP is damaged');
  const bytes = new Uint8Array(await whole.arrayBuffer());
  // Bit 0 of the flags, in the local header and in the directory.
  bytes[6]! |= 1;
  const directory = bytes.findIndex(
    (_, at) => bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1,
  );
  bytes[directory + 8]! |= 1;
  expect(await reasonOf(unpackZip(new Blob([bytes]), 'a.zip'))).toBe('the ZIP has a password');
});

test('a file that is not what was packed is damaged, though it has its size', async () => {
  const packed = new TextEncoder().encode('v 0 0 0');
  const entry = zipEntry('a.obj', packed);
  const other = zipEntry('b.obj', new TextEncoder().encode('v 0 0 1'), { sum: entry.sum! });
  const [good, bad] = await unpackZip(new Blob([writeZip([entry, other])]), 'a.zip');
  expect(await (await good!.read()).text()).toBe('v 0 0 0');
  expect(await reasonOf(bad!.read())).toBe('the ZIP is damaged');
});

test('names are read as the system wrote them that packed them', async () => {
  // As macOS and the Explorer of Windows write, neither of which says how.
  const oem = Uint8Array.of(0x48, 0x94, 0x68, 0x65, 0x20, 0xa4, 0xb5);
  for (const nameBytes of [new TextEncoder().encode('Höhe ñÁ'), oem]) {
    const zip = writeZip([zipEntry('', new TextEncoder().encode('x'), { nameBytes })]);
    const [source] = await unpackZip(new Blob([zip]), 'a.zip');
    expect(source?.path).toBe('Höhe ñÁ');
    expect(await (await source!.read()).text()).toBe('x');
  }
});

test('a ZIP64 of few files is one of few files', async () => {
  const zip = writeZip([zipEntry('a.obj', new TextEncoder().encode('v 0 0 0'))], true);
  const [source] = await unpackZip(new Blob([zip]), 'a.zip');
  expect(await (await source!.read()).text()).toBe('v 0 0 0');
  const many = Array.from({ length: 10_001 }, (_, at) => zipEntry(`${at}`, new Uint8Array(0)));
  expect(await reasonOf(unpackZip(new Blob([writeZip(many, true)]), 'many.zip'))).toMatch(
    /more than 10000 files/,
  );
});

test('what is packed in another way is not called damaged', async () => {
  const zip = writeZip([zipEntry('a.obj', new TextEncoder().encode('v 0 0 0'), { method: 12 })]);
  await expect(unpackZip(new Blob([zip]), 'a.zip')).rejects.toMatchObject({
    failure: { code: 'model-unreadable', reason: 'zip-method' },
  });
});

test('an archive that promises too much ends before it is unpacked', async () => {
  const zip = new JSZip();
  for (let copy = 0; copy < 3; copy++) zip.file(`${copy}.bin`, new Uint8Array(4e6));
  const bomb = await pack(zip);
  expect(bomb.size).toBeLessThan(1e5);
  const sources = await unpackZip(bomb, 'bomb.zip', 10e6);
  const read = async () => {
    for (const source of sources) await source.read();
  };
  expect(await reasonOf(read())).toBe('bomb.zip unpacks to more than 1 GB');
  const many = new JSZip();
  for (let entry = 0; entry < 10_001; entry++) many.file(`${entry}`, '');
  expect(await reasonOf(unpackZip(await pack(many), 'many.zip'))).toBe('many.zip has more than 10000 files');
});

test('files are counted by what is there, not by how much room their names take', async () => {
  const empty = new Uint8Array();
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => zipEntry(`textures/${'x'.repeat(90)}-${index}.png`, empty));
  expect(await unpackZip(new Blob([writeZip(list(4_000))]), 'a.zip')).toHaveLength(4_000);
  const many = writeZip(list(10_001));
  // It states fewer than it has: at the end of the directory, for this disk and for all.
  new DataView(many.buffer, many.byteOffset).setUint32(many.byteLength - 14, 0x00010001, true);
  expect(await reasonOf(unpackZip(new Blob([many]), 'a.zip'))).toMatch(/more than 10000 files/);
});
