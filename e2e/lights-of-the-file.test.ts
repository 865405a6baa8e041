import { KHRLightsPunctual } from '@gltf-transform/extensions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makeSurrounded } from '../tests/support/cube-model.ts';
import { openGlb, writeGlb } from '../tests/support/tiny-model.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.4, 0.4, 0.4, 1] }]);

/** The box with a strong light beside it. */
async function makeLit(): Promise<Uint8Array> {
  const document = await openGlb(BOX);
  const light = document.createExtension(KHRLightsPunctual).createLight().setType('point').setIntensity(100);
  const node = document.createNode('lamp').setTranslation([1, 1, 2]);
  document.getRoot().listScenes()[0]?.addChild(node.setExtension('KHR_lights_punctual', light));
  return writeGlb(document);
}

let story: Story;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1180, height: 820 },
    isEmpty: true,
    renderSettings: SMALL_DRAFTS,
  });
});
afterAll(() => story?.close());

const own = () => story.page.getByRole('switch', { name: 'Lights of the file' });
const strength = () => story.page.getByRole('slider', { name: 'Strength of the file’s lights' });

async function openLight(): Promise<void> {
  const header = story.page.locator('h2').getByRole('button', { name: /^Light/ });
  await header.and(story.page.locator(':enabled')).click();
  await story.page.getByRole('radio', { name: 'Studio', exact: true }).waitFor();
}

test('the switch is there with such lights alone; on, it is undone, kept over a reload and ordered', async () => {
  const { page } = story;
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  await openLight();
  expect(await own().count()).toBe(0);
  const lit = await makeLit();
  await dropFile(page, 'lamp.glb', lit);
  await waitForModel(page, hashOf(lit));
  await own().waitFor();
  expect(await own().isChecked()).toBe(false);
  expect(await strength().count()).toBe(0);

  await page.locator('label').filter({ hasText: 'Lights of the file' }).click();
  await strength().waitFor();
  await page.getByRole('button', { name: 'Undo: Lights of the file' }).click();
  await expect.poll(() => own().isChecked()).toBe(false);
  await page.locator('label').filter({ hasText: 'Lights of the file' }).click();
  await strength().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('110%', { exact: true }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  const { fileLights } = (await orderRecipe(story)).scene;
  expect(fileLights?.isOn).toBe(true);
  expect(fileLights?.strength).toBeCloseTo(1.1, 6);

  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(lit));
  await openLight();
  await expect.poll(() => own().isChecked()).toBe(true);
  expect(story.errors).toEqual([]);
});

test('what is said of the light counts the lights of the file', async () => {
  const { page } = story;
  const lit = await makeLit();
  await dropFile(page, 'lamp.glb', lit);
  await waitForModel(page, hashOf(lit));
  await page.getByRole('button', { name: 'Overcast', exact: true }).click();
  await expect.poll(() => own().isChecked()).toBe(true);
  const light = page.getByRole('group', { name: 'Light', exact: true });
  await light
    .getByText('There is no light of yours: the surroundings and the file’s lights do it.')
    .waitFor();
  await light.getByText('It and the file’s lights are all of the light.').waitFor();

  await page.locator('label').filter({ hasText: 'Lights of the file' }).click();
  await light.getByText('There is no light: only the surroundings light the product.').waitFor();
  await light.getByText('It is all of the light.').waitFor();
  expect(await light.getByText('the file’s lights').count()).toBe(0);
  expect(story.errors).toEqual([]);
});

test('surroundings of the file are taken as an environment, which a reload and an order keep', async () => {
  const { page } = story;
  const surrounded = await makeSurrounded((face) => (face === 0 ? [9, 8, 7] : [0.3, 0.3, 0.4]), 64);
  await dropFile(page, 'lounge.glb', surrounded);
  await waitForModel(page, hashOf(surrounded));
  await page.getByRole('button', { name: 'Surroundings of the file' }).click();
  const card = page.getByRole('button', { name: 'Surroundings of lounge', exact: true });
  await card.and(page.locator('[aria-pressed=true]')).waitFor();
  expect(await listViolations(page)).toEqual([]);
  const { environment } = (await orderRecipe(story)).scene;
  expect(environment).toMatchObject({ kind: 'picture', name: 'Surroundings of lounge' });
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(surrounded));
  await openLight();
  await card.and(page.locator('[aria-pressed=true]')).waitFor();
  expect(story.errors).toEqual([]);
});
