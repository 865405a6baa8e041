import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneSpec } from '../../../src/contract/render-spec.ts';
import { createModelInspector, type ModelInspector } from '../../../src/server/models/inspect-model.ts';
import { createDiskStorage } from '../../../src/server/storage/disk-storage.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import {
  makeBrokenDraco,
  makeBrokenMeshopt,
  makeHoled,
  makeSquare,
  makeTorn,
  makeUnturned,
  REFUSED_MODELS,
  UNSEEN_MODELS,
} from '../../support/broken-models.ts';
import { makeSkinned, makeStretched } from '../../support/deformed-models.ts';
import { AS_IT_IS, hasSamples, listSamples, packGlb, readSample } from '../../support/tiny-model.ts';
import { bundleWorkerScripts } from '../../support/worker-scripts.ts';

let root: string;
let scripts: string;
let storage: Storage;
let inspector: ModelInspector;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-models-'));
  scripts = await bundleWorkerScripts();
  storage = await createDiskStorage(root);
  inspector = createModelInspector(storage, join(scripts, 'model-worker.js'));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Something else in place of the first material. */
const DRESSED = [{ kind: 'tinted', materialIndex: 0 }] as unknown as SceneSpec['dressings'];

const inspect = async (glb: Uint8Array, signal = new AbortController().signal) =>
  inspector.inspect((await storage.put(glb)).hash, AS_IT_IS, signal);
/** The code a file is refused with. */
const refusal = (glb: Uint8Array) =>
  inspect(glb).then(
    () => 'accepted',
    (error: { failure?: { code: string } }) => error.failure?.code,
  );

test('a container that does not hold what it says is refused', async () => {
  const good = packGlb({ asset: { version: '2.0' } }, new Uint8Array(8));
  expect(await inspect(good)).toEqual([]);
  expect(await refusal(new Uint8Array())).toBe('file-empty');
  expect(await refusal(good.subarray(0, 16))).toBe('model-unreadable');
  expect(await refusal(good.subarray(0, good.length - 4))).toBe('model-unreadable');
  for (const [offset, value] of [
    [0, 1], // magic
    [4, 1], // version
    [12, 0xfffffff0], // length of the JSON chunk
    [16, 7], // type of the JSON chunk
  ] as const) {
    const bad = good.slice();
    new DataView(bad.buffer).setUint32(offset, value, true);
    expect(await refusal(bad)).toBe('model-unreadable');
  }
});

test('JSON that is none, of another version, or points nowhere, is refused', async () => {
  expect(await refusal(packGlb(null))).toBe('model-unreadable');
  expect(await refusal(packGlb([]))).toBe('model-unreadable');
  expect(await refusal(packGlb({ asset: { version: '1.0' } }))).toBe('model-unreadable');
  const cycle = { asset: { version: '2.0' }, nodes: [{ children: [1] }, { children: [0] }] };
  expect(await refusal(packGlb(cycle))).toBe('model-unreadable');
  const broken = packGlb({ asset: { version: '2.0' } });
  broken[20] = 0x21;
  expect(await refusal(broken)).toBe('model-unreadable');
});

