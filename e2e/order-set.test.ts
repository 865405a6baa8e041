import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { makeLook, makeLookMaterial } from '../tests/support/looks.ts';
import { makeVariants } from '../tests/support/variant-model.ts';
import { askAs, authorizationOf } from './support/ask-as.ts';
import { openSection } from './support/open-section.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** A busy machine draws slowly. */
const PATIENCE = { timeout: 300_000 };

let story: Story;
let page: Page;

beforeAll(async () => {
  story = await openStory({ renderSettings: SMALL_DRAFTS, hasViews: true });
  ({ page } = story);
});
afterAll(() => story?.close());

const ask = <Body>(path: string) => askAs<Body>(page, path);

/** The renders of the account, once all of so many are finished. */
async function finished(count: number): Promise<RenderBody[]> {
  const completed = async () =>
    (await ask<RenderBody[]>('render/')).filter(({ status }) => status === 'completed');
  await expect.poll(async () => (await completed()).length, { ...PATIENCE, interval: 500 }).toBe(count);
  return completed();
}

/** In the stepper by the button; Advanced has another. */
async function setImages(count: string): Promise<void> {
  const images = page.getByRole('textbox', { name: 'Images' }).last();
  await images.fill(count);
  await images.press('Tab');
}

const balance = (credits: string) => page.getByText(credits, { exact: true }).first().waitFor(PATIENCE);

test('a set of all saved views is one order with one seed, each view charged once, and the stage stays', async () => {
  const project = await ask<ProjectBody>('project/active/');
  const views = [...project.camera_views].sort((a, b) => a.order - b.order);
  expect(views).toHaveLength(3);
  await page.getByRole('button', { name: 'Order a set of pictures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order a set of pictures' });
  await dialog.getByRole('group', { name: 'Views' }).waitFor(PATIENCE);
  const ticked = await dialog.getByRole('checkbox', { checked: true }).count();
  expect(ticked).toBe(3);
  // A draft costs half; the price of all and the balance stand there before the order.
  await dialog.getByText('300 credits', { exact: true }).waitFor();
  await dialog.getByText('3 views. You have 2,000 credits.').waitFor();
  await dialog.getByRole('button', { name: 'Order 3 pictures' }).click();
  await dialog.waitFor({ state: 'detached', ...PATIENCE });
  await page.getByText('3 pictures are ordered.').waitFor();

  const renders = (await finished(3)).sort((a, b) => a.id - b.id);
  expect(renders.map(({ group }) => [group?.index, group?.size, group?.look, group?.view])).toEqual(
    views.map(({ name }, index) => [index, 3, '', name]),
  );
  expect(renders.map(({ view_ids }) => view_ids)).toEqual(views.map(({ uuid }) => [uuid]));
  expect(renders.map(({ recipe }) => recipe.camera.position)).toEqual(
    views.map(({ pose }) => pose.position.map((number) => expect.closeTo(number, 6))),
  );
  expect(new Set(renders.map(({ seed }) => seed)).size).toBe(1);
  expect(new Set(renders.map(({ group }) => group?.id)).size).toBe(1);
  expect(new Set(renders.map(({ output_images: [image] }) => image?.image_hash)).size).toBe(3);
  expect(renders.map(({ price }) => price)).toEqual([100, 100, 100]);
  await balance('1,700');

  // Nothing of the project has changed.
  await page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Nothing to undo' }).waitFor();
});

test('a batch of three is one order of three pictures', async () => {
  await setImages('3');
  await page.getByText('3 × 100 credits').waitFor();
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const [batch] = await finished(4);
  expect(batch).toMatchObject({ is_batch: true, batch_count: 3, price: 300, refunded: 0, group: null });
  expect(batch?.output_images.map(({ batch_index }) => batch_index)).toEqual([0, 1, 2]);
  expect(new Set(batch?.output_images.map(({ image_hash }) => image_hash)).size).toBe(3);
  await balance('1,400');
});

test('an order that the balance does not cover is kept, says what it costs, and can be taken back', async () => {
  await openSection(page, 'Advanced');
  await page.locator('label').filter({ hasText: 'High' }).click();
  await setImages('4');
  await page.getByText('4 × 400 credits').waitFor();
  await page.getByText('You have 1,400 credits.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Not enough credits' });
  await dialog.getByText('This order costs 1,600 credits, and you have 1,400.').waitFor(PATIENCE);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const kept = page.getByRole('listitem').filter({ hasText: 'A render was not accepted.' });
  await kept.getByRole('button', { name: 'Withdraw' }).click();
  await kept.waitFor({ state: 'detached' });
  expect(await ask<RenderBody[]>('render/')).toHaveLength(4);
});

