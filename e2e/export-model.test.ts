import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const CHAIR = makeBoxes([
  { name: 'Seat', size: [0.5, 0.1, 0.5], centre: [0, 0.4, 0], colour: [0.7, 0.1, 0.1, 1] },
  { name: 'Leg', size: [0.1, 0.4, 0.1], centre: [0.2, 0.2, 0.2], colour: [0.1, 0.1, 0.7, 1] },
  { name: 'Back', size: [0.5, 0.5, 0.1], centre: [0, 0.7, -0.2], colour: [0.1, 0.6, 0.1, 1] },
]);

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true });
});
afterAll(() => story?.close());

test('the model leaves as a GLB that opens as it stood', async () => {
  const { page } = story;
  await dropFile(page, 'Chair.glb', CHAIR);
  await waitForModel(page, hashOf(CHAIR));
  await page.getByRole('tab', { name: 'Objects' }).click();
  const row = (name: string) => page.getByRole('row', { name: `${name} [${name}]` });
  await row('Leg').getByRole('button', { name: 'Hide object' }).click();
  // Lying on its side.
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'X-up (X key)' }).click();
  await page.keyboard.press('c');

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export GLB' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('Chair.glb');
  const bytes = new Uint8Array(readFileSync(await download.path()));
  await page.getByText(/Chair\.glb exported, /).waitFor();
  const { json } = readGlb(bytes);
  expect(json.nodes?.map(({ extensions }) => extensions)).toEqual([
    undefined,
    { KHR_node_visibility: { visible: false } },
    undefined,
    undefined,
  ]);
  // The top of the chair, +Y, points to +X.
  const top = (json.nodes?.[3] as { matrix?: number[] } | undefined)?.matrix?.slice(4, 7);
  expect(top?.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([1, 0, 0]);

  await dropFile(page, 'Again.glb', bytes);
  await waitForModel(page, hashOf(bytes));
  await row('Leg').getByRole('button', { name: 'Show object' }).waitFor();
  await expect.poll(() => row('Seat').getByRole('button', { name: 'Hide object' }).count()).toBe(1);
  expect(story.errors).toEqual([]);
});