test('nesting without end is refused and hurts nobody', async () => {
  const deep = packGlb({ asset: { version: '2.0' } });
  const text = `{"asset":{"version":"2.0"},"extras":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const json = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4));
  const glb = new Uint8Array(20 + json.length);
  glb.set(deep.subarray(0, 20));
  glb.set(json, 20);
  const view = new DataView(glb.buffer);
  view.setUint32(8, glb.length, true);
  view.setUint32(12, json.length, true);
  expect(['accepted', 'model-unreadable', 'model-too-complex']).toContain(await refusal(glb));
});

test('an abort ends the look', async () => {
  const glb = packGlb({ asset: { version: '2.0' } });
  await expect(inspect(glb, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test.skipIf(!hasSamples)('every broken sample is refused or read, none brings anything down', async () => {
  for (const name of listSamples('broken')) {
    const code = await refusal(readSample(join('broken', name)));
    expect(['accepted', 'file-empty', 'model-unreadable', 'model-too-complex'], name).toContain(code);
  }
});

test('what is taken unpacks, and what does not is refused with the stage’s own reason', async () => {
  const check = async (glb: Uint8Array) =>
    inspector.check((await storage.put(glb)).hash, new AbortController().signal);
  for (const extension of ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const) {
    await expect(check(makeBrokenMeshopt(extension))).rejects.toMatchObject({
      failure: { code: 'model-unreadable', reason: 'geometry-damaged' },
    });
  }
  await expect(check(makeBrokenDraco())).rejects.toMatchObject({
    failure: { code: 'model-unreadable', reason: 'geometry-damaged' },
  });
  await check(makeSquare());
  // An order's own look does not unpack a model again.
  expect(await inspect(makeBrokenDraco())).toEqual([]);
});

test.each([...REFUSED_MODELS, ...UNSEEN_MODELS])(
  '%s, which the page refuses, is nobody’s model: %s',
  async (_name, reason, make) => {
    const { hash } = await storage.put(make());
    const check = inspector.check(hash, new AbortController().signal);
    await expect(check).rejects.toMatchObject({ failure: { reason } });
  },
);

test('a model of which only a part is damaged, or that lies far into its file, is taken', async () => {
  const far = makeSquare({ tail: new Uint8Array(300_000) });
  for (const glb of [makeHoled(), makeTorn(), makeUnturned(), far]) {
    await inspector.check((await storage.put(glb)).hash, new AbortController().signal);
  }
});

test('shape keys that are on, and more than four joints of a corner, are read wherever they lie in the file', async () => {
  for (const glb of [
    makeStretched({ node: [1] }),
    makeStretched({ mesh: [0.5] }),
    makeSkinned({ sets: 2 }),
  ]) {
    await inspector.check((await storage.put(glb)).hash, new AbortController().signal);
  }
});

test('a skin with fewer bind matrices than joints, or with numbers of another shape, is taken or refused', async () => {
  for (const glb of [
    makeSkinned({ bind: 1 }),
    makeSkinned({ bindType: 'SCALAR' }),
    makeSkinned({ jointsType: 'SCALAR' }),
  ]) {
    const { hash } = await storage.put(glb);
    const check = inspector.check(hash, new AbortController().signal);
    const code = await check.then(
      () => 'accepted',
      (error: { failure?: { code: string } }) => error.failure?.code,
    );
    expect(['accepted', 'model-unreadable']).toContain(code);
  }
});

test('a model is looked into once, whatever the number of orders and what they dress', async () => {
  let reads = 0;
  const counting: Storage = {
    ...storage,
    open: (...place) => {
      reads += 1;
      return storage.open(...place);
    },
  };
  const counted = createModelInspector(counting, join(scripts, 'model-worker.js'));
  const thin = { extensions: { KHR_materials_subsurface: {} } };
  const { hash } = await storage.put(makeSquare({ materials: [thin] }));
  const never = new AbortController().signal;
  const gone = new AbortController();
  const leaving = counted.inspect(hash, AS_IT_IS, gone.signal);
  const first = [
    counted.inspect(hash, AS_IT_IS, never),
    counted.inspect(hash, { ...AS_IT_IS, dressings: DRESSED }, never),
  ];
  gone.abort();
  await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
  expect(await Promise.all(first)).toEqual([['subsurface scattering'], []]);
  const once = reads;
  expect(await counted.inspect(hash, AS_IT_IS, never)).toEqual(['subsurface scattering']);
  expect(reads).toBe(once);

  // What came in by a check is known to the first order.
  const other = (await storage.put(makeSquare({ materials: [thin, {}] }))).hash;
  await counted.check(other, never);
  const checked = reads;
  expect(await counted.inspect(other, AS_IT_IS, never)).toEqual(['subsurface scattering']);
  expect(reads).toBe(checked);

  // What is refused is looked into again: it may have been the hour.
  const { hash: bad } = await storage.put(packGlb([]));
  await expect(counted.inspect(bad, AS_IT_IS, never)).rejects.toMatchObject({
    failure: { reason: 'json-damaged' },
  });
  const refused = reads;
  await expect(counted.inspect(bad, AS_IT_IS, never)).rejects.toMatchObject({
    failure: { reason: 'json-damaged' },
  });
  expect(reads).toBeGreaterThan(refused);
});

test('more triangles than Studio draws are refused before an order, but for those of hidden nodes', async () => {
  // Two of three million triangles each; it does not matter where their numbers are.
  const glb = packGlb({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [{ mesh: 0 }, { mesh: 0 }, { mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ componentType: 5126, count: 9_000_000, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
  });
  const { hash } = await storage.put(glb);
  const never = new AbortController().signal;
  await expect(inspector.inspect(hash, AS_IT_IS, never)).rejects.toMatchObject({
    failure: { code: 'model-too-complex', reason: 'triangles' },
  });
  expect(await inspector.inspect(hash, { ...AS_IT_IS, hiddenNodes: [1] }, never)).toEqual([]);
});

test('checks come one after the other, and one that nobody waits for any more reads nothing', async () => {
  let [open, most] = [0, 0];
  const counting: Storage = {
    ...storage,
    async size(hash) {
      open += 1;
      most = Math.max(most, open);
      return storage.size(hash);
    },
  };
  const counted = createModelInspector(counting, join(scripts, 'model-worker.js'));
  const { hash } = await storage.put(makeSquare());
  const check = (signal = new AbortController().signal) =>
    counted.check(hash, signal).finally(() => (open -= 1));
  const gone = new AbortController();
  const checks = [check(), check(gone.signal), check()];
  gone.abort();
  const ends = await Promise.allSettled(checks);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(most).toBe(1);
});

test.skipIf(!hasSamples)('compressed samples are taken', async () => {
  for (const name of listSamples('glb/compressed')) {
    const { hash } = await storage.put(readSample(join('glb/compressed', name)));
    await inspector.check(hash, new AbortController().signal);
  }
});
