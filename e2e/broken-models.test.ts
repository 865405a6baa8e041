import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openBrowser } from './support/browser.ts';
import {
  findFreePort,
  makeDataFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForAnyModel, waitForModel } from './support/stage.ts';

const SAMPLES = join(import.meta.dirname, '../../shared/samples/broken');

const good = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.5, 0.2, 0.1, 1] }]);

/** A GLB of one JSON chunk. */
function wrap(json: string): Uint8Array {
  const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const bytes = new Uint8Array(20 + text.byteLength);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [0x46546c67, 2, bytes.byteLength, text.byteLength, 0x4e4f534a].entries()) {
    view.setUint32(at * 4, value, true);
  }
  bytes.set(text, 20);
  return bytes;
}

/** Names and bytes that no model can be read from. */
function listBroken(): (readonly [string, Uint8Array])[] {
  const samples = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.glb')) : [];
  return [
    ['empty', new Uint8Array()],
    ['empty.glb', new Uint8Array()],
    ['part.stl', new TextEncoder().encode('solid part\nendsolid part\n')],
    ['words.glb', new TextEncoder().encode('This was a model once, or so its name says.')],
    ['cut.glb', new Uint8Array(good).slice(0, 200)],
    ['no-json.glb', wrap('{"asset": {"version": "2.0"}, "scenes": [')],
    ['nothing.glb', wrap('{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}]}')],
    ...samples.map((name) => [name, new Uint8Array(readFileSync(join(SAMPLES, name)))] as const),
  ];
}

let folder: string;
let server: RunningServer;
let browser: Browser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  folder = makeDataFolder();
  const port = await findFreePort();
  [server, browser] = await Promise.all([
    startProduct(folder, port, { RATE_LIMIT_FACTOR: '0' }),
    openBrowser(),
  ]);
  page = await browser.newPage({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  page.on('pageerror', (error) => errors.push(error.message));
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  removeDataFolder(folder);
});

/** What the page says about a file: a toast, or the card over the stage. */
const refusals = () =>
  page.locator('[role="alertdialog"], [role="alert"]:not([role="alertdialog"] [role="alert"])');

test('a file that is no model gets one sentence, and the stage keeps what it shows', async () => {
  await page.goto(server.ownerLink ?? '');
  await page.getByLabel('E-mail').fill('owner@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  const sample = await waitForAnyModel(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  for (const [name, bytes] of listBroken()) {
    await dropFile(page, name, bytes);
    await refusals().first().waitFor();
    expect(await refusals().count(), name).toBe(1);
    expect(await refusals().textContent(), name).toMatch(/\S+ \S+ \S+/);
    expect(await page.locator('[data-model]').getAttribute('data-model'), name).toBe(sample);
    // It may have gone by itself meanwhile.
    await page.evaluate(() => document.querySelector<HTMLElement>('[role="alertdialog"] button')?.click());
    await refusals().waitFor({ state: 'detached' });
  }

  await dropFile(page, 'box.glb', good);
  await waitForModel(page, hashOf(good));
  await page.getByRole('group', { name: 'Box' }).waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(errors).toEqual([]);
  expect((await fetch(new URL('/api/config/', server.url))).ok).toBe(true);
});
