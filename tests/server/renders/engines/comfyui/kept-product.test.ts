import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KHRMaterialsTransmission } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundLight } from '../../../../../src/contract/http/renders.ts';
import type { ContentHash } from '../../../../../src/contract/ids.ts';
import { AI_NODES, isLater, TURN_NODE } from '../../../../../src/contract/render-nodes.ts';
import type { ProductLight, RenderSpec } from '../../../../../src/contract/render-spec.ts';
import { createModelInspector, type ModelInspector } from '../../../../../src/server/models/inspect-model.ts';
import { AttemptEnded, type EngineEvent } from '../../../../../src/server/renders/engines/engine.ts';
import {
  createProductTracer,
  type ProductTracer,
} from '../../../../../src/server/renders/engines/hero/product-tracer.ts';
import { createStudioHost, type StudioHost } from '../../../../../src/server/renders/engines/studio-host.ts';
import { createDiskStorage } from '../../../../../src/server/storage/disk-storage.ts';
import type { Storage } from '../../../../../src/server/storage/storage.ts';
import { readGlb } from '../../../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../../../support/box-model.ts';
import { changeGlb } from '../../../../support/change-glb.ts';
import {
  createComfyStage,
  eventsOf,
  keepFile,
  makeSmallOrder,
  readKept,
  ready,
  type TestComfy,
} from '../../../../support/comfy-engine.ts';
import type { FakeComfy } from '../../../../support/fake-comfyui/start-fake-comfy.ts';
import { createSquare, packGlb, writeGlb } from '../../../../support/tiny-model.ts';
import { buildKernel, TRACER_FOLDER } from '../../../../support/trace-host.ts';
import { bundleWorkerScripts } from '../../../../support/worker-scripts.ts';

/** Orders that keep their product, on a server that does what a graph says, with the real tracer before and after it. */

const stage = createComfyStage();
let root: string;
let storage: Storage;
let host: StudioHost;
let models: ModelInspector;
let product: ProductTracer;
let fake: FakeComfy;
let comfy: TestComfy;

beforeAll(async () => {
  buildKernel();
  root = await mkdtemp(join(tmpdir(), 'vitrine-kept-'));
  storage = await createDiskStorage(root);
  const scripts = await bundleWorkerScripts();
  host = createStudioHost(
    {
      workerFile: join(scripts, 'studio-worker.js'),
      tileWorkerFile: join(scripts, 'tile-worker.js'),
      tracerFolder: TRACER_FOLDER,
    },
    1,
  );
  models = createModelInspector(storage, join(scripts, 'model-worker.js'));
  product = createProductTracer({ host, models });
  fake = await stage.fake({ stepMs: 1 });
  comfy = await stage.open([fake.url], { product, timing: { quietSocketMs: 300 } });
  await comfy.seen(ready(1));
});
afterAll(async () => {
  await stage.close();
  await host.close();
  await rm(root, { recursive: true, force: true });
});

/** An order of a red box that keeps it. */
async function makeOrder(changes: Partial<RenderSpec> = {}, glb?: Uint8Array): Promise<RenderSpec> {
  const box = { size: [6, 6, 6] as const, centre: [0, 0, 0] as const, colour: [0.7, 0.05, 0.05, 1] as const };
  const bytes = glb ?? makeBoxes([box]);
  await storage.put(bytes);
  const order = await makeSmallOrder({ keepsProduct: 'studio', ...changes });
  return { ...order, scene: { ...order.scene, modelHash: keepFile(bytes) } };
}

const pixelsOf = async (event: Extract<EngineEvent, { kind: 'encoded' }>) =>
  sharp(event.png).removeAlpha().raw().toBuffer();

