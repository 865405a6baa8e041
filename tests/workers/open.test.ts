import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../support/box-model.ts';
import { openTestBrowser, type TestBrowser } from '../support/browser.ts';

let tests: TestBrowser;
let page: Page;

beforeAll(async () => {
  tests = await openTestBrowser(join(import.meta.dirname, 'page'));
  page = await tests.browser.newPage();
  await page.goto(`${tests.origin}/?viewer=none`);
});
afterAll(() => tests.close());

test('a model is inspected and its up axis detected, each in its own worker', async () => {
  const glb = Buffer.from(makeBoxes([{ name: 'cube', size: [2, 2, 2], centre: [0, 0, 0] }])).toString(
    'base64',
  );
  const report = await page.evaluate(
    (text) => window.harness.workers.compute().inspectModel(window.harness.blob(text, 'model/gltf-binary')),
    glb,
  );
  expect(report.triangleCount).toBe(12);
  expect(report.materials[0]?.name).toBe('cube');
  const detection = await page.evaluate(
    (text) => window.harness.workers.compute().detectUpAxis(window.harness.blob(text, 'model/gltf-binary')),
    glb,
  );
  expect(detection).toMatchObject({ system: 'Y_UP', confidence: 0.2 });
  const failure = await page.evaluate(() =>
    window.harness.workers
      .compute()
      .inspectModel(new Blob([]))
      .catch((error) => error.failure),
  );
  expect(failure).toEqual({ code: 'file-empty', name: 'model.glb' });
});

/** Workers say by their name what they are asked for. */
async function listHashers() {
  const named = await Promise.all(
    page.workers().map(async (worker) => ({ worker, name: await worker.evaluate(() => self.name) })),
  );
  return named.filter(({ name }) => name === 'hashFile').map(({ worker }) => worker);
}

