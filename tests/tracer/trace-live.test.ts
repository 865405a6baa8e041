import { beforeAll, describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { TraceHost } from '../../src/tracer/trace-events.ts';
import { createLiveTracer, type LivePicture, type LiveTracer } from '../../src/tracer/trace-live.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../support/box-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

const BOX = nameFile(
  makeBoxes([{ name: 'Box', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.7, 0.2, 0.1, 1] }]),
);
const OTHER = nameFile(
  makeBoxes([{ name: 'Other', size: [1, 3, 1], centre: [0, 0, 0], colour: [0.1, 0.3, 0.8, 1] }]),
);
const FILES = new Map([BOX, OTHER].map(({ hash, bytes }) => [hash, bytes]));
const SPEC = createSpec(BOX.hash, { widthPx: 400, heightPx: 240, batchSize: 2 });

beforeAll(buildKernel);

async function draw(spec: RenderSpec): Promise<Uint8Array> {
  const host = await createTestHost(1, true);
  for await (const event of tracePicture({ spec, files: FILES }, host, new AbortController().signal)) {
    if (event.kind === 'image') return event.rgba;
  }
  throw new Error('no picture');
}

async function refineAll(live: LiveTracer, spec: RenderSpec): Promise<LivePicture[]> {
  const pictures: LivePicture[] = [];
  for await (const picture of live.refine(spec, FILES, new AbortController().signal)) pictures.push(picture);
  return pictures;
}

const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && Buffer.compare(a, b) === 0;

describe.each([
  ['memory of their own', false],
  ['memory that they share', true],
])('workers with %s', (_title, isShared) => {
  let host: TraceHost;
  beforeAll(async () => {
    host = await createTestHost(2, isShared);
  });

  test('a whole small picture comes first, then larger and finer ones; the last is the picture of the recipe', async () => {
    const live = createLiveTracer(host);
    const pictures = await refineAll(live, SPEC);
    live.end();
    const sizes = pictures.map(({ widthPx, heightPx }) => [widthPx, heightPx]);
    expect(sizes.slice(0, 3)).toEqual([
      [100, 60],
      [200, 120],
      [400, 240],
    ]);
    const counts = pictures.slice(2).map(({ sampleCount }) => sampleCount);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(pictures.map(({ isFinished }) => isFinished)).toEqual(
      pictures.map((picture) => picture === pictures.at(-1)),
    );
    expect(isSame(pictures.at(-1)?.rgba, await draw(SPEC))).toBe(true);
    // Product and background alike: where the small picture is red, so is the large one.
    const redAt = ({ rgba, widthPx, heightPx }: LivePicture): number =>
      rgba[(Math.floor(heightPx / 2) * widthPx + Math.floor(widthPx / 2)) * 4] ?? 0;
    const [first, last] = [pictures[0]!, pictures.at(-1)!];
    expect(Math.abs(redAt(first) - redAt(last))).toBeLessThan(20);
  });

  test('what changes between two scenes is in the next one, and what does not is none the worse', async () => {
    const live = createLiveTracer(host);
    const { scene, camera } = SPEC;
    const changes: Partial<RenderSpec>[] = [
      {},
      { camera: { ...camera, position: [4, 2, 6] } },
      { scene: { ...scene, exposure: 0.9 } },
      { scene: { ...scene, lighting: 'render' } },
      { background: { kind: 'colour', colour: '#ff8800' } },
      { scene: { ...scene, modelHash: OTHER.hash } },
      { widthPx: 96, heightPx: 128 },
      {},
    ];
    for (const change of changes) {
      const spec = { ...SPEC, widthPx: 64, heightPx: 64, ...change };
      const pictures = await refineAll(live, spec);
      expect(isSame(pictures.at(-1)?.rgba, await draw(spec)), JSON.stringify(change)).toBe(true);
    }
    live.end();
  });

  test('one that is taken back gives its workers to the next, which has the same bits', async () => {
    const live = createLiveTracer(host);
    const large = { ...SPEC, widthPx: 400, heightPx: 400, quality: 'standard' as const };
    for (const wanted of [0, 1, 2, 4]) {
      const ending = new AbortController();
      let seen = 0;
      const refining = (async () => {
        for await (const _picture of live.refine(large, FILES, ending.signal)) {
          if (++seen > wanted) ending.abort();
        }
      })();
      if (wanted === 0) setImmediate(() => ending.abort());
      await expect(refining).rejects.toMatchObject({ name: 'AbortError' });
      const small = { ...SPEC, widthPx: 64, heightPx: 64, seed: String(16 * wanted) };
      const pictures = await refineAll(live, small);
      expect(isSame(pictures.at(-1)?.rgba, await draw(small)), `after ${wanted} pictures`).toBe(true);
    }
    live.end();
  });

  test('a model that is not there is a failure, and the next scene is drawn all the same', async () => {
    const live = createLiveTracer(host);
    const gone = createSpec(nameFile(Uint8Array.of(1)).hash);
    await expect(refineAll(live, gone)).rejects.toMatchObject({ failure: { code: 'model-unreadable' } });
    const small = { ...SPEC, widthPx: 64, heightPx: 64 };
    expect(isSame((await refineAll(live, small)).at(-1)?.rgba, await draw(small))).toBe(true);
    live.end();
  });
});