test('the AI paints around the product, no pixel of which is changed, in every picture of a batch', async () => {
  const order = await makeOrder({ batchSize: 2 });
  const events = await comfy.start(order).ended;
  const pictures = eventsOf(events, 'encoded');
  expect(pictures.map(({ batchIndex }) => batchIndex)).toEqual([0, 1]);
  expect(eventsOf(events, 'image')).toEqual([]);
  expect(eventsOf(events, 'made')).toHaveLength(1);
  for (const { keptProduct, widthPx, heightPx } of pictures) {
    expect([widthPx, heightPx]).toEqual([64, 64]);
    expect(keptProduct).toMatchObject({ changed_pixels: 0, light: null });
    expect(keptProduct!.compared_pixels).toBeGreaterThan(200);
  }
  const [first, second] = pictures;
  expect(second!.keptProduct!.product_hash).toBe(first!.keptProduct!.product_hash);
  const [one, two] = [await pixelsOf(first!), await pixelsOf(second!)];
  const middle = (32 * 64 + 32) * 3;
  expect([...two.subarray(middle, middle + 3)]).toEqual([...one.subarray(middle, middle + 3)]);
  expect(one[middle]!).toBeGreaterThan(2 * one[middle + 1]!);
  expect(Buffer.compare(one, two)).not.toBe(0);
  // The same order again.
  const again = eventsOf(await comfy.start(order).ended, 'encoded');
  expect(again.map(({ png }) => Buffer.from(png).toString('base64'))).toEqual(
    pictures.map(({ png }) => Buffer.from(png).toString('base64')),
  );
});

test('what is at work goes forwards, from tracing the product to placing it', async () => {
  const order = await makeOrder({ batchSize: 2, seed: '8' });
  const told = eventsOf(await comfy.start(order).ended, 'progress');
  const percents = told.map(({ percent }) => percent);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.at(-1)).toBe(100);
  const steps = [...new Set(told.map(({ nodeId }) => nodeId))].filter((id) => id !== 'wait-for-server');
  const known = AI_NODES.map(({ id }) => id);
  const shown = steps.map((step) => known.find((id) => id === step)!);
  expect(shown.every((step, i) => i === 0 || isLater(step, shown[i - 1]!))).toBe(true);
  expect(shown[0]).toBe('trace-product');
  expect(shown).toContain('sample');
  expect(shown.slice(-2)).toEqual(['compose-product', 'save']);
});

test('a lens that blurs is the stage’s: the product is as sharp as what is painted around it', async () => {
  const sharpOrder = await makeOrder({ seed: '21' });
  const { camera } = sharpOrder;
  const lens = { fNumber: 1, focus: [0, 0, 40] as [number, number, number], metresPerUnit: 1 };
  const blurred = { ...sharpOrder, camera: { ...camera, depthOfField: lens } };
  const hashes = [];
  for (const order of [sharpOrder, blurred]) {
    const [picture] = eventsOf(await comfy.start(order).ended, 'encoded');
    hashes.push(picture!.keptProduct!.product_hash);
  }
  expect(hashes[1]).toBe(hashes[0]);
});

test('surroundings are enlarged, and the product is traced at the final size', async () => {
  const order = await makeOrder({ widthPx: 512, heightPx: 64, outputPx: 2048 });
  const [picture] = eventsOf(await comfy.start(order).ended, 'encoded');
  expect([picture!.widthPx, picture!.heightPx]).toEqual([2048, 256]);
  expect(picture!.keptProduct!.changed_pixels).toBe(0);
  expect(picture!.keptProduct!.compared_pixels).toBeGreaterThan(8_000);
});

