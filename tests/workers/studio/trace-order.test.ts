import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../../src/contract/render-spec.ts';
import type { DeviceJob } from '../../../src/contract/studio-api.ts';
import { SAMPLING_VERSION } from '../../../src/tracer/checkpoint.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { tracePicture } from '../../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { openTestBrowser, type TestBrowser } from '../../support/browser.ts';
import { packGlb } from '../../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../../support/trace-host.ts';
import type { Drawn } from './page/main.ts';

const MODEL = nameFile(
  makeBoxes([
    { name: 'Box', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.7, 0.2, 0.1, 1] },
    { name: 'Other', size: [1, 3, 1], centre: [2, 0, 0], colour: [0.1, 0.3, 0.8, 1] },
  ]),
);
const SPEC = createSpec(MODEL.hash, { batchSize: 2, isSeedFixed: false });
const FILES = { [MODEL.hash]: Buffer.from(MODEL.bytes).toString('base64') };

/** RGBA of the pictures that the server's way of tracing makes. */
let expected: readonly Uint8Array[];

beforeAll(async () => {
  buildKernel();
  const made: Uint8Array[] = [];
  const job = { spec: SPEC, files: new Map([[MODEL.hash, MODEL.bytes]]) };
  for await (const event of tracePicture(job, await createTestHost(1, true), new AbortController().signal)) {
    if (event.kind === 'image') made.push(event.rgba);
  }
  expected = made;
});

