import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import type { RenderBody, RenderStateBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { type FakeComfy, startFakeComfy } from '../tests/support/fake-comfyui/start-fake-comfy.ts';
import { authorizationOf } from './support/ask-as.ts';
import { listOverlaps } from './support/list-covered.ts';
import { openStory, SMALL_DRAFTS, type Story, signIn } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
/** A busy machine takes its time. */
const PATIENCE = { timeout: 300_000 };

let folder: string;
let comfy: FakeComfy;
let server: RunningServer;
let story: Story;
let page: Page;
/** Also for the time when nobody has the page open. */
let headers: { authorization: string };

beforeAll(async () => {
  folder = await makeStartedFolder();
  comfy = await startFakeComfy({ holdAt: ['sample@4'] });
  server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: comfy.url,
  });
  // So wide that all that waits is in sight.
  const viewport = { width: 1900, height: 700 };
  const options = { viewport, serviceWorkers: 'allow', isEmpty: true, renderSettings: SMALL_DRAFTS } as const;
  story = await openStory(options, server.url);
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  headers = await authorizationOf(page);
});
afterAll(async () => {
  await story?.close();
  await server?.stop();
  await comfy?.kill();
  removeDataFolder(folder);
});

async function ask<Body>(path: string): Promise<Body> {
  const answer = await story.context.request.get(`${story.url}api/${path}`, { headers });
  return (await answer.json()) as Body;
}
const credits = async () => (await ask<{ credits: number }>('users/me/')).credits;
const render = (id: number) => ask<RenderBody>(`render/${id}/`);
/** Orders in work and waiting, as the server has them. */
const line = async (): Promise<[number[], number[]]> => {
  const { renders } = (await ask<RenderStateBody>('render/state/')).data;
  return [renders.in_progress.map(({ id }) => id), renders.pending.map(({ id }) => id)];
};
const status = (of: Page = page) => of.getByRole('region', { name: 'Render progress' }).getByRole('status');
const says = (text: string, of: Page = page) => status(of).filter({ hasText: text }).waitFor(PATIENCE);
const rows = () => page.getByRole('grid', { name: 'Waiting renders' }).getByRole('row');
const pictures = () =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img');

