import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import type { LibraryItemBody } from '../src/contract/http/libraries.ts';
import { openBrowser } from './support/browser.ts';
import { dropPaths } from './support/drop-paths.ts';
import { listViolations } from './support/list-violations.ts';
import { openSection } from './support/open-section.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { waitForAnyModel } from './support/stage.ts';
import { tryAgain } from './support/try-again.ts';

const PASSWORD = 'a long enough password';
const ANA = 'ana@example.com';
const OWNER = 'owner@example.com';

let folder: string;
let pictures: string;
let server: RunningServer;
let browser: Browser;
const tokens = new Map<string, string>();
const errors: string[] = [];

beforeAll(async () => {
  folder = await makeStartedFolder();
  pictures = mkdtempSync(join(tmpdir(), 'vitrine-pictures-'));
  mkdirSync(join(pictures, 'Rattan'));
  mkdirSync(join(pictures, 'Light'));
  for (const [name, colour] of [
    ['Rattan/cane.png', '#b8935a'],
    ['Rattan/wicker.png', '#8a6a3c'],
    ['loft.png', '#777777'],
    ['Light/warm.png', '#cc8844'],
  ] as const) {
    const blank = { width: 48, height: 32, channels: 3, background: colour } as const;
    await sharp({ create: blank }).png().toFile(join(pictures, name));
  }
  writeFileSync(join(pictures, 'Rattan/notes.txt'), 'no picture');
  const port = await findFreePort();
  [server, browser] = await Promise.all([
    startProduct(folder, port, { RATE_LIMIT_FACTOR: '0' }),
    openBrowser(),
  ]);
  const link = server.ownerLink?.split('#owner=')[1] ?? '';
  await enter('/api/users/owner/claim/', { token: link, email: OWNER, password: PASSWORD });
  await enter('/api/users/register/', { name: 'Ana Ruiz', email: ANA, password: PASSWORD });
  // Staff look at the libraries alone: nobody waits for their stage.
  await ask(OWNER, 'POST', '/api/project/', { name: 'Nothing yet' });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  removeDataFolder(folder);
  rmSync(pictures, { recursive: true, force: true });
});

async function enter(path: string, body: { email: string } & Record<string, string>): Promise<void> {
  const answer = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access_token: token } = (await answer.json()) as SessionBody;
  tokens.set(body.email, token);
}

function ask(email: string, method: string, path: string, body?: object): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${tokens.get(email)}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return fetch(new URL(path, server.url), { method, headers, body: body ? JSON.stringify(body) : null });
}

async function find(email: string, type: string, name: string): Promise<LibraryItemBody | undefined> {
  const items = (await (await ask(email, 'GET', `/api/${type}/`)).json()) as LibraryItemBody[];
  return items.find(({ names }) => names.en === name);
}

