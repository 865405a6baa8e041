import { describe, expect } from 'vitest';
import type { RenderSpec } from '../../../../../src/contract/render-spec.ts';
import {
  type createComfyStage,
  eventsOf,
  makeSmallOrder,
  ready,
  stageTest as test,
} from '../../../../support/comfy-engine.ts';
import { type FamilyKind, filesOf } from '../../../../support/fake-comfyui/object-info/stored-servers.ts';
import type { Switches } from '../../../../support/fake-comfyui/switches.ts';

type Stage = ReturnType<typeof createComfyStage>;

/** A server of today with these families and no checkpoint. */
const serve = (stage: Stage, kinds: readonly FamilyKind[], changes: Partial<Switches> = {}) =>
  stage.fake({ generation: 'current', kind: 'core-only', files: filesOf(...kinds), ...changes });

async function draw(stage: Stage, kinds: readonly FamilyKind[], changes: Partial<RenderSpec> = {}) {
  const fake = await serve(stage, kinds);
  const comfy = await stage.open([fake.url]);
  await comfy.seen(ready(1));
  const events = await comfy.start(await makeSmallOrder(changes)).ended;
  return { fake, comfy, events, made: eventsOf(events, 'made').map(({ provenance }) => provenance) };
}

describe('an order with one family alone', () => {
  test.for([
    ['klein', 'klein-4b', 'flux-2-klein-4b-fp8.safetensors'],
    ['qwen-2511', 'qwen-edit-2511', 'qwen_image_edit_2511_fp8mixed.safetensors'],
    ['qwen-2509', 'qwen-edit-2509', 'qwen_image_edit_2509_fp8_e4m3fn.safetensors'],
    ['z-image', 'z-image-turbo', 'z_image_turbo_bf16.safetensors'],
    ['qwen-image', 'qwen-image', 'qwen_image_fp8_e4m3fn.safetensors'],
  ] as const)(
    '%s becomes its pictures, with what they were made with',
    async ([kind, family, file], { stage }) => {
      const { events, made } = await draw(stage, [kind], { batchSize: 2 });
      expect(eventsOf(events, 'image').map(({ batchIndex, widthPx }) => [batchIndex, widthPx])).toEqual([
        [0, 64],
        [1, 64],
      ]);
      const [first] = made;
      expect(first).toMatchObject({
        family,
        licence: 'Apache-2.0',
        checkpoint: file,
        serverVersion: '0.38.1',
      });
      expect(first?.models).toContain(file);
    },
  );

  test.for([
    ['klein', 'standard', ['negative']],
    ['klein-base', 'standard', []],
    ['qwen-2511', 'standard', ['negative']],
    ['qwen-2511', 'high', []],
    ['qwen-image', 'draft', ['negative']],
    ['z-image', 'high', ['negative']],
  ] as const)(
    '%s says of a negative prompt, at the quality %s, whether it was left out',
    async ([kind, quality, leftOut], { stage }) => {
      const order = { quality, useNegativePrompt: true, negativePrompt: 'people', style: null };
      const { made, comfy } = await draw(stage, [kind], order);
      expect(made[0]?.leftOut.filter((wish) => wish === 'negative')).toEqual(leftOut);
      // What people are told before they order is the same.
      const used = comfy.engine.fleet!.servers()[0]!.families.filter((one) => one.used);
      expect(used.map(({ negative }) => negative?.includes(quality))).toEqual([leftOut.length === 0]);
      const without = await draw(stage, [kind], { ...order, useNegativePrompt: false });
      expect(without.made[0]?.leftOut).not.toContain('negative');
    },
  );

  test('of 2025: what it has the nodes for', async ({ stage }) => {
    const fake = await serve(stage, ['klein', 'qwen-2509'], { generation: '0.3.64' });
    const comfy = await stage.open([fake.url]);
    await comfy.seen(ready(1));
    const [server] = comfy.engine.fleet?.servers() ?? [];
    const states = server?.families.filter(({ used }) => used).map(({ name }) => name);
    expect(states).toEqual(['qwen-edit-2509']);
    const events = await comfy.start(await makeSmallOrder()).ended;
    expect(eventsOf(events, 'made')[0]?.provenance.family).toBe('qwen-edit-2509');
  });
});

