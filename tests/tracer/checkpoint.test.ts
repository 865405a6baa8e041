import { beforeAll, describe, expect, test } from 'vitest';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { planesOf } from '../../src/tracer/accumulation.ts';
import type { Checkpoint, CheckpointStore } from '../../src/tracer/checkpoint.ts';
import type { TraceEvent } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../support/box-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

const BOX = nameFile(
  makeBoxes([{ name: 'Box', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.7, 0.2, 0.1, 1] }]),
);
const FILES = new Map([[BOX.hash, BOX.bytes]]);
const SPEC = createSpec(BOX.hash, { widthPx: 200, heightPx: 136, quality: 'standard' });

beforeAll(buildKernel);

/** Keeps in memory; says how far it was with each write. */
function createStore(onWrite: (pass: number) => void): CheckpointStore {
  let kept: { checkpoint: Checkpoint; planes: Float32Array[] } | null = null;
  return {
    isDue: () => true,
    async write(_index, checkpoint, sums) {
      kept = { checkpoint, planes: planesOf(sums).map(({ values }) => values.slice()) };
      onWrite(checkpoint.pass);
    },
    async read(_index, sums) {
      if (kept === null) return null;
      for (const [i, { values }] of planesOf(sums).entries()) values.set(kept.planes[i] ?? []);
      return kept.checkpoint;
    },
  };
}

async function draw(
  spec: RenderSpec,
  isShared: boolean,
  threads: number,
  checkpoints: CheckpointStore | null,
  signal = new AbortController().signal,
): Promise<{ image: Extract<TraceEvent, { kind: 'image' }> | undefined; passes: number[] }> {
  const host = { ...(await createTestHost(threads, isShared)), checkpoints };
  const passes: number[] = [];
  let image: Extract<TraceEvent, { kind: 'image' }> | undefined;
  for await (const event of tracePicture({ spec, files: FILES }, host, signal)) {
    if (event.kind === 'image') image = event;
    if (event.kind === 'node' && event.pass !== undefined) passes.push(event.pass);
  }
  return { image, passes };
}

describe.each([
  ['memory of their own', false, 2],
  ['memory of their own, as many as tiles', false, 5],
  ['memory that they share', true, 2],
] as const)('workers with %s', (_title, isShared, threads) => {
  // Before samples are shared out, just after, and near the end.
  test.each([1, 3, 6])(
    'a picture that is interrupted after %i passes goes on to the same bits',
    async (after) => {
      const whole = await draw(SPEC, isShared, threads, null);
      const ending = new AbortController();
      const store = createStore((pass) => pass === after && ending.abort());
      await expect(draw(SPEC, isShared, threads, store, ending.signal)).rejects.toMatchObject({
        name: 'AbortError',
      });
      const rest = await draw(SPEC, isShared, threads, store);
      expect(rest.passes[0]).toBe(after);
      expect(rest.image?.rayCount).toBe(whole.image?.rayCount);
      expect(
        Buffer.compare(rest.image?.rgba ?? new Uint8Array(), whole.image?.rgba ?? new Uint8Array(1)),
      ).toBe(0);
    },
  );
});