/** Presses Render and resolves with the order's number. */
async function order(): Promise<number> {
  // Whichever of the person's tabs sends it.
  const ordering = story.context.waitForEvent('response', {
    predicate: (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/api/render/'),
    ...PATIENCE,
  });
  await page.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  return (await (await ordering).json()).id;
}
/**
 * Presses a button that asks the server for something, and resolves when that has answered. The list is drawn anew when
 * the queue moves; a press that falls between asks for nothing, and is made again once that is certain.
 */
async function press(name: string, within: ReturnType<typeof rows>, path: RegExp): Promise<void> {
  let asked: Request | null = null;
  const until = Date.now() + PATIENCE.timeout;
  while (asked === null && Date.now() < until) {
    const asking = page.waitForRequest(path, { timeout: 10_000 }).catch(() => null);
    await within
      .getByRole('button', { name })
      .click({ timeout: 10_000 })
      .catch(() => {});
    asked = await asking;
  }
  expect((await asked?.response())?.status()).toBe(200);
}

/** The middle of a row's words, or a place right behind where it begins. */
async function spot(place: string, part: 'words' | 'start'): Promise<[number, number]> {
  // While the server's answer is on its way two may be told as the same.
  const row = rows().filter({ hasText: place });
  await expect.poll(() => row.count(), PATIENCE).toBe(1);
  const box = await row.boundingBox();
  if (box === null) throw new Error(`${place} is not shown`);
  return part === 'words' ? [box.x + box.width / 3, box.y + 20] : [box.x + 6, box.y + 20];
}
/** Does a gesture that has the server reorder the line, and resolves when that has answered. */
async function reorder(gesture: () => Promise<void>): Promise<void> {
  const ordering = page.waitForResponse(/\/api\/render\/order\/$/, PATIENCE);
  await gesture();
  expect((await ordering).status()).toBe(200);
}
async function dragByMouse(from: string, to: string): Promise<void> {
  await page.mouse.move(...(await spot(from, 'words')));
  await page.mouse.down();
  await page.mouse.move(...(await spot(to, 'start')), { steps: 5 });
  await rows().and(page.locator('[data-dragging]')).waitFor(PATIENCE);
  await page.mouse.up();
}
async function dragByFinger(from: string, to: string): Promise<void> {
  const cdp = await story.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', await spot(from, 'words'));
  await rows().and(page.locator('[data-lifted]')).waitFor(PATIENCE);
  await touch('touchMove', await spot(to, 'start'));
  await rows().filter({ hasText: to }).and(page.locator('[data-drop=before]')).waitFor(PATIENCE);
  await touch('touchEnd');
}

test('four renders, the last one moved up, the second cancelled, a reload: all end right and are charged right', async () => {
  const before = await credits();
  // The server draws one and has the next one ready; the others wait in line.
  const first = await order();
  await comfy.until({ kind: 'held' });
  const second = await order();
  await expect.poll(async () => (await line())[0], PATIENCE).toEqual([first, second]);
  const third = await order();
  const fourth = await order();
  await says('Generating AI image...');
  await expect.poll(() => rows().count(), PATIENCE).toBe(3);
  await rows().filter({ hasText: 'Queue position: 2' }).waitFor(PATIENCE);

  await press('Move earlier', rows().filter({ hasText: 'Queue position: 2' }), /\/api\/render\/order\/$/);
  expect((await line())[1]).toEqual([fourth, third]);
  await reorder(() => dragByMouse('Queue position: 2', 'Queue position: 1'));
  expect((await line())[1]).toEqual([third, fourth]);
  await reorder(() => dragByFinger('Queue position: 2', 'Queue position: 1'));
  expect((await line())[1]).toEqual([fourth, third]);
  await press('Cancel render', rows().filter({ hasText: 'Preparing...' }), /\/cancel\/$/);
  await expect.poll(() => rows().count(), PATIENCE).toBe(2);
  await expect.poll(async () => (await line())[0], PATIENCE).toEqual([first, fourth]);

  await page.reload();
  await says('Generating AI image...');
  await expect.poll(() => rows().count(), PATIENCE).toBe(2);
  await comfy.command({ do: 'release' });
  await comfy.set({ holdAt: [] });
  await expect.poll(() => pictures().count(), PATIENCE).toBe(3);
  await status().filter({ hasText: 'Ready' }).waitFor(PATIENCE);
  expect(await rows().count()).toBe(0);
  const ended = await Promise.all([first, second, third, fourth].map(render));
  expect(ended.map((each) => [each.status, each.refunded])).toEqual([
    ['completed', 0],
    ['cancelled', 100],
    ['completed', 0],
    ['completed', 0],
  ]);
  expect(Date.parse(ended[3]?.finished_at ?? '')).toBeLessThan(Date.parse(ended[2]?.finished_at ?? ''));
  expect(await credits()).toBe(before - 300);
  expect(story.errors).toEqual([]);
});

test('a render that finished while the page was closed is told and shown when it opens again', async () => {
  const drawn = await pictures().count();
  await comfy.set({ holdAt: ['sample@4'] });
  await comfy.command({ do: 'clear-journal' });
  const id = await order();
  await comfy.until({ kind: 'held' });
  await says('Generating AI image...');
  await page.goto('about:blank');
  await comfy.command({ do: 'release' });
  await comfy.set({ holdAt: [] });
  await expect.poll(async () => (await render(id)).status, PATIENCE).toBe('completed');
  await page.goto(story.url);
  await page.getByText('The render is finished.').waitFor({ ...PATIENCE, state: 'attached' });
  await expect.poll(() => pictures().count(), PATIENCE).toBe(drawn + 1);
  await says('Ready');
  expect(story.errors).toEqual([]);
});

test('nobody looks: the service worker notifies of the end, and a press on it shows the picture', async () => {
  await story.context.grantPermissions(['notifications'], { origin: new URL(story.url).origin });
  const tab = await story.context.newPage();
  // As on Android and iPadOS, where a page cannot show one by itself; and a tab that can be put behind others.
  await tab.addInitScript(() => {
    window.Notification = new Proxy(Notification, {
      construct() {
        throw new TypeError('Illegal constructor');
      },
    });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (document.documentElement.dataset.away === '' ? 'hidden' : 'visible'),
    });
  });
  await page.goto('about:blank');
  await tab.goto(story.url);
  await says('Ready', tab);
  await comfy.set({ holdAt: ['sample@4'] });
  await comfy.command({ do: 'clear-journal' });
  await tab.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  await comfy.until({ kind: 'held' });
  await says('Generating AI image...', tab);
  await tab.evaluate(() => {
    document.documentElement.dataset.away = '';
  });
  await comfy.command({ do: 'release' });
  await comfy.set({ holdAt: [] });
  const notices = () =>
    tab.evaluate(async () => {
      const shown = await (await navigator.serviceWorker.ready).getNotifications();
      return shown.map(({ title, body }) => [title, body]);
    });
  const { name } = await ask<ProjectBody>('project/active/');
  await expect.poll(notices, PATIENCE).toEqual([['The render is finished.', `${name} · Vitrine`]]);
  expect(await tab.getByRole('dialog').count()).toBe(0);
  // No driver can press what the system shows. An event by script may not keep the worker awake, which is awake anyway.
  await story.context
    .serviceWorkers()[0]
    ?.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })`);
  await tab.getByRole('dialog').getByRole('button', { name: 'Download PNG' }).waitFor(PATIENCE);
  expect(await notices()).toEqual([]);
  await tab.close();
  await page.goto(story.url);
  await says('Ready');
  expect(story.errors).toEqual([]);
});

test('a second tab and a second device show the same; all are cancelled there with one press and a yes', async () => {
  const before = await credits();
  await comfy.set({ holdAt: ['sample@4'] });
  await comfy.command({ do: 'clear-journal' });
  await order();
  await comfy.until({ kind: 'held' });
  const tab = await story.context.newPage();
  await tab.goto(story.url);
  const tablet = { locale: 'en-GB', hasTouch: true, viewport: { width: 820, height: 1180 } };
  const device = await (await story.context.browser()!.newContext(tablet)).newPage();
  await signIn(device, story);
  for (const other of [tab, device]) await says('Generating AI image...', other);
  await order();
  for (const other of [tab, device]) {
    await other.getByRole('button', { name: 'Cancel all' }).waitFor(PATIENCE);
  }
  // Neither button lies on the bar, as high as they are for a finger.
  expect(await listOverlaps(device, '[aria-label="Render progress"]')).toEqual([]);
  // The page shows two as well, also where the other tab has sent the second.
  await page.getByRole('grid', { name: 'Waiting renders' }).getByText('Queue position: 1').waitFor(PATIENCE);
  await expect.poll(() => page.getByText('Starting...', { exact: true }).count(), PATIENCE).toBe(0);
  await device.getByRole('button', { name: 'Cancel all' }).click(PATIENCE);
  const dialog = device.getByRole('alertdialog', { name: 'Cancel all' });
  await dialog.getByText('2 renders are cancelled.', { exact: false }).waitFor(PATIENCE);
  const answered = device.waitForResponse(
    (response) => response.url().endsWith('/api/render/cancel/'),
    PATIENCE,
  );
  await dialog.getByRole('button', { name: 'Cancel all' }).click();
  expect((await answered).status()).toBe(200);
  await device.getByText('2 renders cancelled').waitFor(PATIENCE);
  for (const each of [page, tab, device]) await says('Ready', each);
  expect(await line()).toEqual([[], []]);
  expect(await credits()).toBe(before);
  expect(story.errors).toEqual([]);
});