test('surroundings that slid too far are painted once more with another seed, and the better ones are kept and told', async () => {
  // The server knows the results of graphs that it has done: each order has a seed of its own.
  let seed = 31;
  const draw = async (slides: readonly number[]) => {
    await fake.set({ slides });
    await fake.command({ do: 'clear-journal' });
    const events = await comfy.start(await makeOrder({ batchSize: 2, seed: String((seed += 10)) })).ended;
    const queued = (await fake.journal()).filter((one) => one.kind === 'queued');
    return { pictures: eventsOf(events, 'encoded'), made: eventsOf(events, 'made'), jobs: queued.length };
  };
  const straight = await draw([]);
  expect(straight.jobs).toBe(1);
  expect(straight.pictures.map(({ keptProduct }) => keptProduct!.has_slid)).toEqual([false, false]);

  // The second picture of the first job, then nothing of the second job.
  const once = await draw([0, 8, 0]);
  expect(once.jobs).toBe(2);
  expect(once.made).toHaveLength(2);
  expect(once.pictures.map(({ batchIndex }) => batchIndex)).toEqual([0, 1]);
  const [first, second] = once.pictures;
  expect(first!.keptProduct).toMatchObject({ is_repainted: false, has_slid: false });
  expect(second!.keptProduct).toMatchObject({ is_repainted: true, has_slid: false, changed_pixels: 0 });

  // Both times, less the second time: that is the picture, and it says so.
  const twice = await draw([0, 10, 6]);
  expect(twice.jobs).toBe(2);
  expect(twice.pictures[1]!.keptProduct).toMatchObject({ is_repainted: true, has_slid: true });
  // More the second time: the first one stays.
  const worse = await draw([0, 6, 10]);
  expect(worse.pictures[1]!.keptProduct).toMatchObject({ is_repainted: false, has_slid: true });
  expect(worse.made).toHaveLength(1);
  await fake.set({ slides: [] });
});

test('pictures that an earlier attempt finished are neither painted nor composed again', async () => {
  const order = await makeOrder({ batchSize: 2, seed: '9' });
  const whole = eventsOf(await comfy.start(order).ended, 'encoded');
  await fake.command({ do: 'clear-journal' });
  const rest = eventsOf(await comfy.start(order, { finished: new Set([0]) }).ended, 'encoded');
  expect(rest.map(({ batchIndex }) => batchIndex)).toEqual([1]);
  expect(Buffer.compare(rest[0]!.png, whole[1]!.png)).toBe(0);
  const sent = (await fake.journal()).filter((one) => one.kind === 'queued');
  expect(sent).toHaveLength(1);
});

test('an attempt that goes on takes up what is painted for it already', async () => {
  await fake.set({ holdAt: ['sample@2'] });
  const order = await makeOrder({ seed: '11' });
  await fake.command({ do: 'clear-journal' });
  const first = comfy.start(order);
  await fake.until({ kind: 'held' });
  first.abort(new AttemptEnded());
  await expect(first.ended).rejects.toThrow();
  await fake.set({ holdAt: [] });
  const second = comfy.start(order, { handle: first.handles.at(-1) ?? null });
  await second.event('progress', (event) => event.nodeId === 'sample');
  await fake.command({ do: 'release' });
  expect(eventsOf(await second.ended, 'encoded')).toHaveLength(1);
  expect((await fake.journal()).filter((one) => one.kind === 'queued')).toHaveLength(1);
});

test('an attempt that ends while surroundings are painted once more finishes in the next, with the first painting judged again', async () => {
  await fake.set({ slides: [0, 8, 0], holdAt: ['sample@2'] });
  const order = await makeOrder({ batchSize: 2, seed: '1001' });
  await fake.command({ do: 'clear-journal' });
  const first = comfy.start(order);
  await fake.until({ kind: 'held' });
  await fake.command({ do: 'clear-journal' });
  await fake.command({ do: 'release' });
  await fake.set({ holdAt: ['sample@2'] });
  await first.event('encoded', ({ batchIndex }) => batchIndex === 0);
  // The second picture is painted once more.
  await fake.until({ kind: 'held' });
  first.abort(new AttemptEnded());
  await expect(first.ended).rejects.toThrow();

  await fake.set({ slides: [8, 0], holdAt: [] });
  const left = { handle: first.handles.at(-1) ?? null, finished: new Set([0]) };
  expect(left.handle).not.toBeNull();
  const second = comfy.start(order, left);
  // Its job was of another seed: nobody wants that any more.
  await fake.until({ kind: 'interrupt' });
  await fake.command({ do: 'release' });
  const [picture, ...others] = eventsOf(await second.ended, 'encoded');
  expect(others).toEqual([]);
  expect(picture).toMatchObject({ batchIndex: 1, keptProduct: { is_repainted: true, has_slid: false } });
  await fake.set({ slides: [] });
});

