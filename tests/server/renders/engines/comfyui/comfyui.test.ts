import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { AI_NODES } from '../../../../../src/contract/render-nodes.ts';
import { createComfyStage, eventsOf, makeSmallOrder, ready } from '../../../../support/comfy-engine.ts';

const stage = createComfyStage();
afterEach(stage.close);

/** Steps that were told, each as often as the words changed. */
const stepsOf = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'progress')
    .map(({ nodeId }) => nodeId)
    .filter((nodeId, index, all) => nodeId !== all[index - 1]);

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
  const steps = stepsOf(events);
  expect(steps).toEqual(expect.arrayContaining(['send-images', 'encode-prompt', 'sample', 'decode', 'save']));
  expect(steps).toEqual(AI_NODES.map(({ id }) => id).filter((id) => steps.includes(id)));

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

test('the steps of two pictures on two servers are told forwards, as one order’s', async () => {
  const [one, other] = [await stage.fake({ holdAt: ['decode'] }), await stage.fake({ stepMs: 20 })];
  const comfy = await stage.open([one.url, other.url]);
  await comfy.seen(ready(2));
  const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
  await attempt.event('progress', ({ percent }) => percent >= 50);
  await one.until({ kind: 'held', at: 'decode' });
  await one.command({ do: 'release' });
  const steps = stepsOf(await attempt.ended);
  expect(steps).toEqual(AI_NODES.map(({ id }) => id).filter((id) => steps.includes(id)));
});

test("an operator's own graph draws what names it, image by image; another name is not taken", async () => {
  const workflowsDir = await mkdtemp(join(tmpdir(), 'vitrine-workflows-'));
  try {
    await writeFile(join(workflowsDir, 'Poster.json'), JSON.stringify(POSTER));
    await writeFile(join(workflowsDir, 'Broken.json'), '{');
    const fake = await stage.fake();
    const { engine, start } = await stage.open([fake.url], { workflowsDir });
    expect(engine.fleet?.workflows()).toEqual([
      { name: 'Broken', error: expect.any(String) },
      { name: 'Poster', error: null },
    ]);
    const recipe = await makeSmallOrder({ workflow: 'Poster', batchSize: 2 });
    expect(await engine.check(recipe, new AbortController().signal)).toEqual([]);
    const events = await start(recipe).ended;
    expect(eventsOf(events, 'image').map(({ batchIndex }) => batchIndex)).toEqual([0, 1]);
    expect(engine.fleet?.servers()[0]?.workflows_lacking).toEqual({});
    const made = eventsOf(events, 'made').map(({ provenance }) => provenance);
    expect(made.map(({ images }) => images)).toEqual([1, 1]);
    expect(made[0]?.nodeClasses).toEqual([
      'CLIPTextEncode',
      'CheckpointLoaderSimple',
      'KSampler',
      'LoadImage',
      'PreviewImage',
      'VAEDecode',
      'VAEEncode',
    ]);

    const unknown = { ...recipe, workflow: 'Nobody' };
    await expect(engine.check(unknown, new AbortController().signal)).rejects.toMatchObject({
      failure: { code: 'invalid-request' },
    });
    await expect(start(unknown).ended).rejects.toMatchObject({ failure: { code: 'engine-refused' } });
  } finally {
    await rm(workflowsDir, { recursive: true });
  }
});

const node = (class_type: string, inputs: object, title = '') => ({ class_type, inputs, _meta: { title } });
/** Picture to picture, with one image at a time. */
test("a server that lacks nodes of an operator's own graph says which", async () => {
  const workflowsDir = await mkdtemp(join(tmpdir(), 'vitrine-workflows-'));
  try {
    const graph = structuredClone(POSTER) as Record<string, { class_type: string }>;
    const [first = ''] = Object.keys(graph);
    graph[first]!.class_type = 'SomebodysLoader';
    await writeFile(join(workflowsDir, 'Poster.json'), JSON.stringify(graph));
    const fake = await stage.fake();
    const { engine, seen } = await stage.open([fake.url], { workflowsDir });
    await seen(ready(1));
    expect(engine.fleet?.servers()[0]?.workflows_lacking).toEqual({ Poster: ['SomebodysLoader'] });
  } finally {
    await rm(workflowsDir, { recursive: true });
  }
});

const POSTER = {
  ckpt: node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }),
  text: node('CLIPTextEncode', { text: '', clip: ['ckpt', 1] }, 'vitrine:prompt'),
  no: node('CLIPTextEncode', { text: 'blurry', clip: ['ckpt', 1] }),
  snap: node('LoadImage', { image: 'x.png' }, 'vitrine:snapshot'),
  encode: node('VAEEncode', { pixels: ['snap', 0], vae: ['ckpt', 2] }),
  sampler: node(
    'KSampler',
    {
      ...{ model: ['ckpt', 0], positive: ['text', 0], negative: ['no', 0], latent_image: ['encode', 0] },
      ...{ seed: 1, steps: 4, cfg: 6, sampler_name: 'euler', scheduler: 'normal', denoise: 0.5 },
    },
    'vitrine:seed',
  ),
  decode: node('VAEDecode', { samples: ['sampler', 0], vae: ['ckpt', 2] }),
  result: node('PreviewImage', { images: ['decode', 0] }, 'vitrine:result'),
};