test('a set of colourways shows each of them, and the stage keeps its own', async () => {
  const model = makeVariants();
  await dropFile(page, 'boxes.glb', model);
  await waitForModel(page, hashOf(model));
  await page.locator('label').filter({ hasText: 'Draft' }).click();
  await setImages('1');
  await page.getByText('1 × 100 credits').waitFor();
  await page.getByRole('button', { name: 'Order a set of pictures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order a set of pictures' });
  // The saved views went with the sample.
  await dialog.getByText('Colourways').click();
  await dialog.getByRole('group', { name: 'Colourways' }).getByText('As in the file').click();
  await dialog.getByText('1 view × 2 looks. You have 1,400 credits.').waitFor();
  await dialog.getByRole('button', { name: 'Order 2 pictures' }).click();
  await dialog.waitFor({ state: 'detached', ...PATIENCE });
  const set = (await finished(6)).filter(({ group }) => group?.size === 2).sort((a, b) => a.id - b.id);
  expect(set.map(({ group, recipe, view_ids }) => [group?.look, recipe.scene.variant, view_ids])).toEqual([
    ['Ocean', 'Ocean', []],
    ['All blue', 'All blue', []],
  ]);
  expect(new Set(set.map(({ recipe }) => recipe.passes.snapshot)).size).toBe(2);
  expect(new Set(set.map(({ output_images: [image] }) => image?.image_hash)).size).toBe(2);
  expect((await ask<ProjectBody>('project/active/')).render_settings.variant).toBeNull();
  expect(story.errors).toEqual([]);
});

test('the same set is drawn by this device for nothing, and comes to the server as one', async () => {
  await page.getByRole('radiogroup', { name: 'Where it is drawn' }).getByText('On this device').click();
  await page.getByRole('button', { name: 'Order a set of pictures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order a set of pictures' });
  await dialog.getByText('Colourways').click();
  await dialog.getByRole('group', { name: 'Colourways' }).getByText('As in the file').click();
  await dialog.getByText('Studio on this device, free').waitFor(PATIENCE);
  await dialog.getByRole('button', { name: 'Order 2 pictures' }).click();
  await dialog.waitFor({ state: 'detached', ...PATIENCE });
  const all = await finished(8);
  const drawn = all.filter(({ made_on_device }) => made_on_device).sort((a, b) => a.id - b.id);
  expect(drawn.map(({ group, price }) => [group?.index, group?.size, group?.look, price])).toEqual([
    [0, 2, 'Ocean', 0],
    [1, 2, 'All blue', 0],
  ]);
  expect(new Set(drawn.map(({ group }) => group?.id)).size).toBe(1);
  expect(new Set(drawn.map(({ seed }) => seed)).size).toBe(1);
  await page.getByRole('radiogroup', { name: 'Where it is drawn' }).getByText('On the server').click();
  expect(story.errors).toEqual([]);
});

async function saveLook(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save this look' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: `Apply look ${name}` }).waitFor(PATIENCE);
}

test('a set of saved looks wears each of them, and the stage goes on in its own', async () => {
  await page.getByRole('button', { name: /^Looks/ }).click();
  await saveLook('Bare');
  const left = page.getByRole('group', { name: 'Left', exact: true });
  await page.getByRole('button', { name: 'Library for Left' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Wood' }).click();
  await page.getByRole('row', { name: 'Walnut' }).click();
  await left.getByText('Walnut').waitFor(PATIENCE);
  await saveLook('Walnut');
  await page.getByRole('button', { name: 'Order a set of pictures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order a set of pictures' });
  await dialog.getByText('Saved looks').click();
  await dialog.getByText('1 view × 2 looks. You have 1,200 credits.').waitFor(PATIENCE);
  await dialog.getByRole('button', { name: 'Order 2 pictures' }).click();
  await dialog.waitFor({ state: 'detached', ...PATIENCE });
  const renders = (await finished(10)).sort((a, b) => a.id - b.id).slice(-2);
  const worn = ({ recipe }: RenderBody) => recipe.scene.dressings.map(({ kind }) => kind);
  expect(renders.map((render) => [render.group?.look, worn(render)])).toEqual([
    ['Walnut', ['library']],
    ['Bare', []],
  ]);
  // The real stage wore them: no two pictures are alike, and each of them is another than those of before.
  expect(new Set(renders.map(({ recipe }) => recipe.passes.snapshot)).size).toBe(2);
  expect(new Set(renders.map(({ output_images: [image] }) => image?.image_hash)).size).toBe(2);
  await left.getByText('Walnut').waitFor();
  await balance('1,000');
  expect(story.errors).toEqual([]);
});

test('what of a saved look this model goes without stands there before the price', async () => {
  const red = makeLookMaterial('Velvet', { color: '#ff0000', parts: ['Armrest'] });
  const body = { id: randomUUID(), name: 'Summer', look: makeLook({ materials: [red] }) };
  const answer = await page.request.post(new URL('/api/look/', page.url()).href, {
    headers: await authorizationOf(page),
    data: body,
  });
  expect(answer.ok()).toBe(true);
  await page.reload();
  await waitForModel(page, hashOf(makeVariants()));
  await page.getByRole('button', { name: 'Order a set of pictures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order a set of pictures' });
  await dialog.getByText('Saved looks').click();
  const lack = dialog.getByText('Of “Summer” these pictures go without: Velvet.');
  await lack.waitFor(PATIENCE);
  await dialog.getByRole('group', { name: 'Saved looks' }).getByText('Summer').click();
  await lack.waitFor({ state: 'detached' });
  expect(story.errors).toEqual([]);
});