/** A square of glass: it shows what stands behind it, unless all of it is metal. */
function makeGlass(metalness = 0): Promise<Uint8Array> {
  const { document, primitive } = createSquare();
  const glass = document.createExtension(KHRMaterialsTransmission).createTransmission();
  const material = document.createMaterial('glass').setDoubleSided(true).setMetallicFactor(metalness);
  primitive.setMaterial(material.setExtension('KHR_materials_transmission', glass.setTransmissionFactor(1)));
  return writeGlb(document);
}

test('a product of glass is drawn as before, and why is told', async () => {
  const order = await makeOrder({}, await makeGlass());
  const events = await comfy.start(order).ended;
  expect(eventsOf(events, 'warned').map(({ warning }) => warning)).toContainEqual({
    kind: 'product-not-kept',
    name: 'glass',
  });
  expect(eventsOf(events, 'encoded')).toEqual([]);
  expect(eventsOf(events, 'image')).toHaveLength(1);
});

test('of a product that the AI paints from the stage after all, nothing is said to be left out', async () => {
  const { json } = readGlb(await makeGlass());
  const extensions = { ...json.materials?.[0]?.extensions, KHR_materials_subsurface: {} };
  const waxen = changeGlb(await makeGlass(), {
    extensionsUsed: [...(json.extensionsUsed ?? []), 'KHR_materials_subsurface'],
    materials: [{ ...json.materials?.[0], extensions }],
  });
  const order = await makeOrder({ drawsWithout: true, paintsProduct: true }, waxen);
  const events = await comfy.start(order).ended;
  expect(eventsOf(events, 'warned').map(({ warning }) => warning)).toEqual([
    { kind: 'product-not-kept', name: 'glass' },
  ]);
});

