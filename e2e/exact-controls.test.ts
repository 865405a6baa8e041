import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { TEXTS } from './support/one-language.ts';
import { openSection } from './support/open-section.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** What is typed, pressed or heard at a control is what counts: numbers of either sign, places of labels, values of sliders. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40"><rect width="60" height="40" fill="#c22"/></svg>',
);

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, locale: 'es-ES', viewport: { width: 1640, height: 900 } });
  await dropFile(story.page, 'box.glb', BOX);
  await waitForModel(story.page, hashOf(BOX));
});
afterAll(() => story?.close());

const t = TEXTS.es;

test('a point and a comma both stand before the part of a number, typed and pasted', async () => {
  const { page } = story;
  await page.keyboard.press('t');
  const field = page.getByRole('textbox', { name: `${t.transform.rows.scale} X`, exact: true });
  for (const typed of ['1.5', '1,5']) {
    await field.fill('');
    await field.pressSequentially(typed);
    expect(await field.inputValue()).toBe('1,5');
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('1,5');
    await field.fill('1');
    await field.press('Enter');
  }
  // As it comes in one piece.
  await field.fill('2.25');
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('2,25');
  // A second sign is none.
  await field.evaluate((input) => (input as HTMLInputElement).setSelectionRange(4, 4));
  await field.press('.');
  expect(await field.inputValue()).toBe('2,25');
  await page.keyboard.press('Escape');
});

test('a look at the numbers of a model that stands anywhere moves nothing', async () => {
  const { page } = story;
  await page.keyboard.press('t');
  await page.getByRole('button', { name: t.transform.reset }).click();
  const field = page.getByRole('textbox', { name: `${t.transform.rows.position} X`, exact: true });
  await expect.poll(() => field.inputValue()).toBe('0');
  // Finer than it is shown, as a drag of a handle leaves it.
  await field.fill('1,234');
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('1,23');
  for (let step = 0; step < 9; step++) await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('t');
  await expect.poll(() => field.inputValue()).toBe('0');
  await page.keyboard.press('Escape');
});

test('a label goes as far up and down as its button is pressed', async () => {
  const { page } = story;
  const { labels: words } = t;
  await openSection(page, t.panel.labels);
  for (const name of ['uno', 'dos', 'tres']) {
    await page
      .locator('input[accept*="svg"]')
      .setInputFiles({ name: `${name}.svg`, mimeType: 'image/svg+xml', buffer: DRAWING });
    await page.getByText(words.waiting(name)).waitFor();
    await page.getByRole('button', { name: words.middle }).press('Enter');
    await page.getByRole('button', { name: words.select(name) }).waitFor();
  }
  const order = () =>
    page
      .getByRole('list', { name: words.list })
      .getByRole('button', { name: new RegExp(`^${words.select('')}`) })
      .evaluateAll((buttons) => buttons.map((button) => button.textContent));
  expect(await order()).toEqual(['uno', 'dos', 'tres']);
  await page.getByRole('button', { name: words.lower('tres') }).press('Enter');
  await expect.poll(order).toEqual(['uno', 'tres', 'dos']);
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['tres', 'uno', 'dos']);
});

test('a slider says what it shows', async () => {
  const { page } = story;
  const { labels: words } = t;
  const slider = page.getByRole('slider', { name: words.size });
  if (!(await slider.isVisible())) await page.getByRole('button', { name: words.select('uno') }).click();
  await slider.press('ArrowRight');
  const shown = () => page.getByText(/×/).first().textContent();
  await expect.poll(async () => [await slider.getAttribute('aria-valuetext')]).toEqual([await shown()]);
  await slider.press('ArrowRight');
  await expect.poll(async () => (await slider.getAttribute('aria-valuetext')) === (await shown())).toBe(true);
});

test('where a label is taken away the next one has the focus, and no press more takes that away', async () => {
  const { page } = story;
  const { labels: words } = t;
  const select = (name: string) => page.getByRole('button', { name: words.select(name), exact: true });
  const hasFocus = (name: string) => select(name).evaluate((button) => button === document.activeElement);
  // They stand as tres, uno, dos.
  await page.getByRole('button', { name: words.remove('uno') }).press('Enter');
  await expect.poll(() => select('uno').count()).toBe(0);
  await expect.poll(() => hasFocus('dos')).toBe(true);
  await page.getByRole('button', { name: words.remove('dos') }).press('Enter');
  await expect.poll(() => select('dos').count()).toBe(0);
  await expect.poll(() => hasFocus('tres')).toBe(true);
  await page.getByRole('button', { name: words.remove('tres') }).press('Enter');
  // With nothing set in it the section closes.
  const header = page.getByRole('button', { name: new RegExp(`^${t.panel.labels}`) });
  await expect.poll(() => header.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('what stands in a field is saved with Control and S, and the field keeps the focus', async () => {
  const { page } = story;
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  const number = page.getByRole('textbox', { name: `${t.transform.rows.scale} X`, exact: true });
  await number.fill('1,50');
  await number.press('Control+s');
  await expect.poll(() => number.inputValue()).toBe('1,5');
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: /^Materiales/ }).click();
  await page.getByRole('button', { name: 'Box', exact: true }).press('F2');
  await page.getByRole('textbox', { name: t.dressing.newName('Box') }).fill('Latón');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Latón', exact: true }).waitFor();

  const name = page.getByRole('textbox', { name: t.project.name, exact: true });
  await name.fill('Otoño');
  await name.press('Control+s');
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await expect.poll(() => name.inputValue()).toBe('Otoño');
});

test('what is wrong with a typed seed is not said of what is left of it', async () => {
  const { page } = story;
  const prompt = page.locator('[data-tour="prompt"]');
  await prompt.getByRole('switch', { name: t.order.fixSeed }).press('Space');
  const seed = prompt.getByRole('textbox', { name: t.order.seed, exact: true });
  await seed.fill('12a');
  const wrong = prompt.getByText(t.advanced.seedInvalid);
  await wrong.waitFor();
  expect(await seed.inputValue()).toBe('12');
  await page.keyboard.press('Tab');
  await wrong.waitFor({ state: 'detached' });
});

test('where the system chooses the colours, what has the focus has an outline', async () => {
  const { page } = story;
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.press('Tab');
  const outline = () =>
    page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(
        document.activeElement?.closest('[data-focus-visible]') ?? document.activeElement!,
      );
      return `${outlineStyle} ${outlineWidth}`;
    });
  await expect.poll(outline).toBe('solid 2px');
  await page.emulateMedia({ forcedColors: 'none' });
});

test('single keys can be switched off, and Control keeps its own', async () => {
  const { page } = story;
  const stage = page.getByRole('application');
  await stage.press('k');
  await page.getByRole('region', { name: t.keys.labels.camera }).waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.setItem('vitrine_preferences', '{"singleKeys":false}'));
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await stage.press('k');
  await page.keyboard.press('Control+Shift+f');
  await page.getByRole('dialog', { name: t.feedback.title }).waitFor();
  expect(await page.getByRole('region', { name: t.keys.labels.camera }).count()).toBe(0);
  expect(story.errors).toEqual([]);
});