describe('a server with several', () => {
  test('draws with the first of the list, and with what is loaded from then on', async ({ stage }) => {
    const fake = await serve(stage, ['klein', 'qwen-2511']);
    const comfy = await stage.open([fake.url], { timing: { profileMs: 50 } });
    const seen = (...wanted: string[]) =>
      comfy.seen(({ fleet }) => {
        const families = fleet?.servers()[0]?.families ?? [];
        return (
          families.filter(({ used }) => used).every(({ name }) => wanted.includes(name)) &&
          families.length > 0
        );
      });
    const drawWith = async (seed: string) => {
      const events = await comfy.start(await makeSmallOrder({ seed })).ended;
      return eventsOf(events, 'made')[0]?.provenance.family;
    };
    await comfy.seen(ready(1));
    expect(await drawWith('1')).toBe('klein-4b');
    await fake.set({ files: filesOf('qwen-2511') });
    await seen('qwen-edit-2511');
    expect(await drawWith('2')).toBe('qwen-edit-2511');
    // Klein is there again, and would have to be loaded.
    await fake.set({ files: filesOf('klein', 'qwen-2511') });
    await comfy.seen(({ fleet }) => fleet?.servers()[0]?.families.filter(({ used }) => used).length === 2);
    expect(await drawWith('3')).toBe('qwen-edit-2511');
  });

  test('repeats a picture with the family that drew it, where that is still there', async ({ stage }) => {
    const fake = await serve(stage, ['klein', 'qwen-2511']);
    const comfy = await stage.open([fake.url], { timing: { profileMs: 50 } });
    await comfy.seen(ready(1));
    const families = async (events: ReturnType<typeof comfy.start>['ended']) =>
      eventsOf(await events, 'made').map(({ provenance }) => provenance.family);
    const first = eventsOf(await comfy.start(await makeSmallOrder({ seed: '1' })).ended, 'made');
    const [klein] = first.map(({ provenance }) => provenance);
    expect(klein?.family).toBe('klein-4b');
    const qwen = { ...klein!, family: 'qwen-edit-2511' };
    const again = async (seed: string) =>
      families(comfy.start(await makeSmallOrder({ seed }), { madeBefore: [klein!, qwen] }).ended);
    expect(await again('2')).toEqual(['qwen-edit-2511']);
    await fake.set({ files: filesOf('klein') });
    await comfy.seen(({ fleet }) => fleet?.servers()[0]?.families.filter(({ used }) => used).length === 1);
    expect(await again('3')).toEqual(['klein-4b']);
  });

  test('that loses the model of an order draws it with another', async ({ stage }) => {
    const fake = await serve(stage, ['klein', 'qwen-2511']);
    const comfy = await stage.open([fake.url]);
    await comfy.seen(ready(1));
    await fake.set({ files: filesOf('qwen-2511') });
    const events = await comfy.start(await makeSmallOrder()).ended;
    expect(eventsOf(events, 'made').map(({ provenance }) => provenance.family)).toEqual(['qwen-edit-2511']);
    expect(comfy.engine.fleet?.servers()[0]?.errors[0]?.detail).toContain('value_not_in_list');
  });

  test('that loses its only model keeps an order waiting, and draws it when the model is back', async ({
    stage,
  }) => {
    const fake = await serve(stage, ['klein']);
    const comfy = await stage.open([fake.url]);
    await comfy.seen(ready(1));
    await fake.set({ files: filesOf() });
    const attempt = comfy.start(await makeSmallOrder());
    await comfy.seen(({ fleet }) => fleet?.servers()[0]?.state === 'refused');
    await fake.set({ files: filesOf('klein') });
    const events = await attempt.ended;
    expect(eventsOf(events, 'made').map(({ provenance }) => provenance.family)).toEqual(['klein-4b']);
  });

  test('a batch is of one family, over two servers', async ({ stage }) => {
    const one = await serve(stage, ['klein'], { holdAt: ['sample'] });
    const other = await serve(stage, ['klein', 'qwen-2511']);
    const comfy = await stage.open([one.url, other.url]);
    await comfy.seen(ready(2));
    const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
    await one.until({ kind: 'held', at: 'sample' });
    await one.command({ do: 'release' });
    const made = eventsOf(await attempt.ended, 'made');
    expect(made.map(({ provenance }) => provenance.family)).toEqual(['klein-4b', 'klein-4b']);
  });
});

test('a family that must not sell its pictures draws where the owner says so, and the picture says it', async ({
  stage,
}) => {
  const fake = await serve(stage, ['klein-9b']);
  const strict = await stage.open([fake.url]);
  await strict.seen(({ fleet }) => fleet?.servers()[0]?.state === 'refused');
  const [server] = strict.engine.fleet?.servers() ?? [];
  expect(server?.families.find(({ name }) => name === 'klein-9b')).toMatchObject({
    licence: 'FLUX Non-Commercial',
    commercial: false,
    ready: true,
    used: false,
  });
  const open = await stage.open([fake.url], { allowsNonCommercial: true });
  await open.seen(ready(1));
  const events = await open.start(await makeSmallOrder()).ended;
  expect(eventsOf(events, 'made')[0]?.provenance).toMatchObject({
    family: 'klein-9b',
    licence: 'FLUX Non-Commercial',
  });
});

test('a press tests a server that has klein alone', async ({ stage }) => {
  const fake = await serve(stage, ['klein']);
  const { engine, seen } = await stage.open([fake.url]);
  await seen(ready(1));
  const id = engine.fleet?.servers()[0]?.id ?? '';
  await engine.fleet?.test(id, new AbortController().signal);
  const journal = await fake.journal();
  expect(journal.filter((one) => one.kind === 'step')).toHaveLength(4);
});
