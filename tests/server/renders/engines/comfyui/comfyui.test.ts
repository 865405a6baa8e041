import { afterEach, expect, test } from 'vitest';
import { createComfyStage, eventsOf, makeSmallOrder } from '../../../../support/comfy-engine.ts';

const stage = createComfyStage();
afterEach(stage.close);

test('an order becomes its pictures, with previews, steps and what they were made with', async () => {
  const fake = await stage.fake({ stepMs: 20 });
  const comfy = await stage.open([fake.url]);
  const recipe = await makeSmallOrder({ batchSize: 2 });
  const attempt = comfy.start(recipe);
  const events = await attempt.ended;

  const images = eventsOf(events, 'image');
  expect(images.map(({ batchIndex, widthPx, heightPx }) => [batchIndex, widthPx, heightPx])).toEqual([
    [0, 64, 64],
    [1, 64, 64],
  ]);
  expect(images[0]?.rgba).toHaveLength(64 * 64 * 4);
  expect(images[0]?.rgba).not.toEqual(images[1]?.rgba);

  const progress = eventsOf(events, 'progress');
  const percents = progress.map(({ percent }) => percent);
  expect(percents).toEqual([...percents].sort((one, other) => one - other));
  expect(percents.at(-1)).toBe(100);
  expect(events.at(-1)).toMatchObject({ kind: 'progress', percent: 100 });
  const nodes = [...new Set(progress.map(({ nodeId }) => nodeId))];
  expect(nodes).toEqual(expect.arrayContaining(['send-images', 'encode-prompt', 'sample', 'decode', 'save']));

  const [preview] = eventsOf(events, 'preview');
  expect(preview?.rgba).toHaveLength((preview?.widthPx ?? 0) * (preview?.heightPx ?? 0) * 4);
  expect(Math.max(preview?.widthPx ?? 999, preview?.heightPx ?? 999)).toBeLessThanOrEqual(512);

  const [made, ...others] = eventsOf(events, 'made');
  expect(others).toEqual([]);
  expect(events.indexOf(made!)).toBeLessThan(events.indexOf(images[0]!));
  expect(made?.provenance).toMatchObject({
    server: new URL(fake.url).host,
    serverVersion: '0.3.64',
    leftOut: [],
    firstImage: 0,
    images: 2,
  });
  expect(made?.provenance.nodeClasses).toContain('KSampler');
  expect(attempt.handles.at(0)).toMatch(/promptId/);

  // The order's texts do not stay in the server's history.
  await fake.until({ kind: 'request', route: 'POST /history' });
});
