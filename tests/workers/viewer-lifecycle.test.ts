import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CapturePass } from '../../src/contract/viewer-api.ts';
import { makeBoxes, makeGlb } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import {
  base64,
  captureOf,
  lookAndRest,
  MODES,
  openViewerPage,
  openViewerTests,
  runAtViewer,
  screenOf,
  showModel,
} from '../support/viewer-page.ts';

const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
/** three.js reads these and would drop every texture in a worker for some of them. */
const AGENTS = {
  'Chrome for iPad': `${IPAD} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`,
  'Firefox for iPad': `${IPAD} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
  'Safari 17': `${MAC} Version/17.5 Safari/605.1.15`,
  'Safari 18': `${MAC} Version/18.3 Safari/605.1.15`,
  'an app on the home screen': `${IPAD} Mobile/15E148`,
};

const RED = { name: 'red', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] } as const;
const GREEN = { name: 'green', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.02, 0.8, 0.02, 1] } as const;
const isGreen = ([r = 0, g = 0, b = 0]: readonly number[] = []) => g > 80 && r < g / 2 && b < g / 2;
const paint = (colour: string) =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** A rough field of this many triangles. */
function makeTerrain(count: number): Uint8Array {
  const positions = new Float32Array(count * 9);
  for (let at = 0; at < positions.length; at += 3) {
    const corner = at / 3;
    positions.set([Math.floor(corner / 3) % 400, Math.sin(corner), Math.floor(corner / 1_200)], at);
    if (corner % 3 === 1) positions[at] = (positions[at] ?? 0) + 1;
    if (corner % 3 === 2) positions[at + 2] = (positions[at + 2] ?? 0) + 1;
  }
  return makeGlb(
    {
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: count * 3,
          type: 'VEC3',
          min: [0, -1, 0],
          max: [400, 1, 600],
        },
      ],
      bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: positions.byteLength }],
      buffers: [{ byteLength: positions.byteLength }],
    },
    positions,
  );
}

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

describe.each(MODES)('in the %s', (_mode, query) => {
  let page: Page;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
  });
  afterAll(() => page.close());

  test('a size that is overtaken is never drawn: the gizmo of a tiny stage would cover the product', async () => {
    await showModel(page, makeBoxes([RED]));
    await lookAndRest(page, [0, 0, 14]);
    const drawn = await page.evaluate(async () => {
      const { harness } = window;
      const { viewer, events } = harness;
      const next = async (act: () => unknown): Promise<number> => {
        const from = events.length;
        await act();
        return (await harness.wait('frameDrawn', from)).frame;
      };
      const { left, top, width, height } = document.querySelector('canvas')!.getBoundingClientRect();
      const rect = { left, top, widthPx: width, heightPx: height, pixelRatio: devicePixelRatio };
      const before = await next(() => viewer.api.showTopArrow(false));
      await next(() => {
        viewer.sendGesture({ kind: 'rect', rect: { ...rect, widthPx: 81, heightPx: 81 } });
        viewer.sendGesture({ kind: 'rect', rect });
      });
      await viewer.api.camera();
      return (await next(() => viewer.api.showTopArrow(false))) - before;
    });
    // That of the last size, and that of the question.
    expect(drawn).toBe(2);
  });

  test('ten models that come and go leave nothing on the card and no bitmap open', async () => {
    await runAtViewer(page, () => {
      const scope = globalThis as typeof globalThis & { openBitmaps: Set<ImageBitmap> };
      const open = new Set<ImageBitmap>();
      scope.openBitmaps = open;
      const create = scope.createImageBitmap;
      scope.createImageBitmap = (async (...args: Parameters<typeof createImageBitmap>) => {
        const bitmap = await create(...args);
        open.add(bitmap);
        return bitmap;
      }) as typeof createImageBitmap;
      const close = ImageBitmap.prototype.close;
      ImageBitmap.prototype.close = function (this: ImageBitmap) {
        open.delete(this);
        close.call(this);
      };
    });
    const openBitmaps = () =>
      runAtViewer(page, () => (globalThis as unknown as { openBitmaps: Set<unknown> }).openBitmaps.size);
    const glb = base64(
      makeBoxes([
        { ...RED, texture: await paint('#2040e0') },
        { ...GREEN, centre: [4, 0, 0] },
      ]),
    );
    const wood = base64(await paint('#a06020'));
    const round = (passes: CapturePass[] = []) =>
      page.evaluate(
        async ([model, texture, wanted]) => {
          const { api } = window.harness.viewer;
          await window.harness.show(model);
          await window.harness.dressLibrary(1, texture, {});
          await api.highlight({ kind: 'material', materialIndex: 0 });
          if (wanted.length > 0) await api.capturePasses(await api.camera(), 64, 64, wanted);
          return api.memory();
        },
        [glb, wood, passes] as const,
      );
    const unload = () =>
      page.evaluate(async () => {
        await window.harness.viewer.api.show(null);
        return window.harness.viewer.api.memory();
      });
    // The first model makes what every later one shares.
    await round(['snapshot', 'ids', 'outline', 'alpha']);
    const before = await unload();
    let during = before;
    for (let count = 0; count < 10; count++) {
      during = await round(count === 9 ? ['snapshot', 'ids', 'outline', 'alpha'] : []);
      expect(await openBitmaps()).toBe(2);
      await unload();
    }
    expect(await unload()).toEqual(before);
    expect(during.geometries).toBeGreaterThan(before.geometries);
    expect(during.textures).toBeGreaterThan(before.textures);
    expect(await openBitmaps()).toBe(0);
  });

  test('of two models shown at once only the second stays', async () => {
    const outcomes = await page.evaluate(
      async ([first, second]) => {
        const shown = [window.harness.show(first, {}, 'a'), window.harness.show(second, {}, 'b')];
        const settled = await Promise.allSettled(shown);
        await window.harness.look([0, 0, 14]);
        return settled.map((one) => (one.status === 'rejected' ? (one.reason as Error).name : one.value?.id));
      },
      [base64(makeBoxes([RED])), base64(makeBoxes([GREEN]))] as const,
    );
    expect(outcomes).toEqual(['AbortError', 'b']);
    expect(isGreen((await screenOf(page)).at(160, 160))).toBe(true);
    await page.evaluate(() => window.harness.viewer.api.show(null));
  });
});

describe.each(MODES)('a second viewer in the %s', (_mode, query) => {
  test('mounted twice, as React does it, there is one canvas that draws', async () => {
    const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
    const outcome = await page.evaluate(
      async ([search, glb]) => {
        const host = document.getElementById('host') as HTMLElement;
        const first = window.harness.openAnother(search, host);
        first.dispose();
        const second = window.harness.openAnother(search, host);
        const report = await window.harness.show(glb, {}, 'b', second);
        const dead = await first.api.camera().then(
          () => 'answered',
          () => 'refused',
        );
        return { shown: report?.id, dead, canvases: host.querySelectorAll('canvas').length };
      },
      [query, base64(makeBoxes([RED]))] as const,
    );
    expect(outcome).toEqual({ shown: 'b', dead: 'refused', canvases: 1 });
    await expect.poll(() => page.workers().length).toBe(query === '' ? 1 : 0);
    await page.close();
  });

  test('closed while a model loads, it leaves nothing behind', async () => {
    const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
    const outcome = await page.evaluate(
      async ([search, glb]) => {
        const host = document.getElementById('host') as HTMLElement;
        const viewer = window.harness.openAnother(search, host);
        await viewer.graphics();
        const loading = window.harness.show(glb, {}, 'a', viewer).then(
          () => 'shown',
          (error: Error) => error.name,
        );
        viewer.dispose();
        return { loading: await loading, canvases: host.querySelectorAll('canvas').length };
      },
      [query, base64(makeBoxes([{ ...RED, texture: await paint('#10c010') }]))] as const,
    );
    // What only waited is no fault of anything.
    expect(outcome).toEqual({ loading: 'AbortError', canvases: 0 });
    await expect.poll(() => page.workers().length).toBe(0);
    await page.close();
  });
});

describe.each(Object.entries(AGENTS))('%s', (_name, agent) => {
  test.each(MODES)('has the textures of a model in the %s', async (_mode, query) => {
    const page = await openViewerPage(tests, query, agent);
    expect(await runAtViewer(page, () => navigator.userAgent)).toBe(agent);
    const texture = await paint('#10c010');
    await showModel(page, makeBoxes([{ size: [4, 4, 4], centre: [0, 0, 0], texture }]));
    expect(isGreen((await captureOf(page, ['snapshot'])).snapshot?.at(160, 160))).toBe(true);
    await page.close();
  });
});

test('the page stays free while a worker loads, more than when it draws by itself', async () => {
  const glb = base64(makeTerrain(200_000));
  const longest = async (query: string) => {
    const page = await openViewerPage(tests, query);
    const ms = await page.evaluate(async (model) => {
      let longestMs = 0;
      let last = performance.now();
      const { port1, port2 } = new MessageChannel();
      const stop = new Promise<void>((resolve) => {
        port1.onmessage = ({ data }) => {
          const now = performance.now();
          longestMs = Math.max(longestMs, now - last);
          last = now;
          if (data === 'stop') resolve();
          else port2.postMessage('tick');
        };
      });
      const shown = window.harness.show(model);
      last = performance.now();
      port2.postMessage('tick');
      await shown;
      port2.postMessage('stop');
      await stop;
      return longestMs;
    }, glb);
    await page.close();
    return ms;
  };
  const drawing = await longest('?viewer=page');
  // Others on the machine can hold the page up once, work of its own would every time.
  let free = await longest('');
  for (let again = 0; again < 3 && free >= drawing / 2; again++) free = Math.min(free, await longest(''));
  expect(free).toBeLessThan(drawing / 2);
});

test('only the viewer brings a renderer, and three.js is pinned', () => {
  const assets = join(tests.folder, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const withRenderer = scripts.filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes('THREE.WebGLRenderer: '),
  );
  const names = withRenderer.map((name) => /^(index|viewer-worker)-/.exec(name)?.[1] ?? name);
  expect(new Set(names)).toEqual(new Set(['index', 'viewer-worker']));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies.three).toMatch(/^\d+\.\d+\.\d+$/);
});