test('an order whose product cannot be kept is refused before it is paid, until the person says yes to it', async () => {
  const check = (order: RenderSpec) => comfy.engine.check(order, new AbortController().signal);
  const notKept = (reason: string) => ({ failure: { code: 'product-not-kept', reason } });
  const glass = await makeOrder({}, await makeGlass());
  await expect(check(glass)).rejects.toMatchObject(notKept('glass'));
  expect(await check({ ...glass, paintsProduct: true })).toEqual([]);
  // That something is left out is another question.
  await expect(check({ ...glass, drawsWithout: true })).rejects.toMatchObject(notKept('glass'));
  const { keepsProduct: _, ...painted } = glass;
  expect(await check(painted)).toEqual([]);
  // Of metal it shows nothing; nor where it is hidden or wears something else.
  expect(await check(await makeOrder({}, await makeGlass(1)))).toEqual([]);
  const hidden = { ...glass.scene, hiddenNodes: [0] };
  expect(await check({ ...glass, scene: hidden })).toEqual([]);
  const plain = { kind: 'plain', materialIndex: 0, colour: '#ffffff', metalness: 0, roughness: 1 } as const;
  expect(await check({ ...glass, scene: { ...glass.scene, dressings: [plain] } })).toEqual([]);

  const broken = await makeOrder({}, new TextEncoder().encode('no model'));
  await expect(check(broken)).rejects.toMatchObject(notKept('model'));
  expect(await check({ ...broken, paintsProduct: true })).toEqual([]);

  const wax = packGlb({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_subsurface'],
    materials: [{ extensions: { KHR_materials_subsurface: {} } }],
    meshes: [{ primitives: [{ attributes: {}, material: 0 }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
  });
  expect(await check(await makeOrder({}, wax))).toEqual(['subsurface scattering']);
  expect(await check(await makeOrder({ paintsProduct: true }, wax))).toEqual(['subsurface scattering']);
  expect(await check(await makeOrder())).toEqual([]);
});

test('a model that cannot be traced is drawn as before, and why is told', async () => {
  const order = await makeOrder({}, new TextEncoder().encode('no model'));
  const events = await comfy.start(order).ended;
  expect(eventsOf(events, 'warned').map(({ warning }) => warning)).toEqual([
    { kind: 'product-not-kept', name: 'model' },
  ]);
  expect(eventsOf(events, 'image')).toHaveLength(1);
});

test('an order that is cancelled ends, while its product is traced and while it is composed', async () => {
  for (const nodeId of ['trace-product', 'compose-product']) {
    const attempt = comfy.start(await makeOrder({ seed: '10' }));
    await attempt.event('progress', (event) => event.nodeId === nodeId);
    attempt.abort();
    await expect(attempt.ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(eventsOf(attempt.events, 'encoded')).toEqual([]);
  }
  // And the next one has its turn.
  expect(eventsOf(await comfy.start(await makeOrder({})).ended, 'encoded')).toHaveLength(1);
});

test('an order says that it waits, again and again, while the products of others are traced', async () => {
  const busy = createProductTracer({ host, models, signMs: 5 });
  const other = await stage.open([fake.url], { product: busy });
  await other.seen(ready(1));
  const signal = new AbortController().signal;
  const listener = { onWait: () => {}, onProgress: () => {}, onEvent: () => {} };
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const readLater = async (hash: ContentHash) => {
    await held;
    return readKept(hash);
  };
  const size = { widthPx: 64, heightPx: 64 };
  const first = busy.tracePlate(await makeOrder(), size, readLater, listener, signal);
  const second = other.start(await makeOrder({ seed: '1201' }));
  const signs = () => eventsOf(second.events, 'progress').filter(({ nodeId }) => nodeId === TURN_NODE);
  await expect.poll(() => signs().length).toBeGreaterThan(3);
  expect(new Set(signs().map(({ percent }) => percent))).toEqual(new Set([0]));
  goOn();
  expect(typeof (await first)).toBe('object');
  expect(eventsOf(await second.ended, 'encoded')).toHaveLength(1);
});

test('a product as-painted is traced in the light that was found around it, where that is sure; else in its own', async () => {
  const light: FoundLight = {
    azimuth_degrees: 50,
    elevation_degrees: 20,
    softness: 0.1,
    colour: '#ffffff',
    ambient: '#ffffff',
    confidence: 0.9,
  };
  const draw = async (keepsProduct: ProductLight, found: FoundLight | null) => {
    const order = await makeOrder({ keepsProduct });
    const rgba = new Uint8Array(64 * 64 * 4).fill(128);
    for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
    const surroundings = {
      widthPx: 64,
      heightPx: 64,
      rgba,
      shadowShare: 0,
      reflectionShare: 0,
      shiftPx: null,
      hasSlid: false,
      light: found,
    };
    const listener = { onWait: () => {}, onProgress: () => {}, onEvent: () => {} };
    const painted = [{ batchIndex: 0, surroundings, isRepainted: false }];
    const signal = new AbortController().signal;
    const [made] = await product.compose(order, painted, readKept, listener, signal);
    return { kept: made!.keptProduct!, pixels: await pixelsOf(made!) };
  };
  const own = await draw('studio', light);
  expect(own.kept).toMatchObject({ changed_pixels: 0, light: null });
  const unsure = await draw('as-painted', { ...light, confidence: 0.2 });
  expect(unsure.kept).toMatchObject({ changed_pixels: 0, light: null });
  expect(Buffer.compare(unsure.pixels, own.pixels)).toBe(0);

  const right = await draw('as-painted', light);
  const left = await draw('as-painted', { ...light, azimuth_degrees: -50 });
  expect(right.kept).toMatchObject({ changed_pixels: 0, light });
  expect(right.kept.product_hash).not.toBe(own.kept.product_hash);
  /** Red of the product's right half over that of its left one. */
  const balance = (pixels: Buffer): number => {
    const half = (from: number, to: number) => {
      let sum = 0;
      for (let y = 24; y < 40; y++) for (let x = from; x < to; x++) sum += pixels[(y * 64 + x) * 3]!;
      return sum;
    };
    return half(33, 42) / half(22, 31);
  };
  expect(balance(right.pixels)).toBeGreaterThan(1.05 * balance(left.pixels));
});
