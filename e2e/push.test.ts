import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { type FakeComfy, startFakeComfy } from '../tests/support/fake-comfyui/start-fake-comfy.ts';
import { type FakePush, type PushDevice, startFakePush } from '../tests/support/fake-push/start-fake-push.ts';
import { checkScreen } from './support/check-screen.ts';
import { openStory, SMALL_DRAFTS, type Story, signIn } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** Somebody has this device tell them when a picture is ready, closes the page, and is told. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
/** A busy machine takes its time. */
const PATIENCE = { timeout: 300_000 };

let folder: string;
let comfy: FakeComfy;
let push: FakePush;
let server: RunningServer;
let story: Story;
let page: Page;
/** As the browser subscribed. */
let device: PushDevice;

beforeAll(async () => {
  folder = await makeStartedFolder();
  [comfy, push] = await Promise.all([startFakeComfy({ holdAt: ['sample@4'] }), startFakePush()]);
  server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: comfy.url,
    PUSH_SERVICES: push.origin,
  });
  story = await openStory(
    {
      serviceWorkers: 'allow',
      isEmpty: true,
      renderSettings: SMALL_DRAFTS,
      prepare: subscribeThere,
    },
    server.url,
  );
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});
afterAll(async () => {
  await story?.close();
  await server?.stop();
  await comfy?.kill();
  await push?.stop();
  removeDataFolder(folder);
});

