import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreen } from './support/check-screen.ts';
import { listViolations } from './support/list-violations.ts';
import { TEXTS } from './support/one-language.ts';
import { openTrusting, type TrustingDevice } from './support/open-trusting.ts';
import {
  findFreePort,
  makeDataFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { waitForAnyModel } from './support/stage.ts';

/** A tablet in the studio's network: it is told how to trust the server, opens it over https, and has it offline. */

const LANDSCAPE = { width: 1180, height: 820 };
const PORTRAIT = { width: 820, height: 1180 };
/** For who looks at the screens themselves. */
const { SCREENS_DIR } = process.env;

let folder: string;
let server: RunningServer;
let trustAddress: string;
let device: TrustingDevice;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  folder = makeDataFolder();
  const trustPort = await findFreePort();
  const lan = { LAN: 'on', LAN_HTTP_PORT: String(trustPort), HOST: '' };
  server = await startProduct(folder, await findFreePort(), lan);
  trustAddress = `http://${new URL(server.url).hostname}:${trustPort}/`;
  const authority = await (await fetch(`${trustAddress}vitrine.crt`)).text();
  const served = await readFile(join(folder, 'lan', 'server.pem'), 'utf8');
  const certificate = served.slice(served.indexOf('-----BEGIN CERTIFICATE'));
  device = await openTrusting(authority, certificate, { viewport: LANDSCAPE, locale: 'en-GB' });
  page = await device.context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
});
afterAll(async () => {
  await device?.close();
  await server?.stop();
  if (folder) removeDataFolder(folder);
});

async function look(name: string): Promise<void> {
  if (SCREENS_DIR) await page.screenshot({ path: join(SCREENS_DIR, `${name}.png`) });
}

test('a tablet is told how to trust the server, opens it, and shows the way to the next one', async () => {
  // 1. The page that explains, in both languages and ways of holding it.
  for (const [language, title, other] of [
    ['en', 'Vitrine on this device', 'Español'],
    ['es', 'Vitrine en este dispositivo', 'English'],
  ] as const) {
    await page.goto(`${trustAddress}?lang=${language}`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('link', { name: other }).waitFor();
    expect(await listViolations(page), language).toEqual([]);
    for (const viewport of [LANDSCAPE, PORTRAIT]) {
      await page.setViewportSize(viewport);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await page.evaluate(() => scrollTo(0, 0));
      await look(`trust-${language}-${viewport.width}`);
    }
  }
  await page.setViewportSize(LANDSCAPE);
  await page.goto(`${trustAddress}?lang=en`);

  // 2. It leads to the product, which the device believes; the owner's link leads there, too.
  await page.getByRole('link', { name: 'Open Vitrine' }).click();
  await page.waitForURL(server.url);
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  await page.goto('about:blank');
  await page.goto(server.ownerLink ?? '');
  await page.getByLabel('Name').fill('Olga Owner');
  await page.getByLabel('E-mail').fill('owner@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await waitForAnyModel(page);

  // 3. Settings show the way, as a code and in words.
  for (const language of ['en', 'es'] as const) {
    const t = TEXTS[language];
    await page.getByRole('button', { name: t.shell.avatar, exact: true }).click();
    await page.getByRole('menuitem', { name: t.account.settings }).click();
    const settings = page.getByRole('dialog', { name: t.settings.title });
    const block = settings.getByRole('region', { name: t.settings.tablet.title });
    await block.getByRole('img', { name: t.settings.tablet.qr(trustAddress) }).waitFor();
    await block.getByText(server.url, { exact: true }).waitFor();
    await block.getByRole('button', { name: t.settings.tablet.copy, exact: true }).waitFor();
    await checkScreen(page, language, 'tablet');
    for (const viewport of [PORTRAIT, LANDSCAPE]) {
      await page.setViewportSize(viewport);
      await block.scrollIntoViewIfNeeded();
      await look(`settings-${language}-${viewport.width}`);
    }
    if (language === 'en') await page.getByRole('radio', { name: 'Español' }).press('Space');
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
  }

  // 4. Installed: it opens without a server.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await server.stop();
  await page.reload();
  await waitForAnyModel(page);
  expect(errors).toEqual([]);
});
