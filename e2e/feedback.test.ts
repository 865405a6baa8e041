import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from './support/list-violations.ts';
import { listForeign, readPage, TEXTS } from './support/one-language.ts';
import { openStory, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { waitForAnyModel } from './support/stage.ts';

/** Somebody tells what is wrong and shows it; staff read it. */

let folder: string;
let server: RunningServer;
let story: Story;
let page: Page;
/** The tests tell one story: the ticket that the first one leaves. */
let ticket = '';
/** A picture of the page takes long where many work. */
const PATIENCE = { timeout: 300_000 };

beforeAll(async () => {
  folder = await makeStartedFolder();
  server = await startProduct(folder, await findFreePort(), { RATE_LIMIT_FACTOR: '0' });
  // What it looks for are colours at single pixels.
  story = await openStory({ viewport: { width: 1000, height: 640 }, deviceScaleFactor: 1 }, server.url);
  ({ page } = story);
});

afterAll(async () => {
  await story?.close();
  await server?.stop();
  removeDataFolder(folder);
});

async function findNothingWrong(on: Page, language: 'en' | 'es', screen: string): Promise<void> {
  expect(await listViolations(on), screen).toEqual([]);
  expect(await listForeign(on, language), screen).toEqual([]);
}

/** The most colourful point of the stage as a person sees it: something of leather, once the textures have come. */
async function findColour(on: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await on.locator('[data-model] canvas').boundingBox())!;
  const clip = { x: box.x + box.width / 4, y: box.y + box.height / 4, width: 200, height: 200 };
  let best = 0;
  const look = async (): Promise<number> => {
    const picture = sharp(await on.screenshot({ clip }))
      .blur(3)
      .removeAlpha()
      .raw();
    const rgb = await picture.toBuffer();
    for (let index = 0; index < rgb.length / 3; index += 1) {
      if (warmth(rgb, index) > warmth(rgb, best)) best = index;
    }
    return warmth(rgb, best);
  };
  await expect.poll(look, PATIENCE).toBeGreaterThan(30);
  return { x: clip.x + (best % clip.width), y: clip.y + Math.floor(best / clip.width) };
}
const warmth = (rgb: Buffer, index: number): number => rgb[index * 3]! - rgb[index * 3 + 2]!;

/** Has the browser refuse to give out what is half as wide as the page, or not. */
async function refusePagePictures(isRefused: boolean): Promise<void> {
  await page.evaluate((doesRefuse) => {
    const encode = OffscreenCanvas.prototype.convertToBlob;
    const keep = globalThis as { encode?: typeof encode };
    keep.encode ??= encode;
    const real = keep.encode;
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      const isTainted = doesRefuse && this.width === innerWidth / 2;
      return isTainted
        ? Promise.reject(new DOMException('tainted', 'SecurityError'))
        : real.call(this, options);
    };
  }, isRefused);
}

