import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContentHash } from '../../../../src/contract/ids.ts';
import { createModelInspector } from '../../../../src/server/models/inspect-model.ts';
import type {
  EngineContext,
  EngineEvent,
  RenderEngine,
} from '../../../../src/server/renders/engines/engine.ts';
import { createStudioEngine } from '../../../../src/server/renders/engines/studio.ts';
import { createStudioHost } from '../../../../src/server/renders/engines/studio-host.ts';
import { createDiskStorage } from '../../../../src/server/storage/disk-storage.ts';
import { readBytes } from '../../../../src/server/storage/read-bytes.ts';
import type { Storage } from '../../../../src/server/storage/storage.ts';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { FLAT_LABEL } from '../../../support/flat-label.ts';
import { pixelsOf } from '../../../support/pixels.ts';
import { makePng } from '../../../support/tiny-image.ts';
import { createSquare, packGlb, writeGlb } from '../../../support/tiny-model.ts';
import { buildKernel, createSpec, TRACER_FOLDER } from '../../../support/trace-host.ts';
import { bundleWorkerScripts } from '../../../support/worker-scripts.ts';

let root: string;
let scripts: string;
let storage: Storage;
let engine: RenderEngine;
beforeAll(async () => {
  buildKernel();
  root = await mkdtemp(join(tmpdir(), 'vitrine-studio-'));
  scripts = await bundleWorkerScripts();
  storage = await createDiskStorage(root);
  const places = {
    workerFile: join(scripts, 'studio-worker.js'),
    tileWorkerFile: join(scripts, 'tile-worker.js'),
    tracerFolder: TRACER_FOLDER,
  };
  engine = createStudioEngine({
    host: createStudioHost(places, 2),
    models: createModelInspector(storage, join(scripts, 'model-worker.js')),
    version: '1.2.3',
  });
});
afterAll(async () => {
  await engine.close();
  await rm(root, { recursive: true, force: true });
});

const keep = async (glb: Uint8Array): Promise<ContentHash> => (await storage.put(glb)).hash;
const context: EngineContext = {
  readFile: (hash: ContentHash) => readBytes(storage, hash),
  handle: null,
  keepHandle: async () => {},
  finished: new Set(),
  madeBefore: [],
};
const never = () => new AbortController().signal;

async function collect(
  recipe: Parameters<RenderEngine['run']>[0],
  finished: readonly number[] = [],
): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  const attempt = { ...context, finished: new Set(finished) };
  for await (const event of engine.run(recipe, attempt, never())) events.push(event);
  return events;
}

test('a recipe becomes its pictures, with progress that never falls; the same recipe gives the same bytes', async () => {
  const hash = await keep(await writeGlb(createSquare().document));
  const recipe = createSpec(hash, { widthPx: 64, heightPx: 64, batchSize: 2 });
  const events = await collect(recipe);
  const percents = events.flatMap((event) => (event.kind === 'progress' ? [event.percent] : []));
  expect(percents.length).toBeGreaterThan(5);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  const images = (list: EngineEvent[]) => list.filter((event) => event.kind === 'encoded');
  expect(images(events)).toMatchObject([
    { batchIndex: 0, widthPx: 64, heightPx: 64 },
    { batchIndex: 1, widthPx: 64, heightPx: 64 },
  ]);
  expect(images(events)[0]?.small.rgba.length).toBe(64 * 64 * 4);
  expect(images(await collect(recipe))).toEqual(images(events));
});

test('an attempt draws only what an earlier one did not finish, and where that is all, nothing', async () => {
  const hash = await keep(await writeGlb(createSquare().document));
  const recipe = createSpec(hash, { widthPx: 64, heightPx: 64, batchSize: 3 });
  const drawn = (events: EngineEvent[]) =>
    events.flatMap((event) => (event.kind === 'encoded' ? [event.batchIndex] : []));
  expect(drawn(await collect(recipe, [0, 2]))).toEqual([1]);
  expect(await collect(recipe, [0, 1, 2])).toEqual([]);
});

test('a picture of the model that cannot be read is told, and a plain one stands in', async () => {
  const { document, primitive } = createSquare();
  const texture = document
    .createTexture('label')
    .setImage(new TextEncoder().encode('no picture at all, whatever its name says'))
    .setMimeType('image/png');
  primitive.setMaterial(document.createMaterial('paper').setBaseColorTexture(texture));
  const hash = await keep(await writeGlb(document));
  const events = await collect(createSpec(hash, { widthPx: 64, heightPx: 64 }));
  expect(events.filter(({ kind }) => kind === 'warned')).toEqual([
    { kind: 'warned', warning: { kind: 'unreadable-image', name: 'label' } },
  ]);
  expect(events.filter(({ kind }) => kind === 'encoded')).toHaveLength(1);
});

