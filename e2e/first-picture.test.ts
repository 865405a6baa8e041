import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openBrowser } from './support/browser.ts';
import { openSection } from './support/open-section.ts';
import {
  findFreePort,
  makeDataFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForAnyModel, waitForModel } from './support/stage.ts';

const CHAIR = join(import.meta.dirname, '../../shared/samples/glb/SheenChair.glb');

/** The sample chair where it is at hand, else a stool built here: a fabric seat on four legs. */
function readModel(): { name: string; bytes: Uint8Array; part: string } {
  if (existsSync(CHAIR)) {
    return {
      name: 'SheenChair.glb',
      bytes: new Uint8Array(readFileSync(CHAIR)),
      part: 'fabric Mystere Mango Velvet',
    };
  }
  const bytes = makeBoxes([
    { name: 'Fabric', size: [0.5, 0.12, 0.5], centre: [0, 0.46, 0], colour: [0.5, 0.2, 0.1, 1] },
    { name: 'Legs', size: [0.4, 0.4, 0.4], centre: [0, 0.2, 0], colour: [0.1, 0.1, 0.1, 1] },
  ]);
  return { name: 'stool.glb', bytes, part: 'Fabric' };
}

let folder: string;
let server: RunningServer;
let port: number;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  folder = makeDataFolder();
  port = await findFreePort();
  [server, browser] = await Promise.all([startProduct(folder, port, {}, 'real'), openBrowser()]);
  context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    serviceWorkers: 'allow',
  });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  removeDataFolder(folder);
});

/** The cheapest picture there is: the test is about the way, not about the light. */
async function chooseSmallDraft(): Promise<void> {
  await openSection(page, 'Advanced');
  await page.locator('label').filter({ hasText: 'Draft' }).click();
  await page.getByRole('button', { name: /Size/ }).click();
  await page.getByRole('option', { name: '512 × 512' }).click();
}

async function pressRender(): Promise<void> {
  await page.getByRole('button', { name: 'Render', exact: true }).click();
}

const pictures = () =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').getByRole('img');

test('from the one-time link to a finished picture, through a reload, a killed server and a dead one', async () => {
  const model = readModel();

  // The owner's link asks for e-mail and password, and opens the sample project.
  await page.goto(server.ownerLink ?? '');
  await page.getByLabel('Name').fill('Olga Owner');
  await page.getByLabel('E-mail').fill('owner@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  const sample = await waitForAnyModel(page);
  await page.getByRole('group', { name: 'Leather' }).waitFor();
  await expect.poll(() => page.getByRole('group', { name: 'Cup shell' }).count()).toBe(1);

  // A dropped model takes the stage, with its materials listed.
  await dropFile(page, model.name, model.bytes);
  await waitForModel(page, hashOf(model.bytes));
  expect(hashOf(model.bytes)).not.toBe(sample);
  await page.getByRole('group', { name: model.part }).waitFor();

  // A wood from the library is on the fabric at once.
  await page.getByRole('button', { name: `Library for ${model.part}` }).click();
  await page.getByRole('dialog').getByRole('tab', { name: /Wood/ }).click();
  await page.getByRole('row', { name: 'Walnut' }).click();
  await page.getByRole('group', { name: model.part }).getByText('Walnut').waitFor();

  // A background and a prompt.
  await openSection(page, 'Background');
  await page
    .getByRole('group', { name: /^Background/ })
    .getByRole('button', { name: 'Library' })
    .click();
  await page.getByRole('row', { name: 'Grey sweep' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A walnut chair in a quiet studio');
  await chooseSmallDraft();

  // The price stands on the button before the order; half of 200 for a draft.
  expect(await page.getByText('100 credits', { exact: true }).count()).toBeGreaterThan(0);
  await pressRender();
  await page.getByRole('button', { name: 'Saving & Preparing...' }).waitFor();
  await pictures().first().waitFor({ timeout: 300_000 });
  await page.getByText('999.9K').or(page.getByText('999,900')).first().waitFor();

  // The result: comparator by keyboard, and a PNG of the ordered size.
  await pictures().first().click();
  const dialog = page.getByRole('dialog');
  const line = dialog.getByRole('slider', { name: 'Share of the snapshot that is shown' });
  await line.press('End');
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('100');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  const png = readFileSync((await download.path()) ?? '');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
  await page.keyboard.press('Escape');

  // A reload loses nothing.
  await page.reload();
  await waitForModel(page, hashOf(model.bytes));
  await page.getByRole('group', { name: model.part }).getByText('Walnut').waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Prompt' }).inputValue())
    .toBe('A walnut chair in a quiet studio');
  await pictures().first().waitFor();

  // kill -9 in mid-render: the next server finishes it, charged once.
  await openSection(page, 'Advanced');
  await page.locator('label').filter({ hasText: 'Standard' }).click();
  await pressRender();
  await page
    .getByText(/Tracing light|Live preview/)
    .first()
    .waitFor();
  await server.kill();
  server = await startProduct(folder, port, {}, 'real');
  expect(server.ownerLink).toBeNull();
  await expect.poll(() => pictures().count(), { timeout: 300_000, interval: 500 }).toBe(2);
  await page.getByText('999.7K').or(page.getByText('999,700')).first().waitFor();

  // Without a server the app opens from its cache, with the project on the stage, and says that the server is not there.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.stop();
  await page.reload();
  await waitForModel(page, hashOf(model.bytes));
  await page.getByText('Server not reached, work is safe here').waitFor();
  await page.getByRole('group', { name: model.part }).getByText('Walnut').waitFor();

  expect(errors).toEqual([]);
});
