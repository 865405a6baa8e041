import { KHRMaterialsTransmission } from '@gltf-transform/extensions';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { gatherFacts } from '../src/contract/instruction/gather-facts.ts';
import { planInstruction } from '../src/contract/instruction/plan-instruction.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { filesOf } from '../tests/support/fake-comfyui/object-info/stored-servers.ts';
import { type FakeComfy, startFakeComfy } from '../tests/support/fake-comfyui/start-fake-comfy.ts';
import { createSquare, writeGlb } from '../tests/support/tiny-model.ts';
import { askAs } from './support/ask-as.ts';
import { checkScreen } from './support/check-screen.ts';
import { listViolations } from './support/list-violations.ts';
import { listForeign } from './support/one-language.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** Somebody has an AI paint around a product, sees that the product is their own, and lets the AI paint it after all. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const PATIENCE = { timeout: 300_000 };

let folder: string;
let server: RunningServer;
let story: Story;
let page: Page;
let klein: FakeComfy;

beforeAll(async () => {
  folder = await makeStartedFolder();
  klein = await startFakeComfy({ generation: 'current', kind: 'core-only', files: filesOf('klein') });
  server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: klein.url,
  });
  story = await openStory({ isEmpty: true, renderSettings: SMALL_DRAFTS }, server.url);
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});

afterAll(async () => {
  await story?.close();
  await server?.stop();
  await klein?.kill();
  removeDataFolder(folder);
});

const pictures = () =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img');
const result = () =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Run again' }) });

async function order(count: number): Promise<RenderBody[]> {
  await page.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  await expect.poll(() => pictures().count(), PATIENCE).toBe(count);
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  return (await askAs<{ results: RenderBody[] }>(page, `projects/${id}/renders/`)).results;
}

test('the product stays as it is by default, which the picture says, and again when it is run again', async () => {
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('on a beach at dawn');
  await page.getByRole('button', { name: /^Engine: / }).click();
  const told = page.getByRole('region', { name: 'What it is told' }).getByRole('listitem');
  await told.filter({ hasText: 'Your words: on a beach at dawn' }).waitFor(PATIENCE);
  expect(await listViolations(page, '[role=dialog]')).toEqual([]);
  expect(await listForeign(page, 'en')).toEqual([]);
  const sentences = await told.allTextContents();
  await page.keyboard.press('Escape');

  const [made] = await order(1);
  // What the page said is what the server told the models.
  expect(sentences).toHaveLength(planInstruction(gatherFacts(made!.recipe)).length);
  expect(sentences).toContain('Only what is around it is painted.');
  expect(sentences.join()).not.toContain('material');
  expect(made?.recipe.keepsProduct).toBe('studio');
  const kept = made?.output_images[0]?.kept_product;
  expect(kept).toMatchObject({ changed_pixels: 0, light: null });
  expect(kept?.compared_pixels).toBeGreaterThan(0);

  await pictures().first().click();
  await result().getByText('Product kept exactly').waitFor(PATIENCE);
  await result().getByText('FLUX.2 klein 4B painted around your product. In your light.').waitFor();
  await result()
    .getByText(`All ${kept?.compared_pixels.toLocaleString('en-US')} pixels inside it are from Studio.`)
    .waitFor();
  await checkScreen(page, 'en', 'a picture whose product was kept');
  await result().getByRole('button', { name: 'Run again' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => pictures().count(), PATIENCE).toBe(2);
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  const { results } = await askAs<{ results: RenderBody[] }>(page, `projects/${id}/renders/`);
  const [again] = results;
  expect(again?.output_images[0]?.kept_product?.product_hash).toBe(kept?.product_hash);
});

test('who wants it otherwise has the light of the painting on the product, or the AI paint the product as well', async () => {
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const keep = page.getByRole('switch', { name: 'Keep the product exactly' });
  await expect.poll(() => keep.isChecked(), PATIENCE).toBe(true);
  await page.getByRole('radio', { name: 'As painted' }).press('Space');
  await checkScreen(page, 'en', 'how a product is kept');
  const [led] = await order(3);
  expect(led?.recipe.keepsProduct).toBe('as-painted');
  expect(led?.output_images[0]?.kept_product).toMatchObject({ changed_pixels: 0 });

  await keep.press('Space');
  await page.getByText('The AI paints the product too. It may come back changed.').waitFor();
  const [painted] = await order(4);
  expect(painted?.recipe.keepsProduct).toBeUndefined();
  expect(painted?.output_images[0]?.kept_product).toBeNull();
  expect(story.errors).toEqual([]);
});

test('a product of glass is said to be painted before it is ordered, and is not charged until the person says yes', async () => {
  const { document, primitive } = createSquare();
  const glass = document.createExtension(KHRMaterialsTransmission).createTransmission();
  const material = document.createMaterial('Pane').setMetallicFactor(0).setDoubleSided(true);
  primitive.setMaterial(material.setExtension('KHR_materials_transmission', glass.setTransmissionFactor(1)));
  const pane = await writeGlb(document);
  await dropFile(page, 'pane.glb', pane);
  await waitForModel(page, hashOf(pane));
  const note = page.getByText(/^This product has glass\. If more than a trace of it is seen/);
  expect(await note.count()).toBe(0);
  await page.getByRole('switch', { name: 'Keep the product exactly' }).press('Space');
  // At the switch, and beside the button.
  await expect.poll(() => note.count(), PATIENCE).toBe(2);
  await checkScreen(page, 'en', 'a product that cannot be kept');

  await page.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  await page
    .getByText(/^A render was not accepted\. This product has glass.* You were not charged\./)
    .waitFor(PATIENCE);
  expect(await pictures().count()).toBe(4);
  await page.getByRole('button', { name: 'Have the AI paint it' }).click();
  await expect.poll(() => pictures().count(), PATIENCE).toBe(5);
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  const { results } = await askAs<{ results: RenderBody[] }>(page, `projects/${id}/renders/`);
  expect(results[0]?.warnings).toContainEqual({ kind: 'product-not-kept', name: 'glass' });
  expect(story.errors).toEqual([]);
});