/** The middle of the only picture of a recipe, red, green and blue. */
async function middleOf(recipe: Parameters<RenderEngine['run']>[0]): Promise<[number, number, number]> {
  const [picture, ...others] = (await collect(recipe)).filter((event) => event.kind === 'encoded');
  if (picture === undefined || others.length > 0) throw new Error('not one picture');
  return pixelsOf(picture.small.rgba, 64).at(32, 32);
}

test('a label shows its own picture', async () => {
  const imageHash = await keep(makePng());
  const label = { ...FLAT_LABEL, imageHash, width: 1, height: 1, depth: 0.5 };
  const plain = createSpec(await keep(await writeGlb(createSquare().document)));
  const [red, green, blue] = await middleOf({
    ...plain,
    scene: { ...plain.scene, labels: [{ ...label, position: [0, 0, 0] }] },
  });
  expect(red).toBeGreaterThan(4 * Math.max(green, blue));
});

test("a person's own surroundings light the product", async () => {
  // Radiance's shared exponent stands in alpha: see `tracer/environment/rgbe.ts`.
  const rgba = { r: 10, g: 20, b: 200, alpha: 136 / 255 };
  const picture = sharp({ create: { width: 8, height: 4, channels: 4, background: rgba } }).png();
  const imageHash = await keep(new Uint8Array(await picture.toBuffer()));
  const placing = { rotationDegrees: 0, stops: 0, isSeen: false, blur: 0 };
  const environment = { kind: 'picture', imageHash, name: 'loft', ...placing } as const;
  const plain = createSpec(await keep(await writeGlb(createSquare().document)));
  const [red, , blue] = await middleOf({ ...plain, scene: { ...plain.scene, environment } });
  expect(blue).toBeGreaterThan(red + 50);
});

test('what cannot be drawn is left out and told where the person wants the rest', async () => {
  const { document, primitive } = createSquare();
  primitive.setMaterial(document.createMaterial('leaf'));
  const { json, binary } = readGlb(await writeGlb(document));
  const model = structuredClone(json) as unknown as Record<string, unknown>;
  model.materials = [{ extensions: { KHR_materials_subsurface: {} } }];
  model.extensionsUsed = ['KHR_materials_subsurface', 'ACME_shape'];
  model.extensionsRequired = ['ACME_shape'];
  const hash = await keep(packGlb(model, binary));
  const recipe = createSpec(hash, { widthPx: 64, heightPx: 64, drawsWithout: true });
  const events = await collect(recipe);
  const told = events.flatMap((event) => (event.kind === 'warned' ? [event.warning] : []));
  expect(told).toEqual([
    { kind: 'not-drawn', name: 'ACME_shape' },
    { kind: 'not-drawn', name: 'subsurface scattering' },
  ]);
  expect(events.filter(({ kind }) => kind === 'encoded')).toHaveLength(1);
});

test('an abort ends a picture in the middle', async () => {
  const hash = await keep(await writeGlb(createSquare().document));
  const controller = new AbortController();
  const recipe = createSpec(hash, { widthPx: 1024, heightPx: 1024, quality: 'high' });
  const run = async () => {
    for await (const event of engine.run(recipe, context, controller.signal)) {
      if (event.kind === 'progress' && event.nodeId === 'path-trace') controller.abort();
    }
  };
  await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
});

test('the build names the product and the kernel', async () => {
  expect(await engine.build()).toEqual({
    engine: 'studio',
    version: '1.2.3',
    kernelHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('what cannot be drawn is named, unless a dressing replaces it', async () => {
  const iridescent = packGlb({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_subsurface'],
    materials: [{ extensions: { KHR_materials_subsurface: {} } }],
    meshes: [{ primitives: [{ attributes: {}, material: 0 }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
  });
  const recipe = createSpec(await keep(iridescent));
  expect(await engine.check(recipe, never())).toEqual(['subsurface scattering']);
  const plain = { kind: 'plain', materialIndex: 0, colour: '#ffffff', metalness: 0, roughness: 1 } as const;
  const dressed = { ...recipe, scene: { ...recipe.scene, dressings: [plain] } };
  expect(await engine.check(dressed, never())).toEqual([]);
});