/** One person's page. */
async function signIn(email: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(server.url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  return page;
}

const openAssets = (page: Page) => page.getByRole('button', { name: 'Assets', exact: true }).click();
const node = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Libraries' }).getByRole('row', { name, exact: true });
const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('grid').getByRole('row', { name, exact: true });
/** Presses Undo in the notice that stands, by keyboard: it waits for who is in it. */
async function takeBack(page: Page): Promise<void> {
  const undo = page.getByRole('alertdialog').getByRole('button', { name: 'Undo' });
  await undo.focus();
  await undo.press('Enter');
}
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('a person’s own pictures come, are renamed and go; what is everybody’s is not theirs to change', async () => {
  const page = await signIn(ANA);
  await openAssets(page);
  await card(page, 'Walnut').waitFor();
  expect(await card(page, 'Walnut').getByRole('button').count()).toBe(0);

  // A category of one's own: a name is needed, and only staff are asked about everybody.
  await page.getByRole('button', { name: 'New category of materials' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('switch').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'The name is required');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('  Rattan ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'No materials found in this category.');
  await expect.poll(() => node(page, 'Rattan').getAttribute('aria-selected')).toBe('true');

  // A folder of that name: its pictures go there, what is no picture stays out, nothing else is started meanwhile.
  await page.locator('input[webkitdirectory]').setInputFiles(join(pictures, 'Rattan'));
  const upload = page.getByRole('complementary', { name: 'Upload 2 pictures' });
  await upload.getByText('One file was not a picture and was left out: notes.txt').waitFor();
  await expect.poll(() => upload.getByRole('button', { name: /Rattan Category of/ }).count()).toBe(2);
  expect(await upload.getByText('Global (visible to all)').count()).toBe(0);
  const blocked = 'Finish or cancel the upload before creating a category';
  await expect.poll(() => page.getByRole('button', { name: blocked, disabled: true }).count()).toBe(3);
  await upload.getByRole('button', { name: 'Upload all' }).click();
  await said(page, 'Uploaded 2 file(s) successfully.');
  await upload.waitFor({ state: 'detached' });
  await card(page, 'cane').getByText('Yours').waitFor();
  await card(page, 'wicker').waitFor();

  // Renamed, deleted after a question, and so after a reload.
  await card(page, 'cane').getByRole('button', { name: 'Rename cane' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Vienna cane');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card(page, 'Vienna cane').waitFor();
  await card(page, 'wicker').getByRole('button', { name: 'Delete wicker' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirm deletion' });
  await question.getByRole('button', { name: 'Yes, delete' }).click();
  // The way back, and gone once more.
  await takeBack(page);
  await said(page, '“wicker” is back.');
  await card(page, 'wicker').getByRole('button', { name: 'Delete wicker' }).click();
  await question.getByRole('button', { name: 'Yes, delete' }).click();
  await card(page, 'wicker').waitFor({ state: 'detached' });
  // The place that was open is open again.
  await page.reload();
  await node(page, 'Uploaded').click();
  await card(page, 'Vienna cane').waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('grid').getByRole('row').count()).toBe(1);

  // The same library in the window that chooses from it.
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await waitForAnyModel(page);
  await openSection(page, 'Background');
  const library = () => page.getByRole('dialog', { name: 'Select a Background' });
  const openLibrary = () =>
    page.getByRole('group', { name: /^Background/ }).getByRole('button', { name: 'Library' });
  await openLibrary().click();
  await library().getByRole('row').first().waitFor();
  await library().locator('input[type=file]').setInputFiles(join(pictures, 'loft.png'));
  await said(page, 'Background "loft.png" uploaded successfully!');
  await library().getByRole('row', { name: 'loft.png' }).click();
  await library().waitFor({ state: 'detached' });
  await openLibrary().click();
  await library().getByRole('button', { name: 'Delete loft.png' }).click();
  await question.getByRole('button', { name: 'Yes, delete' }).click();
  await said(page, 'Background deleted and removed from current assignment.');
  await takeBack(page);
  await library().getByRole('row', { name: 'loft.png' }).getByText('In use').waitFor();
  await page.context().close();
});

test('a library that does not come says so and comes with another try; a picture that cannot be drawn says so', async () => {
  const page = await signIn(ANA);
  const materials = /\/api\/material\/$/;
  await page.route(materials, (route) => route.fulfill({ status: 500, json: {} }));
  await openAssets(page);
  const failed = page.getByRole('alert').filter({ hasText: 'Error loading materials.' });
  await failed.waitFor();
  expect(await page.getByText(/^0 materials/).count()).toBe(0);
  await page.unroute(materials);
  await tryAgain(failed.getByRole('button', { name: 'Try again' }), card(page, 'Walnut'));

  const folderOfOne = join(pictures, 'Broken');
  mkdirSync(folderOfOne);
  writeFileSync(join(folderOfOne, 'torn.png'), 'no picture');
  await page.locator('input[webkitdirectory]').setInputFiles(folderOfOne);
  const upload = page.getByRole('complementary', { name: 'Upload 1 picture' });
  await upload.getByText('It cannot be drawn here and may be damaged').waitFor();
  expect(await upload.locator('img').count()).toBe(0);
  await page.context().close();
});

test('staff give pictures to everybody and take them away again; nobody sees another person’s', async () => {
  const page = await signIn(OWNER);
  await openAssets(page);
  await card(page, 'Walnut').waitFor();
  expect(await node(page, 'Rattan').count()).toBe(0);
  expect(await card(page, 'Vienna cane').count()).toBe(0);

  // A style for everybody.
  await node(page, 'Styles').click();
  // A folder is as good dropped as chosen.
  await dropPaths(page, [join(pictures, 'Light')]);
  const upload = page.getByRole('complementary', { name: 'Upload 1 picture' });
  await upload.getByText('Global (visible to all)').click();
  await upload.getByRole('button', { name: 'Upload all' }).click();
  await said(page, 'Uploaded 1 file(s) successfully.');
  await card(page, 'warm').waitFor();

  // A material is archived.
  await node(page, 'Materials').click();
  await card(page, 'Ash').hover();
  await card(page, 'Ash').getByRole('button', { name: 'Archive Ash' }).click();
  const question = page.getByRole('alertdialog', { name: 'Archive for everybody' });
  await question.getByRole('button', { name: 'Archive' }).click();
  await said(page, '“Ash” is archived.');
  await takeBack(page);
  await card(page, 'Ash').getByRole('button', { name: 'Archive Ash' }).click();
  await question.getByRole('button', { name: 'Archive' }).click();
  await card(page, 'Ash').waitFor({ state: 'detached' });
  await page.context().close();

  const ana = await signIn(ANA);
  const warm = await find(ANA, 'style', 'warm');
  await ana.route(`**${warm?.thumbnail.split('?')[0]}*`, (route) => route.abort());
  await openAssets(ana);
  await card(ana, 'Vienna cane').waitFor();
  expect(await card(ana, 'Ash').count()).toBe(0);
  await node(ana, 'Styles').click();
  await card(ana, 'warm').waitFor();
  expect(await card(ana, 'warm').getByRole('button').count()).toBe(0);
  // A picture that does not come has a sign in its place.
  await card(ana, 'warm').locator('[data-broken]').waitFor();

  // Without a connection the pictures stay, and nothing is offered that cannot be done.
  await node(ana, 'Materials').click();
  await ana.context().setOffline(true);
  await said(ana, 'The server cannot be reached: nothing can be uploaded, renamed or deleted until then.');
  // Its name says, too, that it is not here as a whole.
  await ana
    .getByRole('main')
    .getByRole('row', { name: /^Vienna cane, / })
    .waitFor();
  for (const name of ['Upload folder', 'Upload ZIP', 'New category of materials', 'Delete Vienna cane']) {
    await ana.getByRole('button', { name, disabled: true }).waitFor();
  }
  expect(await listViolations(ana)).toEqual([]);
  await ana.context().setOffline(false);
  await ana.getByRole('button', { name: 'Upload folder', disabled: false }).waitFor();
  await ana.context().close();

  // The server does not rely on buttons: another's picture is not there.
  const cane = await find(ANA, 'material', 'Vienna cane');
  const walnut = await find(ANA, 'material', 'Walnut');
  expect(await find(OWNER, 'material', 'Vienna cane')).toBeUndefined();
  expect((await ask(OWNER, 'DELETE', `/api/material/${cane?.id}/`)).status).toBe(404);
  expect((await ask(ANA, 'DELETE', `/api/material/${walnut?.id}/`)).status).toBe(404);
  expect((await ask(ANA, 'DELETE', `/api/material/${cane?.id}/`)).status).toBe(204);
  expect(errors).toEqual([]);
});
