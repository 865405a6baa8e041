import { beforeAll, expect, test } from 'vitest';
import type { ContentHash } from '../../src/contract/ids.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { createPartsMaker, type PartsMaker } from '../../src/tracer/prepare-parts.ts';
import type { TraceHost } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../support/box-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

const box = (width: number) =>
  nameFile(makeBoxes([{ name: 'Box', size: [width, 4, 3], centre: [0, 0, 0], colour: [0.8, 0.2, 0.1, 1] }]));
const [BOX, WIDER] = [box(3), box(5)];

/** Files that count how often each was read. */
class CountedFiles extends Map<ContentHash, Uint8Array> {
  readonly reads: ContentHash[] = [];
  override get(hash: ContentHash): Uint8Array | undefined {
    this.reads.push(hash);
    return super.get(hash);
  }
}

let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
});

const SPEC = createSpec(BOX.hash, { widthPx: 64, heightPx: 64, quality: 'draft' });

/** @returns The picture's bytes, and which files were read for it. */
async function draw(spec: RenderSpec, parts: PartsMaker = createPartsMaker(host)) {
  const files = new CountedFiles([BOX, WIDER].map(({ hash, bytes }) => [hash, bytes] as const));
  files.reads.length = 0;
  let picture: string | null = null;
  for await (const event of tracePicture(
    { spec, files },
    host,
    new AbortController().signal,
    undefined,
    parts,
  ))
    if (event.kind === 'image') picture = Buffer.from(event.rgba).toString('base64');
  return { picture, reads: files.reads };
}

const { scene, camera } = SPEC;
test.each<[string, boolean, Partial<RenderSpec>]>([
  ['the same once more', true, {}],
  ['another seed', true, { seed: '77' }],
  ['from elsewhere', true, { camera: { ...camera, position: [4, 2, 6] } }],
  ['of another size', true, { widthPx: 96 }],
  ['brighter', true, { scene: { ...scene, exposure: 0.9 } }],
  ['in other light', true, { scene: { ...scene, lighting: 'render' } }],
  ['before another background', true, { background: { kind: 'colour', colour: '#ff8800' } }],
  ['another model', false, { scene: { ...scene, modelHash: WIDER.hash } }],
  [
    'turned',
    false,
    { scene: { ...scene, modelTransform: [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1] } },
  ],
  ['with the lights of its file', false, { scene: { ...scene, fileLights: { isOn: true, strength: 1 } } }],
])('an order after another, %s, has the bytes that it has by itself', async (_what, isKept, change) => {
  const parts = createPartsMaker(host);
  await draw(SPEC, parts);
  const spec = { ...SPEC, ...change };
  const after = await draw(spec, parts);
  expect(after.picture === (await draw(spec)).picture).toBe(true);
  expect(after.reads).toEqual(isKept ? [] : [spec.scene.modelHash]);
});

test('a product that takes more than there is room for is read again', async () => {
  const parts = createPartsMaker(host);
  await draw(SPEC, parts);
  parts.trim(1024 ** 2);
  expect((await draw(SPEC, parts)).reads).toEqual([]);
  parts.trim(0);
  expect((await draw(SPEC, parts)).reads).toEqual([BOX.hash]);
});

test('a model that could not be read leaves nothing of the one before', async () => {
  const parts = createPartsMaker(host);
  const { picture } = await draw(SPEC, parts);
  const gone = { ...SPEC, scene: { ...scene, modelHash: nameFile(Uint8Array.of(1)).hash } };
  await expect(draw(gone, parts)).rejects.toMatchObject({ failure: { code: 'model-unreadable' } });
  const again = await draw(SPEC, parts);
  expect(again).toEqual({ picture, reads: [BOX.hash] });
});
