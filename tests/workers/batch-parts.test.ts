import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { Pixels } from '../support/pixels.ts';
import { packGlb } from '../support/tiny-model.ts';
import {
  base64,
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  runAtViewer,
  showModel,
} from '../support/viewer-page.ts';

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

const COLUMNS = 15;
/** Enough of them to be drawn together, and so few that each is drawn by itself. */
const MANY = COLUMNS * COLUMNS;
const FEW = MANY - 2 * COLUMNS;
const COLOURS = [
  [0.8, 0.02, 0.02, 1],
  [0.02, 0.6, 0.02, 1],
  [0.05, 0.05, 0.7, 1],
] as const;

type Colour = readonly [number, number, number, number];

/** As many as a full wall has boxes. */
const MANY_COLOURS = Array.from({ length: MANY }, (_, index): Colour => {
  const part = (step: number) => ((index * step) % 17) / 17;
  return [part(3), part(5), part(7), 1];
});

/** A wall of turned boxes, of these materials in turn; node i stands in row i / 15, the first row at the bottom. */
function makeWall(count: number, colours: readonly Colour[] = COLOURS): Uint8Array {
  const boxes = colours.map((colour, index) => ({
    name: `colour ${index}`,
    size: [0.5, 0.5, 0.5] as const,
    centre: [0, 0, 0] as const,
    colour,
  }));
  const { json, binary } = readGlb(makeBoxes(boxes));
  const nodes = Array.from({ length: count }, (_, index) => ({
    name: `part ${index}`,
    mesh: index % colours.length,
    translation: [((index % COLUMNS) - 7) * 0.65, (Math.floor(index / COLUMNS) - 7) * 0.65, 0],
    rotation: [0, Math.sin(0.3), 0, Math.cos(0.3)],
    scale: [0.5, 0.4, 0.5],
  }));
  // A part of them shines.
  const materials = json.materials?.map((material, index) => ({
    ...material,
    pbrMetallicRoughness: {
      ...(material.pbrMetallicRoughness as object),
      roughnessFactor: index % 9 === 4 ? 0.2 : 1,
    },
  }));
  return packGlb({ ...json, materials, nodes, scenes: [{ nodes: nodes.map((_, index) => index) }] }, binary);
}

const HIDDEN = Array.from({ length: MANY - FEW }, (_, index) => FEW + index);
const VIEW = [3, 4, 13];

/** Where a part of the wall is in the picture from {@link VIEW}, found by its number in the ID pass. */
async function capture(): Promise<{ snapshot: Pixels; ids: Pixels; depth: Pixels }> {
  const { snapshot, ids, depth } = await captureOf(page, ['snapshot', 'ids', 'depth']);
  if (snapshot === null || ids === null || depth === null) throw new Error('nothing is drawn');
  return { snapshot, ids, depth };
}

const hide = (nodes: readonly number[]) =>
  page.evaluate((all) => window.harness.viewer.api.setHiddenNodes(all), [...nodes]);

/** Calls that a frame of the stage makes on the card. */
async function countCalls(): Promise<number> {
  await runAtViewer(page, () => {
    const scope = globalThis as unknown as { drawCalls?: number };
    const { prototype } = WebGL2RenderingContext;
    if (scope.drawCalls === undefined) {
      for (const name of ['drawElements', 'drawArrays'] as const) {
        const draw = prototype[name] as (...args: unknown[]) => void;
        Object.assign(prototype, {
          [name](this: WebGL2RenderingContext, ...args: unknown[]) {
            scope.drawCalls = (scope.drawCalls ?? 0) + 1;
            return draw.apply(this, args);
          },
        });
      }
    }
    scope.drawCalls = 0;
  });
  await page.evaluate(() => window.harness.viewer.api.setUpAxis('Y_UP'));
  return runAtViewer(page, () => (globalThis as unknown as { drawCalls: number }).drawCalls);
}

