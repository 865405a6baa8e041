import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tracePicture } from '../../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { openTestBrowser, type TestBrowser } from '../../support/browser.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../../support/trace-host.ts';

const MODEL = nameFile(
  makeBoxes([
    { name: 'Box', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.7, 0.2, 0.1, 1] },
    { name: 'Other', size: [1, 3, 1], centre: [2, 0, 0], colour: [0.1, 0.3, 0.8, 1] },
  ]),
);
const SPEC = createSpec(MODEL.hash, { widthPx: 200, heightPx: 160 });
const SLOW = { ...SPEC, widthPx: 768, heightPx: 768, quality: 'high' as const };
const FILES = { [MODEL.hash]: Buffer.from(MODEL.bytes).toString('base64') };

/** RGBA of the picture that the server's way of tracing makes. */
let expected: Uint8Array;

beforeAll(async () => {
  buildKernel();
  const job = { spec: SPEC, files: new Map([[MODEL.hash, MODEL.bytes]]) };
  for await (const event of tracePicture(job, await createTestHost(1, true), new AbortController().signal)) {
    if (event.kind === 'image') expected = event.rgba;
  }
});

describe.each([
  ['a page like any other', false],
  ['a page that may share memory', true],
])('on %s', (_title, isIsolated) => {
  let tests: TestBrowser;
  let page: Page;
  beforeAll(async () => {
    tests = await openTestBrowser(join(import.meta.dirname, 'page'), 1, isIsolated);
    page = await tests.browser.newPage();
    await page.goto(tests.origin);
    await page.waitForFunction(() => 'refine' in window);
  });
  afterAll(() => tests.close());

  const isExpected = async (png: string | null): Promise<boolean> => {
    const pixels = await sharp(Buffer.from(png ?? '', 'base64'))
      .ensureAlpha()
      .raw()
      .toBuffer();
    return Buffer.compare(pixels, expected) === 0;
  };

  test('whole pictures come one after the other, and the last is what the server draws, to the last bit', async () => {
    const [seen] = await page.evaluate((args) => window.refine(...args), [[SPEC], FILES, 2, null] as const);
    expect(seen?.ended).toBeNull();
    expect(seen?.frames.slice(0, 2)).toEqual([
      [100, 80, 3],
      [200, 160, 2],
    ]);
    expect(seen?.frames.every(([width, height]) => width * 160 === height * 200)).toBe(true);
    expect(await isExpected(seen?.png ?? null)).toBe(true);
    expect(seen?.kernelHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('one that is taken back in the middle shows nothing more, and the same workers draw the next', async () => {
    const seen = await page.evaluate((args) => window.refine(...args), [
      [SLOW, SLOW, SPEC],
      FILES,
      2,
      1,
    ] as const);
    const [first, second, last] = seen;
    for (const one of [first, second]) {
      expect(one).toMatchObject({ ended: 'AbortError', png: null });
      expect(one?.frames).toHaveLength(1);
    }
    expect(await isExpected(last?.png ?? null)).toBe(true);
  });

  test('no worker is left of a view that is closed', async () => {
    // As the browser lists them: Playwright keeps some whose parents were ended.
    const cdp = await tests.browser.newBrowserCDPSession();
    const countWorkers = async (): Promise<number> =>
      (await cdp.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'worker').length;
    await expect.poll(countWorkers).toBe(0);
    await cdp.detach();
  });

  test('an order that is held draws the same picture when it goes on', async () => {
    const held = await page.evaluate((args) => window.hold(...args), [SPEC, FILES, 2] as const);
    // Of what was under way when it was held, not more than the pictures that the workers were at.
    expect(held.eventsWhileHeld).toBeLessThanOrEqual(2);
    expect(await isExpected(held.png)).toBe(true);
  });
});
