import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const CHAIR = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 0.5, 0.2], centre: [0, 0, 0] }]));
const VIEWS_MAX = 20;

let story: Story;
let page: Page;
beforeAll(async () => {
  // What a service worker answers cannot be refused from here.
  story = await openStory({
    viewport: { width: 1000, height: 900 },
    reducedMotion: 'no-preference',
    serviceWorkers: 'block',
  });
  ({ page } = story);
});
afterAll(() => story?.close());

const list = () => page.getByRole('grid', { name: 'Saved views' });
const rows = () => list().getByRole('row');
const row = (name: string) => list().getByRole('row', { name, exact: true });
const save = () => page.getByRole('button', { name: 'Save view', exact: true });
const names = async () => (await rows().allInnerTexts()).map((text) => text.trim());
const reached = (...wanted: string[]) => expect.poll(names, { timeout: 30_000 }).toEqual(wanted);
const sent = (method: string) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === method && /camera-views|delete_camera_view/.test(response.url()),
    { timeout: 60_000 },
  );

async function open(): Promise<void> {
  await page.goto(story.url);
  await waitForModel(page, hashOf(CHAIR));
}

async function saveView(): Promise<void> {
  const count = await rows().count();
  await save().click();
  await rows().nth(count).waitFor();
}

test('views are saved and come back from their copies, are named, ordered, gone to and cleared for good', async () => {
  await dropFile(page, 'chair.glb', CHAIR);
  await waitForModel(page, hashOf(CHAIR));
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.keyboard.press('Control+s');
  await saved;
  await page.getByText('Project saved successfully!').waitFor();

  // The server takes no views; then the database is wiped, and the copies bring them back.
  await page.route('**/camera-views/', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await saveView();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await saveView();
  await reached('View 1', 'View 2');
  await page.waitForFunction(() => localStorage.getItem('arcball_saved_views_backup')?.includes('View 2'));
  await page.goto(new URL('/manifest.webmanifest', story.url).href);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('vitrine');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          // All but who is signed in.
          const stores = [...opening.result.objectStoreNames].filter((name) => name !== 'kv');
          const wiping = opening.result.transaction(stores, 'readwrite');
          for (const name of stores) wiping.objectStore(name).clear();
          wiping.oncomplete = () => resolve();
          wiping.onerror = () => reject(wiping.error);
        };
      }),
  );
  await page.unroute('**/camera-views/');
  const [taken] = await Promise.all([
    sent('POST'),
    open(),
    page.getByText('2 saved views were recovered.').waitFor({ timeout: 60_000 }),
  ]);
  expect(taken.status()).toBe(201);
  await reached('View 1', 'View 2');
  expect(await row('View 1').locator('img').getAttribute('src')).toMatch(/^data:image\/webp;base64,/);

  // Named by F2, put in order by the menu, both with keys alone.
  await row('View 1').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Front');
  await page.keyboard.press('Enter');
  await reached('Front', 'View 2');
  await row('View 2').getByRole('button', { name: 'Options of View 2' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move left' }).focus();
  await page.keyboard.press('Enter');
  await reached('View 2', 'Front');

  // A view with a moved model brings model and camera back; a gesture ends that it is the active one.
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  const panel = page.getByRole('region', { name: 'Transform' });
  await panel.waitFor();
  const position = panel.getByRole('textbox').first();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position.inputValue()).toBe('0.5');
  await saveView();
  await page.getByRole('button', { name: 'Undo: Save view' }).click();
  await page.getByRole('button', { name: 'Redo: Save view' }).click();
  await panel.getByRole('button', { name: 'Reset position' }).click();
  await expect.poll(() => position.inputValue()).toBe('0');
  await row('View 3').click();
  await list().getByRole('row', { name: 'View 3', selected: true }).waitFor();
  await expect.poll(() => position.inputValue()).toBe('0.5');
  await row('Front').click();
  await list().getByRole('row', { name: 'Front', selected: true }).waitFor();
  await expect.poll(() => position.inputValue()).toBe('0');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => list().getByRole('row', { selected: true }).count()).toBe(0);

  // A reload keeps names and order; another browser has them from the server.
  await open();
  await reached('View 2', 'Front', 'View 3');

  // Up to the limit, and cleared for good.
  for (let count = 4; count <= VIEWS_MAX; count += 1) await saveView();
  await page.getByText('20 of 20 views', { exact: true }).waitFor();
  const full = page.getByRole('button', { name: '20 of 20 views. Delete one to save another.' });
  expect(await full.getAttribute('aria-disabled')).toBe('true');
  await full.press('Enter');
  expect(await rows().count()).toBe(VIEWS_MAX);
  await page.getByRole('button', { name: 'Options of the saved views' }).click();
  await page.getByRole('menuitem', { name: 'Clear all' }).click();
  const [deleted] = await Promise.all([
    sent('DELETE'),
    page.getByRole('button', { name: 'Yes, delete' }).click(),
    list().waitFor({ state: 'detached' }),
  ]);
  expect(deleted.status()).toBe(204);
  await page.waitForFunction(() => !localStorage.getItem('arcball_saved_views')?.includes('Front'));
  await Promise.all([
    page.waitForEvent('console', (message) => message.text().includes('No backups')),
    open(),
  ]);
  expect(await list().count()).toBe(0);
  expect(story.errors).toEqual([]);
});
