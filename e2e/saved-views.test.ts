import type { CDPSession, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, type Story, signIn } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const CHAIR = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 0.5, 0.2], centre: [0, 0, 0] }]));
const VIEWS_MAX = 20;
/** A stage in software on a busy machine takes its time. */
const PATIENCE = { timeout: 300_000 };

let story: Story;
let page: Page;
let cdp: CDPSession;
beforeAll(async () => {
  story = await openStory({
    hasViews: true,
    viewport: { width: 1000, height: 900 },
    reducedMotion: 'no-preference',
  });
  ({ page } = story);
  cdp = await story.context.newCDPSession(page);
});
afterAll(() => story?.close());

const list = () => page.getByRole('grid', { name: 'Saved views' });
const rows = () => list().getByRole('row');
const row = (name: string) => list().getByRole('row', { name, exact: true });
const save = () => page.getByRole('button', { name: 'Save view', exact: true });
const names = async () => (await rows().allInnerTexts()).map((text) => text.trim());
const reached = (...wanted: string[]) => expect.poll(names, PATIENCE).toEqual(wanted);
const sent = (method: string) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === method && /camera-views|delete_camera_view/.test(response.url()),
    { timeout: 300_000 },
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

/** With keys alone. A window that goes gives the focus back a moment later, and a menu that lost it closes: it is opened again. */
async function choose(button: Locator, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  const isShown = () =>
    item.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  await expect.poll(async () => button.press('Enter').then(isShown)).toBe(true);
  await item.press('Enter');
}

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
  cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
/** A place on a row: on its picture, or behind or under its name. */
async function spot(name: string, part: 'picture' | 'end'): Promise<[number, number]> {
  const box = await row(name).boundingBox();
  if (box === null) throw new Error(`${name} is not shown`);
  const { x, y, width, height } = box;
  if (part === 'picture') return [x + 20, y + 20];
  return height > width / 2 ? [x + width / 2, y + height - 4] : [x + width - 4, y + height / 2];
}
async function dragByMouse(name: string, behind: string): Promise<void> {
  await page.mouse.move(...(await spot(name, 'picture')));
  await page.mouse.down();
  await page.mouse.move(...(await spot(behind, 'end')), { steps: 5 });
  await list().locator('[data-dragging]').waitFor();
  await page.mouse.up();
}
async function dragByFinger(name: string, behind: string): Promise<void> {
  const [x, y] = await spot(name, 'picture');
  const [toX, toY] = await spot(behind, 'end');
  await touch('touchStart', [x, y]);
  await list().locator('[data-lifted]').waitFor();
  await touch('touchMove', [(x + toX) / 2, (y + toY) / 2]);
  await touch('touchMove', [toX, toY]);
  await list().locator('[data-drop]').waitFor();
  await touch('touchEnd');
}
/** Share of a picture that is clearly more red than blue: the sample's leather and walnut are brown, bare it is grey. */
const brownShare = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let brown = 0;
    for (let at = 0; at < data.length; at += 4) brown += (data[at] ?? 0) - (data[at + 2] ?? 0) > 24 ? 1 : 0;
    return brown / (width * height);
  });
/** @param part By itself: behind an open menu the page is inert, and its landmarks with it. */
async function check(screen: string, part = 'html'): Promise<void> {
  expect(await listViolations(page, part), screen).toEqual([]);
}

test('the sample’s views come without pictures, and get theirs while nobody does anything', async () => {
  await reached('Hero', 'Walnut cup', 'Cushion');
  await expect.poll(() => rows().locator('img').count(), { timeout: 300_000 }).toBe(3);
  for (const picture of await rows().locator('img').all())
    expect(await brownShare(picture)).toBeGreaterThan(0.05);
  expect(await page.getByRole('button', { name: /^Undo: / }).count()).toBe(0);
});