test('many parts are drawn in few calls, and look, number and hide as they do one by one', async () => {
  await showModel(page, makeWall(FEW), VIEW);
  const alone = await capture();
  expect(await countCalls()).toBeGreaterThan(1.5 * FEW);

  await showModel(page, makeWall(MANY), VIEW);
  expect(await countCalls()).toBeLessThan(100);
  const whole = await capture();
  expect(differenceOf(whole.snapshot, alone.snapshot, 12)).toBeGreaterThan(0.01);

  await hide(HIDDEN);
  const together = await capture();
  expect(differenceOf(together.snapshot, alone.snapshot, 6)).toBeLessThan(0.001);
  expect(differenceOf(together.ids, alone.ids, 0)).toBe(0);
  expect(differenceOf(together.depth, alone.depth, 1)).toBe(0);

  await hide([]);
  expect(differenceOf((await capture()).snapshot, whole.snapshot, 0)).toBe(0);
});

test('very many materials that differ in colour alone are drawn in few calls, and each part has its own', async () => {
  await showModel(page, makeWall(FEW, MANY_COLOURS), VIEW);
  const alone = await capture();
  await showModel(page, makeWall(MANY, MANY_COLOURS), VIEW);
  expect(await countCalls()).toBeLessThan(100);
  const whole = await capture();
  await hide(HIDDEN);
  const together = await capture();
  expect(differenceOf(together.snapshot, alone.snapshot, 6)).toBeLessThan(0.001);
  expect(differenceOf(together.ids, alone.ids, 0)).toBe(0);
  await hide([]);

  const middle = 7 * COLUMNS + 7;
  const dress = (colours: readonly string[]) =>
    page.evaluate(
      ([all, materialIndex]) =>
        window.harness.viewer.api.setDressings(
          all.map((colour) => ({
            dressing: { kind: 'plain', materialIndex, colour, metalness: 0, roughness: 1 },
            texture: null,
          })),
        ),
      [colours, middle] as const,
    );
  await showModel(page, makeWall(MANY, MANY_COLOURS), [0, 0, 13]);
  const before = await capture();
  for (const [colour, channel] of [
    ['#10e010', 1],
    ['#e01010', 0],
  ] as const) {
    await dress([colour]);
    const { snapshot } = await capture();
    const seen = snapshot.at(160, 160);
    expect(Math.max(...seen)).toBe(seen[channel]);
    const isElsewhere = (x: number, y: number) => Math.hypot(x - 160, y - 160) > 25;
    expect(differenceOf(snapshot, before.snapshot, 2, isElsewhere)).toBeLessThan(0.002);
  }
  await dress([]);
  expect(differenceOf((await capture()).snapshot, before.snapshot, 0)).toBe(0);
  expect(differenceOf(whole.snapshot, alone.snapshot, 12)).toBeGreaterThan(0.01);
});

test('a part of many is picked, lit up and dressed by itself', async () => {
  await showModel(page, makeWall(MANY), [0, 0, 13]);
  const middle = 7 * COLUMNS + 7;
  const before = await capture();
  const from = await page.evaluate(() => window.harness.events.length);
  await page.mouse.click(180, 180);
  const { hit } = await page.evaluate((since) => window.harness.wait('partPicked', since), from);
  expect(hit).toEqual({ nodeIndex: middle, materialIndex: middle % COLOURS.length });

  const dress = (colour: string | null) =>
    page.evaluate(
      ([wanted, node, material]) =>
        window.harness.viewer.api.setDressings(
          wanted === null
            ? []
            : [
                {
                  dressing: {
                    kind: 'plain',
                    materialIndex: 40_000,
                    split: { from: material, nodes: [node] },
                    colour: wanted,
                    metalness: 0,
                    roughness: 1,
                  },
                  texture: null,
                },
              ],
        ),
      [colour, middle, middle % COLOURS.length] as const,
    );
  await dress('#f0e010');
  const dressed = await capture();
  const [red, green, blue] = dressed.snapshot.at(160, 160);
  expect(Math.min(red, green)).toBeGreaterThan(blue + 60);
  expect(dressed.ids.at(160, 160)).toEqual([40_002 % 256, Math.floor(40_002 / 256), 0]);
  const isElsewhere = (x: number, y: number) => Math.hypot(x - 160, y - 160) > 25;
  expect(differenceOf(dressed.snapshot, before.snapshot, 2, isElsewhere)).toBeLessThan(0.002);
  await dress(null);
  expect(differenceOf((await capture()).snapshot, before.snapshot, 0)).toBe(0);
});