const pixelsOf = async (png: string): Promise<Uint8Array> =>
  new Uint8Array(await sharp(Buffer.from(png, 'base64')).ensureAlpha().raw().toBuffer());

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
    await page.waitForFunction(() => 'draw' in window);
  });
  afterAll(() => tests.close());
  const draw = (
    spec: RenderSpec,
    threads: number,
    skips: readonly number[] = [],
    endAt: string | null = null,
    files: Readonly<Record<string, string>> = FILES,
    keep: DeviceJob['keep'] = null,
    isSmall = false,
  ): Promise<Drawn> =>
    page.evaluate((args) => window.draw(...args), [
      spec,
      files,
      threads,
      skips,
      endAt,
      keep,
      isSmall,
    ] as const);

  test.each([1, 2, 4])('%i workers draw what the server draws, to the last bit', async (threads) => {
    const drawn = await draw(SPEC, threads);
    expect(drawn).toMatchObject({ isIsolated, ended: null });
    const kernel = readFileSync(join(import.meta.dirname, '../../../dist/tracer/kernel.wasm'));
    expect(drawn.kernelHash).toBe(createHash('sha256').update(kernel).digest('hex'));
    expect(drawn.kinds[0]).toBe('started');
    expect(drawn.kinds).toContain('progress');
    expect(drawn.pictures.map(({ batchIndex }) => batchIndex)).toEqual([0, 1]);
    for (const [index, { png }] of drawn.pictures.entries())
      expect(Buffer.compare(await pixelsOf(png), expected[index] ?? new Uint8Array())).toBe(0);
  });

  test('a picture that is there already is not drawn again, and the next one has its own seed', async () => {
    const { pictures } = await draw(SPEC, 2, [0]);
    expect(pictures.map(({ batchIndex }) => batchIndex)).toEqual([1]);
    expect(Buffer.compare(await pixelsOf(pictures[0]?.png ?? ''), expected[1] ?? new Uint8Array())).toBe(0);
  });

  test('one that is taken back ends at once, and no worker is left', async () => {
    const drawn = await draw({ ...SPEC, widthPx: 1024, heightPx: 1024, quality: 'high' }, 2, [], 'progress');
    expect(drawn).toMatchObject({ ended: 'AbortError', pictures: [] });
    // As the browser lists them: Playwright keeps some whose parents were ended.
    const cdp = await tests.browser.newBrowserCDPSession();
    const countWorkers = async (): Promise<number> =>
      (await cdp.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'worker').length;
    await expect.poll(countWorkers).toBe(0);
    await cdp.detach();
  });

  test('one that ends in the middle goes on after its last passes, with the same bits, and leaves nothing behind', async () => {
    const listKept = () =>
      page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const names: string[] = [];
        for await (const name of root.keys()) {
          if (name !== 'studio-sums') continue;
          for await (const file of (await root.getDirectoryHandle(name)).keys()) names.push(file);
        }
        return names;
      });
    const keep = { key: 'one', everyMs: 0 };
    // Its second picture is traced, and this is the last event before it is there.
    const begun = await draw(SPEC, 2, [0], 'denoise', FILES, keep);
    expect(begun).toMatchObject({ ended: 'AbortError', pictures: [] });
    expect((await listKept()).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^one-[0-9a-f]{16}-s${SAMPLING_VERSION}-1-0$`)),
      expect.stringMatching(new RegExp(`^one-[0-9a-f]{16}-s${SAMPLING_VERSION}-1-1$`)),
    ]);
    const again = await draw(SPEC, 2, [0], null, FILES, keep);
    expect(again.nodes.filter((node) => node === 'path-trace').length).toBeLessThan(
      begun.nodes.filter((node) => node === 'path-trace').length,
    );
    expect(
      Buffer.compare(await pixelsOf(again.pictures[0]?.png ?? ''), expected[1] ?? new Uint8Array()),
    ).toBe(0);
    expect(await listKept()).toEqual([]);
    // Another order has nothing of it.
    await draw(SPEC, 2, [0], 'denoise', FILES, keep);
    const other = await draw({ ...SPEC, seed: '99' }, 2, [0], null, FILES, { ...keep, key: 'two' });
    expect(other.nodes.filter((node) => node === 'path-trace')).toEqual(
      begun.nodes.filter((node) => node === 'path-trace'),
    );
  });

  test('a tablet makes a large picture in bands, with the same bits', async () => {
    // Of more pixels than it holds at once.
    const large = { ...SPEC, batchSize: 1, widthPx: 1032, heightPx: 1024 };
    const inBands = await draw(large, 2, [], null, FILES, null, true);
    const whole = await draw(large, 2);
    // Bands have progress while they are traced; a whole picture tells its passes.
    expect(inBands.nodes.filter((node) => node === 'denoise').length).toBeGreaterThan(1);
    expect(whole.nodes.filter((node) => node === 'denoise')).toHaveLength(1);
    const pixels = await pixelsOf(inBands.pictures[0]?.png ?? '');
    expect(pixels).toHaveLength(1032 * 1024 * 4);
    expect(Buffer.compare(pixels, await pixelsOf(whole.pictures[0]?.png ?? ''))).toBe(0);
  });

  test('what Studio leaves out of a model is said, unless a dressing stands in its place', async () => {
    const { json, binary } = readGlb(MODEL.bytes);
    const extensions = { KHR_materials_subsurface: {} };
    const materials = json.materials?.map((material) => ({ ...material, extensions }));
    const glb = Buffer.from(packGlb({ ...json, materials }, binary)).toString('base64');
    const one = { ...SPEC, batchSize: 1 };
    const { warnings } = await draw(one, 1, [], null, { [MODEL.hash]: glb });
    expect(warnings).toEqual([{ kind: 'not-drawn', name: 'subsurface scattering' }]);
    const dressings = (json.materials ?? []).map((_, materialIndex) => ({
      kind: 'plain' as const,
      materialIndex,
      colour: '#808080',
      metalness: 0,
      roughness: 0.5,
    }));
    const dressed = { ...one, scene: { ...SPEC.scene, dressings } };
    expect((await draw(dressed, 1, [], null, { [MODEL.hash]: glb })).warnings).toEqual([]);
  });

  test('a model that cannot be read ends it with a failure', async () => {
    const broken = Buffer.from('glTF but not really').toString('base64');
    expect(await draw(SPEC, 1, [], null, { [MODEL.hash]: broken })).toMatchObject({
      ended: 'AppError',
      pictures: [],
    });
  });

  test('this browser can trace', async () => {
    expect(await page.evaluate(() => window.isSupported)).toBe(true);
  });
});