test('views are saved and come back from their copies, are named, ordered and gone to', async () => {
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
  await page.getByRole('application').press('ArrowRight');
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
    page.getByText('2 saved views were recovered.').waitFor({ timeout: 300_000 }),
  ]);
  expect(taken.status()).toBe(201);
  await reached('View 1', 'View 2');
  await expect
    .poll(() => row('View 1').locator('img').getAttribute('src'))
    .toMatch(/^data:image\/webp;base64,/);

  // Named by F2, put in order by the menu, both with keys alone.
  await row('View 1').press('F2');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Front');
  await page.keyboard.press('Enter');
  // It would hold the focus while it fades.
  await name.waitFor({ state: 'detached' });
  await reached('Front', 'View 2');
  await choose(row('View 2').getByRole('button', { name: 'Options of View 2' }), 'Move left');
  await reached('View 2', 'Front');
  // It would take the keys while it fades.
  await page.locator('[role=menu]').waitFor({ state: 'detached' });

  // A view with a moved model brings model and camera back; a gesture ends that it is the active one.
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  const panel = page.getByRole('region', { name: 'Transform' });
  await panel.waitFor();
  const position = panel.getByRole('textbox').first();
  await page.getByRole('application').press('ArrowRight');
  await expect.poll(() => position.inputValue(), PATIENCE).toBe('0.5');
  await Promise.all([sent('POST'), saveView()]);
  // The redo overtakes the undo on the way to the server.
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/delete_camera_view/**', async (route) => {
    await held;
    await route.continue();
  });
  await Promise.all([
    page.waitForRequest((request) => request.method() === 'DELETE'),
    page.getByRole('button', { name: 'Undo: Save view' }).click(),
  ]);
  await page.getByRole('button', { name: 'Redo: Save view' }).click();
  await row('View 3').waitFor();
  const [again] = await Promise.all([sent('POST'), letGo()]);
  expect(again.status()).toBe(201);
  await page.unroute('**/delete_camera_view/**');
  await panel.getByRole('button', { name: 'Reset position' }).click();
  await expect.poll(() => position.inputValue(), PATIENCE).toBe('0');
  await row('View 3').click();
  await list().getByRole('row', { name: 'View 3', selected: true }).waitFor();
  await expect.poll(() => position.inputValue(), PATIENCE).toBe('0.5');
  await row('Front').click();
  await list().getByRole('row', { name: 'Front', selected: true }).waitFor();
  await expect.poll(() => position.inputValue(), PATIENCE).toBe('0');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('application').press('ArrowRight');
  await expect.poll(() => list().getByRole('row', { selected: true }).count(), PATIENCE).toBe(0);

  // A reload keeps names and order; another browser has them from the server.
  await open();
  await reached('View 2', 'Front', 'View 3');
  expect(story.errors).toEqual([]);
});

test('there are twenty views at most, and cleared they stay away for good', async () => {
  for (let count = 4; count <= VIEWS_MAX; count += 1) await saveView();
  await page.getByText('20 of 20 views', { exact: true }).waitFor();
  const full = page.getByRole('button', { name: '20 of 20 views. Delete one to save another.' });
  await expect.poll(() => full.getAttribute('aria-disabled')).toBe('true');
  await full.press('Enter');
  await expect.poll(() => rows().count()).toBe(VIEWS_MAX);
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

test('views are dragged by mouse and by finger, in the row and in the column, and axe finds nothing on the way', async () => {
  for (let count = 1; count <= 3; count += 1) await saveView();
  await reached('View 1', 'View 2', 'View 3');
  for (const [width, height] of [
    [1000, 900],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isColumn = height > width;
    await page.locator(`[role=grid][data-orientation=${isColumn ? 'vertical' : 'horizontal'}]`).waitFor();
    await dragByMouse('View 1', 'View 3');
    await reached('View 2', 'View 3', 'View 1');
    await page.getByRole('button', { name: 'Undo: Order of views' }).click();
    await reached('View 1', 'View 2', 'View 3');
    await dragByFinger('View 1', 'View 2');
    await reached('View 2', 'View 1', 'View 3');
    await dragByFinger('View 2', 'View 3');
    await reached('View 1', 'View 3', 'View 2');
    // Letting go is no press.
    expect(await list().getByRole('row', { selected: true }).count()).toBe(0);
    await dragByFinger('View 3', 'View 2');
    await reached('View 1', 'View 2', 'View 3');
    await check(`views at ${width}`);

    await row('View 1').getByRole('button', { name: 'Options of View 1' }).click();
    await page.getByRole('menuitem', { name: isColumn ? 'Move down' : 'Move right' }).waitFor();
    await check(`the menu of a view at ${width}`, '[role=menu]');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await check(`the name of a view at ${width}`, '[role=dialog]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Options of the saved views' }).click();
    await page.getByRole('menuitem', { name: 'Clear all' }).waitFor();
    await check(`the menu of the views at ${width}`, '[role=menu]');
    await page.keyboard.press('Escape');
  }
  await page.locator('[role=menu]').waitFor({ state: 'detached' });
  // A short touch goes there; both halves are sent at once, a late second one would make it a hold.
  const [x, y] = await spot('View 2', 'picture');
  await Promise.all([touch('touchStart', [x, y]), touch('touchEnd')]);
  await list().getByRole('row', { name: 'View 2', selected: true }).waitFor();
  expect(story.errors).toEqual([]);
});

test('while the stage shows another model than the project, no view is saved, and the button says so', async () => {
  const OTHER = new Uint8Array(makeBoxes([{ name: 'Desk', size: [2, 0.7, 1], centre: [0, 0, 0] }]));
  // What a service worker fetches cannot be held up from here.
  const here = await openStory({ isEmpty: true, serviceWorkers: 'block' });
  try {
    await dropFile(here.page, 'chair.glb', CHAIR);
    await waitForModel(here.page, hashOf(CHAIR));
    await here.page.keyboard.press('Control+s');
    await here.page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor();
    const held: (() => void)[] = [];
    await here.page.route(
      (address) => address.pathname === `/files/${hashOf(OTHER)}`,
      (route) => {
        held.push(() => void route.continue());
      },
    );
    const there = await here.context
      .browser()!
      .newContext({ viewport: { width: 1000, height: 700 }, locale: 'en-GB' });
    const elsewhere = await there.newPage();
    await signIn(elsewhere, here);
    await waitForModel(elsewhere, hashOf(CHAIR));
    await dropFile(elsewhere, 'desk.glb', OTHER);
    await waitForModel(elsewhere, hashOf(OTHER));
    await elsewhere.keyboard.press('Control+s');
    await elsewhere.getByRole('button', { name: 'Save Project (No changes)' }).waitFor();
    await there.close();
    await here.page.evaluate(() => dispatchEvent(new Event('focus')));
    const later = here.page.getByRole('button', {
      name: 'Save view: once the model of the project is shown',
    });
    await later.waitFor();
    expect(await later.getAttribute('aria-disabled')).toBe('true');
    await later.focus();
    await here.page.keyboard.press('Enter');
    // Nor is anything of the model that leaves dressed or labelled.
    for (const section of ['Labels', /^Looks/]) {
      const header = here.page.locator('button[aria-expanded]').filter({ hasText: section });
      await expect.poll(() => header.evaluate((button) => button.closest('[inert]') !== null)).toBe(true);
    }
    for (const go of held) go();
    await here.page.unrouteAll({ behavior: 'wait' });
    await waitForModel(here.page, hashOf(OTHER));
    const views = here.page.getByRole('grid', { name: 'Saved views' }).getByRole('row');
    expect(await views.count()).toBe(0);
    await here.page.getByRole('button', { name: 'Save view', exact: true }).click();
    await views.first().waitFor();
    expect(here.errors).toEqual([]);
  } finally {
    await here.close();
  }
});
