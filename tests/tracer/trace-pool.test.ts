import { beforeAll, expect, test } from 'vitest';
import type { TraceHost, TraceWorkerPort } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../support/box-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

const BOX = nameFile(
  makeBoxes([{ name: 'Box', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.7, 0.2, 0.1, 1] }]),
);

beforeAll(buildKernel);

/** Draws with four workers, and counts those that got a scene. */
async function draw(isShared: boolean, memoryBytes?: number): Promise<{ rgba: Uint8Array; count: number }> {
  const plain = await createTestHost(4, isShared);
  let count = 0;
  const startWorker = (): TraceWorkerPort => {
    const port = plain.startWorker();
    return {
      ...port,
      post(request) {
        if (request.kind === 'prepare') count += 1;
        port.post(request);
      },
    };
  };
  const host: TraceHost = { ...plain, startWorker, ...(memoryBytes !== undefined && { memoryBytes }) };
  const spec = createSpec(BOX.hash, { widthPx: 200, heightPx: 136 });
  const job = { spec, files: new Map([[BOX.hash, BOX.bytes]]) };
  for await (const event of tracePicture(job, host, new AbortController().signal)) {
    if (event.kind === 'image') return { rgba: event.rgba, count };
  }
  throw new Error('no picture');
}

test('where copies of the scene are too large for the device, fewer workers trace the same picture', async () => {
  const all = await draw(false);
  expect(all.count).toBe(4);
  // A picture of this size and its little scene take some 4 MB.
  for (const [memoryBytes, count] of [
    [1, 1],
    [9_000_000, 2],
  ] as const) {
    const few = await draw(false, memoryBytes);
    expect(few.count).toBe(count);
    expect(Buffer.compare(few.rgba, all.rgba)).toBe(0);
  }
  // They have no copies there.
  expect((await draw(true, 1)).count).toBe(4);
});
