import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHdr } from '../tests/support/panorama-files.ts';
import { openSection } from './support/open-section.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, waitForAnyModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** A bright window on the left, in a room of one grey. */
const LOFT = makeHdr(64, 32, (x, y) =>
  x > 12 && x < 20 && y > 8 && y < 16 ? [12, 11, 9] : [0.4, 0.4, 0.45],
);

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 1000 }, renderSettings: SMALL_DRAFTS });
});
afterAll(() => story?.close());

test('a panorama that is dropped lights the product, turns, stands behind it, is undone, and is there after a reload', async () => {
  const { page, errors } = story;
  const card = (name: string) => page.getByRole('button', { name, exact: true });
  const isChosen = (name: string) => card(name).and(page.locator('[aria-pressed=true]')).waitFor();
  await openSection(page, 'Light(?!-)');
  await isChosen('None');
  const stored = page.waitForResponse(
    (response) => response.url().includes('/api/environment/') && response.request().method() === 'POST',
  );
  await dropFile(page, 'Loft.hdr', LOFT);
  await isChosen('Loft');
  expect((await stored).status()).toBe(201);
  await expect
    .poll(() => card('Loft').locator('img').getAttribute('src'))
    .toMatch(/^data:image\/webp;base64,/);

  // By the keyboard it gets another name, and its own again.
  for (const [before, after] of [
    ['Loft', 'North window'],
    ['North window', 'Loft'],
  ] as const) {
    await page.getByRole('button', { name: `More for “${before}”` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    const naming = page.getByRole('dialog', { name: `Rename “${before}”` });
    await naming.getByRole('textbox', { name: 'Name', exact: true }).fill(after);
    await page.keyboard.press('Enter');
    await naming.waitFor({ state: 'detached' });
    await isChosen(after);
  }

  // They are all of the light, and a step of their share is a small one.
  const share = page.getByRole('slider', { name: 'Surroundings', exact: true });
  await page.getByText('Share of the light that comes from the environment').waitFor();
  expect(await share.inputValue()).toBe('1');
  await share.press('ArrowLeft');
  await expect.poll(() => share.inputValue()).toBe('0.99');
  await page.getByRole('button', { name: 'Undo: Light of the surroundings' }).click();
  await expect.poll(() => share.inputValue()).toBe('1');

  const turn = page.getByRole('slider', { name: 'Rotation' });
  await turn.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => turn.inputValue()).toBe('1');
  await page.getByText('Show behind the product').click();
  await page.getByRole('slider', { name: 'Blur' }).waitFor();
  await openSection(page, 'Background');
  await page.getByText('The environment covers it.').waitFor();
  await openSection(page, 'Light(?!-)');
  await page.getByRole('button', { name: 'Undo: Environment behind the product' }).click();
  await page.getByRole('slider', { name: 'Blur' }).waitFor({ state: 'detached' });

  await card('Sun and sky').click();
  await page.getByRole('slider', { name: 'Sun height' }).waitFor();
  await page.getByRole('button', { name: 'Undo: Environment', exact: true }).click();
  await isChosen('Loft');

  await untilKept(page);
  await page.reload();
  await waitForAnyModel(page);
  await openSection(page, 'Light(?!-)');
  await isChosen('Loft');

  // What is no panorama is refused in words.
  await dropFile(
    page,
    'Square.hdr',
    makeHdr(32, 32, () => [1, 1, 1]),
  );
  await page.getByText('twice as wide as high').waitFor();
  await isChosen('Loft');

  // Deleted it goes from the list, and still lights the product.
  await page.getByRole('button', { name: 'More for “Loft”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete environment' }).click();
  await page.getByRole('button', { name: 'More for “Loft”' }).waitFor({ state: 'detached' });
  await isChosen('Loft');
  const { environment } = (await orderRecipe(story)).scene;
  expect(environment).toMatchObject({ kind: 'picture', name: 'Loft', rotationDegrees: 1, isSeen: false });
  expect(errors).toEqual([]);
});

test('a tap in the middle of an own picture chooses it, and its menu is beside that', async () => {
  const touch = await openStory({
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    renderSettings: SMALL_DRAFTS,
  });
  const { page, errors } = touch;
  await page.getByRole('tab', { name: 'Light', exact: true }).tap();
  await dropFile(page, 'Loft.hdr', LOFT);
  const card = (name: string) => page.getByRole('button', { name, exact: true });
  await card('Loft').and(page.locator('[aria-pressed=true]')).waitFor();
  await card('None').tap();
  await card('None').and(page.locator('[aria-pressed=true]')).waitFor();
  await card('Loft').scrollIntoViewIfNeeded();
  await card('Loft').locator('img').tap({ timeout: 10_000 });
  await card('Loft').and(page.locator('[aria-pressed=true]')).waitFor();
  expect(await page.getByRole('menu').count()).toBe(0);
  expect(errors).toEqual([]);
  await touch.close();
});
