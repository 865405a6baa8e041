import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

// From the front: red at the left, green in the middle, blue at the right.
const COLOURS = [
  [0.8, 0.02, 0.02, 1],
  [0.02, 0.5, 0.02, 1],
  [0.02, 0.02, 0.8, 1],
] as const;
const MODEL = makeBoxes(
  ['Seat', 'Seat', '<b>Back</b>'].map((name, index) => ({
    name,
    size: [2, 2, 2],
    centre: [3 * (index - 1), 0, 0],
    colour: COLOURS[index] ?? COLOURS[0],
  })),
);
/** Where the boxes stand, as shares of the stage's width. */
const [LEFT, MIDDLE, RIGHT] = [0.27, 0.5, 0.73];

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 820 }, isEmpty: true });
});
afterAll(() => story?.close());

const stage = () => story.page.getByRole('application', { name: '3D stage' });
const row = (name: string) => story.page.getByRole('row', { name, exact: true });

async function placeOf(share: number): Promise<{ x: number; y: number }> {
  const box = (await stage().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: box.x + share * box.width, y: box.y + box.height / 2 };
}

type Colour = 'red' | 'green' | 'blue' | 'violet' | 'grey';
/** The colours of the three boxes, at half the stage's height. */
async function colours(): Promise<Colour[]> {
  const { x, y, width, height } = (await stage().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const strip = sharp(await story.page.screenshot({ clip: { x, y: y + height / 2 - 4, width, height: 8 } }));
  const { width: widthPx = 0, height: heightPx = 0 } = await strip.metadata();
  const colourAt = async (share: number): Promise<Colour> => {
    const spot = { left: Math.round(share * widthPx) - 2, top: 0, width: 4, height: heightPx };
    // Statistics are of what goes in, whatever is asked of it.
    return nameColour((await sharp(await strip.clone().extract(spot).png().toBuffer()).stats()).channels);
  };
  return [await colourAt(LEFT), await colourAt(MIDDLE), await colourAt(RIGHT)];
}
function nameColour(channels: readonly { readonly mean: number }[]): Colour {
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => mean);
  if (Math.max(r, g, b) - Math.min(r, g, b) < 25) return 'grey';
  if (g >= r && g >= b) return 'green';
  if (Math.min(r, b) > 0.45 * Math.max(r, b) && g < Math.min(r, b)) return 'violet';
  return r > b ? 'red' : 'blue';
}
const shows = (expected: readonly string[]) => expect.poll(colours).toEqual([...expected]);

test('parts are found, lit, hidden and shown from the tree and from the stage, and stay so', async () => {
  const { page } = story;
  await dropFile(page, 'chair.glb', MODEL);
  await waitForModel(page, hashOf(MODEL));
  await page.keyboard.press('v');
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Front', pressed: true }).waitFor();
  await page.keyboard.press('v');
  await shows(['red', 'green', 'blue']);

  // Two of one name can be told apart; markup is a name like any other.
  await page.getByRole('tab', { name: /^Objects/ }).click();
  await row('Seat [Seat]').waitFor();
  await row('Seat (2) [Seat]').waitFor();
  await row('<b>Back</b> [<b>Back</b>]').waitFor();

  // The pointer on a line lights its part, and nothing else; away from the tree it is as before.
  await row('Seat [Seat]').hover();
  await shows(['violet', 'green', 'blue']);
  await page.getByRole('tab', { name: /^Objects/ }).hover();
  await shows(['red', 'green', 'blue']);

  // The eye hides, undo shows.
  const seat = row('Seat (2) [Seat]');
  await seat.getByRole('button', { name: 'Hide object: Seat (2)' }).click();
  await page.getByRole('tab', { name: /^Objects/ }).hover();
  await shows(['red', 'grey', 'blue']);
  await page.getByText('1 object is hidden.').waitFor();
  await page.getByRole('button', { name: 'Undo: Visibility of Seat (2)' }).click();
  await shows(['red', 'green', 'blue']);

  // One alone, from the menu of its line; all again from the line above.
  await seat.getByRole('button', { name: 'More for Seat (2)' }).click();
  await page.getByRole('menuitem', { name: 'Show only this' }).click();
  await page.getByText('2 objects are hidden.').waitFor();
  await page.mouse.move(5, 5);
  await shows(['grey', 'green', 'grey']);
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  // The line goes, and the first row of the tree comes under the pointer.
  await page.mouse.move(5, 5);
  await shows(['red', 'green', 'blue']);

  // A tap on the stage marks the line.
  const { x, y } = await placeOf(RIGHT);
  await page.mouse.click(x, y);
  await page.locator('[role=row][aria-selected=true]', { hasText: '<b>Back</b>' }).waitFor();
  await expect.poll(() => row('Seat [Seat]').getAttribute('aria-selected')).toBe('false');

  // Keys: up to the first line, Space hides it.
  await page.locator('[role=row][aria-selected=true]').press('Home');
  await page.keyboard.press('Space');
  await row('Seat [Seat]').getByRole('button', { name: 'Show object: Seat' }).waitFor();
  await page.mouse.move(5, 5);
  await shows(['grey', 'green', 'blue']);

  // A filter leaves the parts of one material.
  await page.getByRole('button', { name: /Filter by Material:/ }).click();
  await page.getByRole('option', { name: '<b>Back</b>' }).click();
  await row('Seat [Seat]').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('treegrid').getByRole('row').count()).toBe(1);

  // With everything hidden the stage says so, after a reload, too.
  await page.getByRole('button', { name: 'Hide object: <b>Back</b>' }).click();
  await page.getByRole('button', { name: /Filter by Material:/ }).click();
  await page.getByRole('option', { name: 'Show All' }).click();
  await page.getByRole('button', { name: 'Hide object: Seat (2)' }).click();
  await page.getByText('Every object is hidden.').waitFor();
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(MODEL));
  await page.getByText('Every object is hidden.').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: 'Every object is hidden.' })
    .getByRole('button', { name: 'Show all' })
    .click();
  await shows(['red', 'green', 'blue']);
  expect(story.errors).toEqual([]);
});

test('textured parts show their material by themselves; it opens by a button of its own, and closes on a reset', async () => {
  const { page } = story;
  const texture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#8a5a34' } })
    .png()
    .toBuffer();
  const model = makeBoxes([
    { name: 'Plain', size: [2, 2, 2], centre: [-3, 0, 0], colour: COLOURS[0] },
    { name: 'Cloth', size: [2, 2, 2], centre: [3, 0, 0], texture },
  ]);
  await dropFile(page, 'boxes.glb', model);
  await waitForModel(page, hashOf(model));
  await page.getByRole('tab', { name: /^Objects/ }).click();
  const cloth = page.getByRole('row', { name: 'Material of Cloth', exact: true });
  await cloth.waitFor();
  await cloth.locator('img').waitFor();
  expect(await page.getByRole('row', { name: 'Material of Plain' }).count()).toBe(0);

  // The disclosure is a button apart from the name.
  await row('Plain [Plain]').getByRole('button', { name: 'Open Plain' }).click();
  const plain = page.getByRole('row', { name: 'Material of Plain', exact: true });
  await plain.waitFor();
  await row('Plain [Plain]').getByRole('button', { name: 'Close Plain' }).click();
  await plain.waitFor({ state: 'detached' });

  await cloth.getByRole('button', { name: 'Reset Cloth' }).click();
  await cloth.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo: Reset of Cloth' }).click();
  await cloth.waitFor();
  expect(story.errors).toEqual([]);
});