test('a shortcut opens the window, a picture of the page with its stage goes along, and there is a ticket', async () => {
  const dialog = page.getByRole('dialog', { name: 'Feedback' });
  const { x, y } = await findColour(page);

  // Not while somebody types.
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).press('Control+Shift+F');
  expect(await dialog.count()).toBe(0);
  await page.getByRole('application', { name: '3D stage' }).press('Control+Shift+F');
  await dialog.waitFor();
  await findNothingWrong(page, 'en', 'form');

  // What is needed is asked for, and nothing goes without it.
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('Write a title.').waitFor();
  await dialog.getByText('Describe it.').waitFor();
  await expect.poll(() => dialog.getByRole('radio', { name: 'Bug' }).isChecked()).toBe(true);
  await dialog.getByText('Problem', { exact: true }).click();
  await dialog.getByLabel('Title').fill('The leather is too dark');
  await dialog.getByLabel('Description').fill('I expected cognac.');

  // Without the styles that it is drawn with there is a sentence, and what was written stays.
  await page.route('**/assets/*.css', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Capture screenshot' }).click();
  await dialog.getByText('Error capturing screenshot. Please try again.').waitFor(PATIENCE);
  await page.unroute('**/assets/*.css');

  await dialog.getByRole('button', { name: 'Capture screenshot' }).click();
  const preview = dialog.getByRole('img', { name: 'The screenshot that is sent along' });
  await preview.waitFor(PATIENCE);
  await dialog.getByRole('button', { name: 'Remove screenshot' }).click();
  await preview.waitFor({ state: 'detached' });

  // Where a browser gives nobody a picture of a page, as Safari, it says what goes along.
  await refusePagePictures(true);
  await dialog.getByRole('button', { name: 'Capture screenshot' }).click();
  await dialog.getByText(TEXTS.en.feedback.stageAlone).waitFor(PATIENCE);
  await findNothingWrong(page, 'en', 'stage alone');
  await refusePagePictures(false);
  await dialog.getByRole('button', { name: 'Capture again' }).click();
  await dialog.getByText(TEXTS.en.feedback.stageAlone).waitFor({ ...PATIENCE, state: 'detached' });
  const jpeg = await preview.evaluate(async (img: HTMLImageElement) => [
    ...new Uint8Array(await (await fetch(img.src)).arrayBuffer()),
  ]);

  // A server that fails costs nothing of it; closed and opened again it is there, too.
  await page.route('**/api/feedback/', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Error sending feedback').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('The leather is too dark');
  await preview.waitFor();

  const [sent] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/feedback/') && answer.status() === 201),
    dialog.getByRole('button', { name: 'Send', exact: true }).click(),
  ]);
  ticket = ((await sent.json()) as { id: string }).id.slice(0, 8);
  await dialog.getByText(ticket, { exact: true }).waitFor();
  await findNothingWrong(page, 'en', 'ticket');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('');
  await page.keyboard.press('Escape');

  // The picture has the page at half its size, and on the stage what stands there.
  const { data, info } = await sharp(Buffer.from(jpeg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([500, 320]);
  expect(warmth(data, Math.round(y / 2) * info.width + Math.round(x / 2))).toBeGreaterThan(20);
  expect(story.errors).toEqual([]);
});

test('offline it says so, and keeps what was written', async () => {
  const dialog = page.getByRole('dialog', { name: 'Feedback' });
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await dialog.getByLabel('Title').fill('Written on a train');
  await dialog.getByLabel('Description').fill('In a tunnel.');
  await story.context.setOffline(true);
  await dialog
    .getByText('The server cannot be reached. What you wrote stays here until you can send it.')
    .waitFor(PATIENCE);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Error sending feedback').waitFor();
  await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('In a tunnel.');
  await story.context.setOffline(false);
  await page.keyboard.press('Escape');
});

test('for others there is no place of staff', async () => {
  expect(await page.getByRole('button', { name: 'Staff', exact: true }).count()).toBe(0);
  await page.evaluate(() => {
    location.hash = 'staff';
  });
  await page.evaluate(() => {
    location.hash = 'about';
  });
  // What came after it is there, and it is not.
  await page.getByRole('dialog', { name: 'Application Information' }).waitFor();
  expect(await page.getByRole('tab', { name: 'Invitations' }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('staff find the ticket by keyboard, with its screenshot, and help the person', async () => {
  const t = TEXTS.es;
  const context = await story.context.browser()!.newContext({
    locale: 'es-ES',
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  try {
    const staff = await context.newPage();
    await staff.goto(server.ownerLink ?? '');
    await staff.getByLabel(t.signIn.name).fill('Olga Owner');
    await staff.getByLabel(t.signIn.email).fill('owner@example.com');
    await staff.getByRole('textbox', { name: t.signIn.password }).fill('a long enough password');
    await staff.locator('button[type=submit]').click();
    await waitForAnyModel(staff);
    await staff.getByRole('button', { name: t.shell.avatar, exact: true }).press('Enter');
    await staff.getByRole('menuitem', { name: t.account.staff }).press('Enter');
    const dialog = staff.getByRole('dialog', { name: t.staff.title });
    await dialog.getByText(story.email).waitFor();
    await findNothingWrong(staff, 'es', 'people');

    const tab = (name: keyof typeof t.staff.tabs) => dialog.getByRole('tab', { name: t.staff.tabs[name] });
    await tab('people').press('ArrowRight');
    await dialog.getByText(t.staff.nobodyWaits).waitFor();
    await findNothingWrong(staff, 'es', 'invitations');
    await staff.keyboard.press('ArrowRight');
    const row = dialog.getByRole('button', { name: /The leather is too dark/ });
    await row.press('Enter');
    const picture = dialog.getByRole('img', { name: t.staff.screenshotOf('The leather is too dark') });
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), PATIENCE)
      .toBe(500);
    await dialog.getByText(ticket, { exact: true }).waitFor();
    await findNothingWrong(staff, 'es', 'ticket');
    await dialog.getByRole('button', { name: t.staff.closeTicket }).click();
    await dialog.getByText(t.staff.noTickets).waitFor();

    // Credits for the trouble.
    await tab('people').click();
    await dialog.getByRole('button', { name: t.staff.openPerson('Ada', story.email) }).click();
    await dialog.getByRole('textbox', { name: t.staff.amount, exact: true }).fill('0');
    await dialog.getByRole('button', { name: t.staff.give, exact: true }).click();
    await dialog.getByText(t.staff.amountWrong).waitFor();
    await dialog.getByRole('textbox', { name: t.staff.amount, exact: true }).fill('500');
    await dialog.getByLabel(t.staff.note).fill('Gracias');
    await dialog.getByRole('button', { name: t.staff.give, exact: true }).click();
    await dialog.getByText(t.staff.didGrant('500', 'Gracias')).waitFor();
    await dialog.getByText(t.staff.didClose(ticket)).waitFor();
    await findNothingWrong(staff, 'es', 'person');

    await tab('engines').click();
    await tab('alarms').click();
    await dialog.getByText(t.staff.noAlarms).waitFor();
    await staff.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  } finally {
    await context.close();
  }
});

test('with CREDITS=off no word of credits is left anywhere, in either language', async () => {
  const { port } = new URL(server.url);
  await server.stop();
  server = await startProduct(folder, Number(port), { RATE_LIMIT_FACTOR: '0', CREDITS: 'off' });
  for (const language of ['en', 'es'] as const) {
    const t = TEXTS[language];
    const look = async (screen: string): Promise<void> => {
      const words = (await readPage(page)).match(/.*cr[eé]dit.*/i)?.[0] ?? null;
      expect(words, screen).toBeNull();
    };
    await page.evaluate((chosen) => localStorage.setItem('vitrine_language', chosen), language);
    await page.goto(`${server.url}?${language}`);
    await waitForAnyModel(page);
    await expect.poll(() => page.getByRole('button', { name: /cr[eé]dit/i }).count()).toBe(0);
    await look('Create');
    await page.getByRole('button', { name: t.assets.title, exact: true }).click();
    await page.getByRole('button', { name: t.assets.create, exact: true }).waitFor();
    await look('Assets');
    await page.goto(`${server.url}?${language}#gallery`);
    await page.getByRole('button', { name: t.assets.create, exact: true }).waitFor();
    await look('Gallery');
    // What has no place here is not opened by its address either.
    await page.goto(`${server.url}?${language}-#pricing`);
    await waitForAnyModel(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    for (const [window, title] of [
      ['profile', t.account.profile],
      ['settings', t.settings.title],
    ] as const) {
      await page.goto(`${server.url}?${language}-#${window}`);
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      const tabs = await dialog.getByRole('tab').all();
      for (const tab of tabs) {
        await tab.click();
        await look(`${window}, ${await tab.textContent()}`);
      }
      await look(window);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: t.notices.title }).first().click();
    await page.getByRole('region', { name: t.notices.title }).waitFor();
    await look('the bell');
    await page.keyboard.press('Escape');
  }
});