/** A browser without a push service of its own, as the one of tests is, subscribes at ours. */
async function subscribeThere(context: BrowserContext): Promise<void> {
  await context.exposeFunction('subscribeThere', async (key: string) => {
    device = await push.subscribe(key);
    return device.subscription;
  });
  await context.addInitScript(() => {
    const KEPT = 'subscription-of-the-test';
    const made = (): PushSubscription | null => {
      const kept = localStorage.getItem(KEPT);
      if (kept === null) return null;
      return {
        toJSON: () => JSON.parse(kept),
        unsubscribe: async () => {
          localStorage.removeItem(KEPT);
          return true;
        },
      } as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => made();
    PushManager.prototype.subscribe = async (options) => {
      const { subscribeThere: subscribe } = window as unknown as {
        subscribeThere(key: unknown): Promise<object>;
      };
      localStorage.setItem(KEPT, JSON.stringify(await subscribe(options?.applicationServerKey)));
      return made()!;
    };
  });
}

async function openSettings(of: Page = page) {
  await of.getByRole('button', { name: 'Account', exact: true }).click();
  await of.getByRole('menuitem', { name: 'Settings' }).click();
  await of.getByRole('tab', { name: 'This device' }).click();
  return of.getByRole('switch', { name: 'Tell me on this device when a picture is ready' });
}

/** Presses the switch, once what it stands at is known. */
async function press(toggle: Locator): Promise<void> {
  await expect.poll(() => toggle.isEnabled(), PATIENCE).toBe(true);
  await expect.poll(() => toggle.getAttribute('aria-readonly'), PATIENCE).not.toBe('true');
  await toggle.press('Space');
}

/** Hands a message to the service worker as the browser does it that got it from its push service. */
async function deliver(from: Page, message: unknown): Promise<void> {
  const cdp = await from.context().newCDPSession(from);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (ours !== undefined) resolve(ours.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(story.url).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await cdp.detach();
}
const notices = () =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

test('the switch asks the browser when it is pressed, and says in words what came of it', async () => {
  // No driver can answer the browser's own question.
  await page.evaluate(() => {
    Notification.requestPermission = async () => {
      document.documentElement.dataset.asked = 'yes';
      return 'default';
    };
  });
  const asked = () => page.evaluate(() => document.documentElement.dataset.asked);
  let toggle = await openSettings();
  await toggle.waitFor();
  expect(await asked()).toBeUndefined();
  await checkScreen(page, 'en', 'notices');
  await press(toggle);
  await page.getByText('Nothing was changed: the browser’s question was not answered.').waitFor();
  expect(await asked()).toBe('yes');
  expect(await toggle.isChecked()).toBe(false);

  await page.keyboard.press('Escape');

  // Others are granted, and this one with that refused.
  const { origin } = new URL(story.url);
  await story.context.grantPermissions(['clipboard-read'], { origin });
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await openSettings();
  await page.getByText('This browser was told not to show notices of Vitrine.').waitFor();
  await page.keyboard.press('Escape');

  await story.context.grantPermissions(['notifications'], { origin });
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  toggle = await openSettings();
  await press(toggle);
  await expect.poll(() => toggle.isChecked(), PATIENCE).toBe(true);
  await page.keyboard.press('Escape');
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  toggle = await openSettings();
  await expect.poll(() => toggle.isChecked(), PATIENCE).toBe(true);
  await page.keyboard.press('Escape');
  expect(story.errors).toEqual([]);
});

test('closed while a picture is painted: the device is told, and a press opens the picture', async () => {
  await page.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  await comfy.until({ kind: 'held' });
  // The page is gone: nobody listens.
  await page.goto('about:blank');
  await comfy.command({ do: 'release' });
  await comfy.set({ holdAt: [] });
  const [message] = await device.messages();
  const said = message?.said as { render_id: number; title: string; body: string };
  expect(said).toMatchObject({ kind: 'finished', title: 'Your picture is ready' });

  await page.goto(story.url);
  await waitForModel(page, hashOf(BOX));
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = story.context.serviceWorkers();
  const badge = () => worker!.evaluate('globalThis.badge ?? 0');
  // Chromium forgets what is asked for while it is put up: nobody asks before the count is on the icon.
  const deliverAndLook = async () => {
    await worker!.evaluate('globalThis.badge = 0');
    await deliver(page, said);
    await expect.poll(badge, PATIENCE).toBe(1);
    return notices();
  };
  await worker!.evaluate('navigator.setAppBadge = async (count) => { globalThis.badge = count; }; 0');
  // A page that is looked at has it before its eyes: what the browser shows is taken back.
  await worker!.evaluate(`{
    globalThis.taken = 0;
    const close = Notification.prototype.close;
    Notification.prototype.close = function () {
      close.call(this);
      globalThis.taken += 1;
    };
    0;
  }`);
  await deliver(page, said);
  // Else what is shown next might be taken back in its place.
  await expect.poll(() => worker!.evaluate('globalThis.taken'), PATIENCE).toBeGreaterThan(0);
  expect(await notices()).toEqual([]);
  // No driver puts a page behind others: to the service worker it is hidden from now on.
  await worker!.evaluate(`{
    const look = clients.matchAll.bind(clients);
    clients.matchAll = async (options) => (await look(options)).map((page) => ({
      url: page.url,
      visibilityState: 'hidden',
      postMessage: (message) => page.postMessage(message),
      focus: () => page.focus(),
    }));
  }`);
  expect(await deliverAndLook()).toEqual([
    { title: said.title, body: said.body, tag: `render-${said.render_id}` },
  ]);
  await worker!.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })`);
  await page.getByRole('dialog').getByRole('button', { name: 'Download PNG' }).waitFor(PATIENCE);
  expect(new URL(page.url()).hash).toBe(`#render/${said.render_id}`);
  expect(await notices()).toEqual([]);
  await page.keyboard.press('Escape');
  // Without a page one opens there, which no script may do by itself.
  await worker!.evaluate(`{
    clients.matchAll = async () => [];
    clients.openWindow = async (url) => { globalThis.opened = url; return null; };
  }`);
  expect(await deliverAndLook()).toHaveLength(1);
  await worker!.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })`);
  await expect.poll(() => worker!.evaluate('globalThis.opened'), PATIENCE).toBe(`/#render/${said.render_id}`);
  for (const wrong of ['', 'x', '{}', '{"kind":"finished","render_id":"1","title":1}'])
    await deliver(page, wrong);
  expect(await notices()).toEqual([]);
  expect(await push.complaints()).toEqual([]);
  expect(story.errors).toEqual([]);
});

test('switched off, and signed out, nothing is told any more, in the browser and on the server', async () => {
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  const toggle = await openSettings();
  await expect.poll(() => toggle.isChecked(), PATIENCE).toBe(true);
  const kept = () => page.evaluate(() => localStorage.getItem('subscription-of-the-test'));
  await press(toggle);
  await expect.poll(() => toggle.isChecked(), PATIENCE).toBe(false);
  expect(await kept()).toBeNull();
  await press(toggle);
  await expect.poll(() => toggle.isChecked(), PATIENCE).toBe(true);
  expect(await kept()).not.toBeNull();
  // The window has the keyboard still.
  await page.keyboard.press('Escape');
  await toggle.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.locator('input[type=email]').waitFor();
  await expect.poll(kept, PATIENCE).toBeNull();
  await signIn(page, story);
  await waitForModel(page, hashOf(BOX));
  const anew = await openSettings();
  await expect.poll(() => anew.isEnabled(), PATIENCE).toBe(true);
  expect(await anew.isChecked()).toBe(false);
  expect(story.errors).toEqual([]);
});