test('batches go with their model', async () => {
  const memory = () => page.evaluate(() => window.harness.viewer.api.memory());
  await page.evaluate(() => window.harness.viewer.api.show(null));
  const empty = await memory();
  for (let round = 0; round < 2; round++) {
    const colours = round === 0 ? COLOURS : MANY_COLOURS;
    await page.evaluate((glb) => window.harness.show(glb), base64(makeWall(MANY, colours)));
    await hide(HIDDEN);
    await hide([]);
  }
  await page.evaluate(() => window.harness.viewer.api.show(null));
  expect(await memory()).toEqual(empty);

  // One that waits to be shown goes with an empty stage, too, and was drawn as the stage would draw it.
  await countCalls();
  await page.evaluate((glb) => window.harness.prepare(glb), base64(makeWall(MANY)));
  const drawn = await runAtViewer(page, () => (globalThis as unknown as { drawCalls: number }).drawCalls);
  expect(drawn).toBeGreaterThan(0);
  expect(drawn).toBeLessThan(100);
  expect((await memory()).geometries).toBeGreaterThan(empty.geometries);
  await page.evaluate(() => window.harness.viewer.api.show(null));
  expect(await memory()).toEqual(empty);
});

test('a stage that is emptied while it finds out what its product sees of the sky keeps nothing of that', async () => {
  const memory = () => page.evaluate(() => window.harness.viewer.api.memory());
  await page.evaluate(() => window.harness.viewer.api.show(null));
  const empty = await memory();
  // The card says that it has drawn the first sides that were looked at only when nobody needs the others any more.
  await runAtViewer(page, () => {
    const scope = globalThis as unknown as { isDrawing: boolean; fences: number };
    Object.assign(scope, { isDrawing: true, fences: 0 });
    const { prototype } = WebGL2RenderingContext;
    const { fenceSync, clientWaitSync } = prototype;
    prototype.fenceSync = function (...args) {
      scope.fences += 1;
      return fenceSync.apply(this, args);
    };
    prototype.clientWaitSync = function (...args) {
      return scope.isDrawing && scope.fences > 1 ? this.TIMEOUT_EXPIRED : clientWaitSync.apply(this, args);
    };
  });
  await page.evaluate((glb) => window.harness.show(glb), base64(makeWall(MANY)));
  const fences = () => runAtViewer(page, () => (globalThis as unknown as { fences: number }).fences);
  while ((await fences()) < 2) await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => window.harness.viewer.api.show(null));
  expect(await memory()).toEqual(empty);
  await runAtViewer(page, () => Object.assign(globalThis, { isDrawing: false }));
});

test('without memory to join them, many parts are drawn one by one', async () => {
  await showModel(page, makeWall(MANY), VIEW);
  const together = await capture();
  await runAtViewer(page, () => {
    globalThis.Uint32Array = new Proxy(Uint32Array, {
      construct(target, args, made) {
        if (typeof args[0] === 'number' && args[0] > 2_000) throw new RangeError('no room');
        return Reflect.construct(target, args, made);
      },
    });
  });
  await showModel(page, makeWall(MANY), VIEW);
  expect(await countCalls()).toBeGreaterThan(1.5 * MANY);
  const alone = await capture();
  expect(differenceOf(alone.snapshot, together.snapshot, 6)).toBeLessThan(0.001);
  expect(differenceOf(alone.ids, together.ids, 0)).toBe(0);
});