test('an aborted computation ends its worker and answers at once; the next one works', async () => {
  const outcome = await page.evaluate(async () => {
    const { compute } = window.harness.workers;
    const large = new Blob([new Uint8Array(64e6)]);
    const stop = new AbortController();
    const hashing = compute(stop.signal).hashFile(large);
    const waiting = new AbortController();
    const second = compute(waiting.signal).hashFile(large);
    waiting.abort();
    const name = (promise: Promise<unknown>) => promise.then(String, (error: Error) => error.name);
    const names = [await name(second)];
    setTimeout(() => stop.abort());
    names.push(await name(hashing));
    return { names, hash: await compute().hashFile(new Blob(['abc'])) };
  });
  expect(outcome.names).toEqual(['AbortError', 'AbortError']);
  expect(outcome.hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(await listHashers()).toHaveLength(1);
});

test('a crashed computation says so, and the next one works', async () => {
  await page.evaluate(() => window.harness.workers.compute().hashFile(new Blob(['a'])));
  const [hasher] = await listHashers();
  // With the next call, and long before so much is hashed.
  await hasher?.evaluate(() => {
    addEventListener(
      'message',
      () =>
        setTimeout(() => {
          throw new Error('crash');
        }),
      { once: true },
    );
  });
  const crash = page.evaluate(() =>
    window.harness.workers
      .compute()
      .hashFile(new Blob([new Uint8Array(256e6)]))
      .catch((error) => error.failure),
  );
  expect(await crash).toEqual({ code: 'worker-crashed', worker: 'hashFile' });
  const hash = await page.evaluate(() => window.harness.workers.compute().hashFile(new Blob(['abc'])));
  expect(hash).toMatch(/^ba7816bf/);
});

test('photographs become WebP at a quality, and without loss at 1', async () => {
  const results = await page.evaluate(async () => {
    const pixels = () =>
      new Uint8Array(64 * 64 * 4).map((_, byte) => (byte % 4 === 3 ? 255 : (byte * 97) % 256)).buffer;
    const { compute } = window.harness.workers;
    const images = [
      await compute().encodeWebp(pixels(), 64, 64, 0.5),
      await compute().encodeWebp(pixels(), 64, 64, 1),
    ];
    const decoded = await Promise.all(images.map((image) => window.harness.decode(image)));
    const source = new Uint8Array(pixels());
    const isSame = decoded.map((image) => image.pixels.every((value, index) => value === source[index]));
    return { types: images.map(({ type }) => type), isSame };
  });
  expect(results).toEqual({ types: ['image/webp', 'image/webp'], isSame: [false, true] });
});

test('stored bytes survive a reload, and can be listed and deleted', async () => {
  const hash = 'b'.repeat(64);
  const kind = await page.evaluate(async (name) => {
    const { storage } = window.harness.workers;
    const bytes = new Uint8Array(9_000_000).map((_, index) => index % 251);
    await storage.put(name as never, new Blob([bytes]));
    await storage.put(name as never, new Blob([bytes]));
    return storage.kind();
  }, hash);
  expect(kind).toBe('opfs');
  await page.reload();
  const after = await page.evaluate(async (name) => {
    const { storage } = window.harness.workers;
    const bytes = new Uint8Array(
      (await (await storage.get(name as never))?.arrayBuffer()) ?? new ArrayBuffer(0),
    );
    const listed = await storage.list();
    await storage.delete(name as never);
    const gone = await storage.get(name as never);
    return {
      length: bytes.length,
      isSame: bytes.every((value, index) => value === index % 251),
      listed,
      gone,
      left: await storage.list(),
    };
  }, hash);
  expect(after).toEqual({ length: 9_000_000, isSame: true, listed: [hash], gone: null, left: [] });
});

/** Puts a file twice, with some time in between. */
function putTwice(on: Page, hash: string) {
  return on.evaluate(async (name) => {
    const { storage } = window.harness.workers;
    const [unknown, before] = [await storage.putAt(name as never), Date.now()];
    await storage.put(name as never, new Blob(['bytes']));
    const [first, after] = [await storage.putAt(name as never), Date.now()];
    while (Date.now() <= after) await new Promise((resolve) => setTimeout(resolve));
    const held = await storage.get(name as never);
    await storage.put(name as never, new Blob(['bytes']));
    const second = await storage.putAt(name as never);
    // Who reads it meanwhile goes on.
    const text = await held?.text();
    await storage.delete(name as never);
    return { unknown, isThen: before <= first && first <= after, isLater: second > after, text };
  }, hash);
}

test('a file says when it was last put, also where it was there already', async () => {
  const told = await putTwice(page, 'e'.repeat(64));
  expect(told).toEqual({ unknown: 0, isThen: true, isLater: true, text: 'bytes' });
});

test('a write that was cut off is not taken for a file', async () => {
  const hash = 'c'.repeat(64);
  const found = await page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('files', { create: true });
    const half = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await half.write('half');
    await half.close();
    const { storage } = window.harness.workers;
    const before = await storage.get(name as never);
    await storage.put(name as never, new Blob(['whole']));
    return [before, await (await storage.get(name as never))?.text()];
  }, hash);
  expect(found).toEqual([null, 'whole']);
});

test('without a private file system IndexedDB keeps the bytes', async () => {
  const plain = await tests.browser.newPage();
  // Workers on a page that is no secure context have no `navigator.storage`: plain http on another host's name.
  await plain.goto(`${tests.origin.replace('127.0.0.1', 'vitrine.test')}/?viewer=none`);
  const result = await plain.evaluate(async () => {
    const { storage } = window.harness.workers;
    await storage.put('d'.repeat(64) as never, new Blob(['kept']));
    return { isSecure: isSecureContext, kind: await storage.kind() };
  });
  expect(result).toEqual({ isSecure: false, kind: 'indexeddb' });
  await plain.reload();
  const text = await plain.evaluate(async () =>
    (await window.harness.workers.storage.get('d'.repeat(64) as never))?.text(),
  );
  expect(text).toBe('kept');
  const told = await putTwice(plain, 'e'.repeat(64));
  expect(told).toEqual({ unknown: 0, isThen: true, isLater: true, text: 'bytes' });
  await plain.close();
});
