import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { readExr } from '../tests/support/read-exr.ts';
import { openBrowser } from './support/browser.ts';
import { openSection } from './support/open-section.ts';
import { waitForAnyModel } from './support/stage.ts';

const EDGE_PX = 192;

const url = inject('productUrl');
const errors: string[] = [];
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const person = { name: 'Ada', email: `${randomUUID()}@example.com`, password: 'a long enough password' };
  const { access_token: token } = await call<SessionBody>('POST', '/api/users/register/', null, person);
  const project = await call<ProjectBody>('GET', '/api/project/active/', token);
  await call('PATCH', `/api/project/${project.id}/`, token, {
    render_settings: { ...project.render_settings, quality: 'draft', width: EDGE_PX, height: EDGE_PX },
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await waitForAnyModel(page);
});
afterAll(() => browser?.close());

async function call<Body>(method: string, path: string, token: string | null, body?: object): Promise<Body> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  const answer = await fetch(new URL(path, url), init);
  expect(answer.ok, path).toBe(true);
  return answer.json() as Promise<Body>;
}

test('layers are asked for, come with the picture, say their sizes, and are what they say', async () => {
  await openSection(page, 'Advanced');
  const choice = page.getByRole('switch', { name: 'Keep layers for compositing' });
  await expect.poll(() => choice.isChecked()).toBe(false);
  await choice.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => choice.isChecked()).toBe(true);
  // Without a network there is no choice of where it is drawn, and this picture is not drawn here: that is said.
  const why = page.getByText('Pictures with layers are drawn on the server.');
  expect(await why.count()).toBe(0);
  await page.context().setOffline(true);
  await why.waitFor({ timeout: 300_000 });
  await page.context().setOffline(false);
  await why.waitFor({ state: 'detached', timeout: 300_000 });
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const results = page.getByRole('region', { name: 'Renders of this project' });
  await results.getByRole('button').getByRole('img').first().click();
  await page.getByRole('button', { name: 'Download as…' }).click();
  const layers = page.getByRole('region', { name: 'Layers for compositing' });
  const save = async (name: RegExp) => {
    const button = layers.getByRole('button', { name });
    expect(await button.textContent()).toMatch(/\d\s(kB|MB)/);
    const waiting = page.waitForEvent('download');
    await button.click();
    const download = await waiting;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };

  const exr = await save(/^Download: All layers, OpenEXR/);
  expect(exr.name).toMatch(/^aria-headphones.*_01_layers\.exr$/);
  const { widthPx, channels } = readExr(exr.bytes);
  expect(widthPx).toBe(EDGE_PX);
  expect([...channels.keys()]).toEqual(
    expect.arrayContaining(['R', 'product.A', 'reflection.G', 'shadow.B', 'albedo.R', 'N.Z', 'depth.Z']),
  );
  const deep = await save(/^Download: Picture, 16-bit PNG/);
  expect(deep.name).toMatch(/_01_16-bit\.png$/);
  expect(await sharp(deep.bytes).metadata()).toMatchObject({ depth: 'ushort', width: EDGE_PX, channels: 3 });
  const product = await save(/^Download: Product alone/);
  expect(await sharp(product.bytes).metadata()).toMatchObject({ depth: 'ushort', channels: 4 });
  const shadow = await save(/^Download: Shadow alone/);
  const { data } = await sharp(shadow.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(data.filter((_, at) => at % 4 !== 3).every((value) => value === 0)).toBe(true);
  expect(data.some((value) => value > 20)).toBe(true);

  // The picture itself, as print shops want it, and what lies beside it.
  const dialog = page.getByRole('dialog', { name: 'Download', exact: true });
  await dialog.getByRole('button', { name: /For screens, no resolution/ }).click();
  await page.getByRole('option', { name: /^300 dpi: 16.3 × 16.3 mm/ }).click();
  const printed = await save(/^Download: Product alone/);
  const tags = await sharp(printed.bytes).metadata();
  expect(tags).toMatchObject({ depth: 'ushort', density: 300, width: EDGE_PX });
  expect(tags.icc?.toString('latin1').replaceAll('\0', '')).toContain('sRGB');
  const pixels = (png: Buffer) => sharp(png).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer();
  expect((await pixels(printed.bytes)).equals(await pixels(product.bytes))).toBe(true);
  await dialog.getByText('Display P3', { exact: true }).click();
  // Nothing of the headphones shines beyond sRGB.
  await dialog.getByText(/^Converted from sRGB/).waitFor();
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download picture' }).click();
  const { icc, density } = await sharp(readFileSync(await (await waiting).path())).metadata();
  expect(density).toBe(300);
  expect(icc?.toString('latin1').replaceAll('\0', '')).toContain('Display P3');
  expect(errors).toEqual([]);
});
