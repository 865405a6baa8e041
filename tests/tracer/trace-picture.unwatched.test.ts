import { beforeAll, expect, it } from 'vitest';
import type { TraceEvent, TraceJob } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { createSquare, writeGlb } from '../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

beforeAll(buildKernel);

async function draw(job: TraceJob, threadCount: number): Promise<readonly TraceEvent[]> {
  let time = 0;
  const host = { ...(await createTestHost(threadCount, threadCount !== 4)), now: () => (time += 600) };
  const events: TraceEvent[] = [];
  for await (const event of tracePicture(job, host, new AbortController().signal)) events.push(event);
  return events;
}

it.each(['draft', 'standard'] as const)(
  'a picture of %s quality that nobody watches has no previews, and the same bytes in any number of threads',
  async (quality) => {
    const { document, primitive } = createSquare();
    primitive.setMaterial(document.createMaterial().setRoughnessFactor(0.2).setMetallicFactor(1));
    const model = nameFile(await writeGlb(document));
    const spec = createSpec(model.hash, { quality, widthPx: 136, heightPx: 72 });
    const job = { spec, files: new Map([[model.hash, model.bytes]]) };
    const watched = await draw(job, 2);
    expect(watched.filter(({ kind }) => kind === 'preview').length).toBeGreaterThan(1);
    const picture = watched.find((event) => event.kind === 'image');
    for (const threadCount of [1, 2, 4]) {
      const alone = await draw({ ...job, isWatched: false }, threadCount);
      expect(alone.filter(({ kind }) => kind === 'preview')).toEqual([]);
      const image = alone.find((event) => event.kind === 'image');
      expect(image).toMatchObject({ sampleCount: picture?.sampleCount, rayCount: picture?.rayCount });
      expect(Buffer.from(image?.rgba ?? []).equals(Buffer.from(picture?.rgba ?? []))).toBe(true);
    }
  },
);
