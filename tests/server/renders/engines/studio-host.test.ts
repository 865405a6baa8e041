import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createStudioHost,
  type StudioEvent,
  type StudioHost,
} from '../../../../src/server/renders/engines/studio-host.ts';
import type { TraceJob } from '../../../../src/tracer/trace-events.ts';
import { createSquare, writeGlb } from '../../../support/tiny-model.ts';
import { buildKernel, createSpec, nameFile, TRACER_FOLDER } from '../../../support/trace-host.ts';
import { bundleWorkerScripts } from '../../../support/worker-scripts.ts';

let scripts: string;
const placesWith = (tracerFolder: string) => ({
  workerFile: join(scripts, 'studio-worker.js'),
  tileWorkerFile: join(scripts, 'tile-worker.js'),
  tracerFolder,
});
let job: TraceJob;
const open = (threadCount: number): StudioHost => createStudioHost(placesWith(TRACER_FOLDER), threadCount);

beforeAll(async () => {
  buildKernel();
  scripts = await bundleWorkerScripts();
  const model = nameFile(await writeGlb(createSquare().document));
  job = { spec: createSpec(model.hash), files: new Map([[model.hash, model.bytes]]) };
});

async function trace(host: StudioHost, order: TraceJob): Promise<StudioEvent[]> {
  const events: StudioEvent[] = [];
  for await (const event of host.trace(order, new AbortController().signal)) events.push(event);
  return events;
}

describe('createStudioHost', () => {
  it('makes the same picture on real threads, one or two', async () => {
    const [one] = (await trace(open(1), job)).filter((event) => event.kind === 'image');
    const [two] = (await trace(open(2), job)).filter((event) => event.kind === 'image');
    expect(one?.small.rgba).toHaveLength(64 * 64 * 4);
    expect(Buffer.from(two?.png ?? []).equals(Buffer.from(one?.png ?? []))).toBe(true);
  });

  it('makes the same picture in threads that made others before, and after those were ended', async () => {
    const host = open(2);
    const other = { ...job, spec: { ...job.spec, widthPx: 96, heightPx: 32 } };
    const png = async (order: TraceJob): Promise<Buffer> => {
      const [image] = (await trace(host, order)).filter((event) => event.kind === 'image');
      return Buffer.from(image?.png ?? []);
    };
    const first = await png(job);
    expect((await png(other)).equals(first)).toBe(false);
    expect((await png(job)).equals(first)).toBe(true);
    const [one, two] = await Promise.all([png(job), png(job)]);
    expect(one.equals(first) && two.equals(first)).toBe(true);
    await host.close();
    expect((await png(job)).equals(first)).toBe(true);
  });

  it('makes the same picture in a thread that was started before the order came, and starts none for later ones', async () => {
    const [cold] = (await trace(open(2), job)).filter((event) => event.kind === 'image');
    const host = open(2);
    host.warm();
    host.warm();
    const [warm] = (await trace(host, job)).filter((event) => event.kind === 'image');
    expect(Buffer.from(warm?.png ?? []).equals(Buffer.from(cold?.png ?? []))).toBe(true);
    await host.close();
    host.warm();
    expect((await trace(host, job)).at(-1)?.kind).toBe('image');
  });

  it('lets nothing of a failed order reach the next one', async () => {
    const host = open(1);
    const model = nameFile(new Uint8Array([7, 7, 7]));
    const broken = { spec: createSpec(model.hash), files: new Map([[model.hash, model.bytes]]) };
    await expect(trace(host, broken)).rejects.toMatchObject({ failure: { code: 'model-unreadable' } });
    expect((await trace(host, job)).at(-1)?.kind).toBe('image');
    await host.close();
  });

  it('stops in the middle of tracing and is ready for the next order', async () => {
    const host = open(2);
    const controller = new AbortController();
    const long = { ...job, spec: { ...job.spec, widthPx: 2048, heightPx: 2048, quality: 'high' as const } };
    let after = 0;
    const run = (async () => {
      for await (const event of host.trace(long, controller.signal)) {
        if (controller.signal.aborted) after++;
        if (event.kind === 'node' && event.node === 'path-trace') controller.abort();
      }
    })();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(after).toBe(0);
    expect((await trace(host, job)).at(-1)?.kind).toBe('image');
  });

  it('does not start for a signal that has already fired', async () => {
    const events = open(1).trace(job, AbortSignal.abort());
    await expect(events.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('carries failures across threads by their code', async () => {
    const model = nameFile(new Uint8Array([7, 7, 7]));
    const order = { spec: createSpec(model.hash), files: new Map([[model.hash, model.bytes]]) };
    await expect(trace(open(1), order)).rejects.toMatchObject({ failure: { code: 'model-unreadable' } });
  });

  it('frees its threads when the caller stops listening', async () => {
    for await (const event of open(1).trace(job, new AbortController().signal)) {
      if (event.kind === 'node') break;
    }
    expect((await trace(open(1), job)).at(-1)?.kind).toBe('image');
  });

  it('names its kernel by hash, and says when it was not built', () => {
    expect(open(1).kernelHash).toMatch(/^[0-9a-f]{64}$/);
    expect(() => createStudioHost(placesWith('/nowhere'), 1)).toThrow('engine-unavailable');
  });
});
