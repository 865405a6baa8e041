import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { BundleManifest } from '../src/contract/files/bundle.ts';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import type { LibraryItemBody } from '../src/contract/http/libraries.ts';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { openBrowser } from './support/browser.ts';
import type { StoryStorage } from './support/shims.ts';
import { waitForAnyModel } from './support/stage.ts';

/** Small enough that making the picture is not what the test waits for. */
const EDGE_PX = 192;

const url = inject('productUrl');
const errors: string[] = [];
let browser: Browser;
let page: Page;

/** A person whose sample has a background, a style, prompts and a fixed seed; on the page, in front of it. */
beforeAll(async () => {
  browser = await openBrowser();
  const person = { name: 'Ada', email: `${randomUUID()}@example.com`, password: 'a long enough password' };
  const { access_token: token } = await call<SessionBody>('POST', '/api/users/register/', null, person);
  const [project, backgrounds, styles] = await Promise.all([
    call<ProjectBody>('GET', '/api/project/active/', token),
    call<LibraryItemBody[]>('GET', '/api/background/', token),
    call<LibraryItemBody[]>('GET', '/api/style/', token),
  ]);
  await call('PATCH', `/api/project/${project.id}/`, token, {
    render_settings: { ...project.render_settings, quality: 'draft', width: EDGE_PX, height: EDGE_PX },
    positive_prompt: 'A pair of headphones',
    negative_prompt: 'dust',
    use_negative_prompt: true,
    creativity: 0.25,
    fix_seed: true,
    seed: '42',
    background_id: backgrounds[0]?.id,
    background_fidelity: 1,
    style_id: styles[0]?.id,
    style_strength: 0.75,
  });
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  // The file that a person chooses stands in the page's own file system: no window asks in a test.
  await context.addInitScript(() => {
    const storage = navigator.storage as StorageManager & Partial<StoryStorage>;
    const openFolder = async () => (await storage.directoryOfStory?.()) ?? storage.getDirectory();
    const pick = async ({ suggestedName }: { suggestedName: string }) =>
      (await openFolder()).getFileHandle(suggestedName, { create: true });
    Object.assign(window, { showSaveFilePicker: pick, openFolder });
  });
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
  const answer = await fetch(new URL(path, url), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
  return answer.json() as Promise<Body>;
}

interface Bundle {
  readonly manifest: BundleManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Unpacks a bundle and holds every file to the manifest, its number and its hash. */
async function unpack(bytes: Uint8Array): Promise<Bundle> {
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true });
  const files = new Map<string, Uint8Array>();
  for (const [name, entry] of Object.entries(zip.files)) files.set(name, await entry.async('uint8array'));
  const manifest = BundleManifest.parse(JSON.parse(text(files.get('manifest.json'))));
  expect([...files.keys()]).toEqual([...manifest.files.map(({ name }) => name), 'manifest.json']);
  for (const { name, number, sha256, size_bytes: size } of manifest.files) {
    const file = files.get(name) ?? new Uint8Array();
    expect(name).toMatch(new RegExp(`^${String(number).padStart(4, '0')}_\\w+\\.(webp|png|jpg|txt)$`));
    expect([createHash('sha256').update(file).digest('hex'), file.length], name).toEqual([sha256, size]);
  }
  return { manifest, files };
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** What every bundle of this person holds. */
async function check({ manifest, files }: Bundle): Promise<void> {
  const texts = [...files].filter(([name]) => name.endsWith('.txt'));
  expect(Object.fromEntries(texts.map(([name, bytes]) => [name, text(bytes)]))).toEqual({
    '0004_prompt.txt': 'A pair of headphones',
    '0005_negative_prompt.txt': 'dust',
    '0006_fixed_seed.txt': '42',
    '0007_creativity.txt': '0.25',
    '0008_style_hardness.txt': '0.75',
    '0009_has_background.txt': '0.7',
    '0010_has_style.txt': '0.7',
    '0011_background_fidelity.txt': '0.05',
  });
  expect(manifest).toMatchObject({ seed: '42', is_seed_fixed: true, width: EDGE_PX, height: EDGE_PX });
  const numbers = manifest.files.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const partOf = (number: number) => manifest.files.find((file) => file.number === number)?.part;
  expect([12, 13, 14, 15].map(partOf)).toEqual(['mask', 'light-map', 'texture', 'mask']);
  for (const { name, part, is_placeholder: isPlaceholder } of manifest.files) {
    if (name.endsWith('.txt')) continue;
    const { data, info } = await sharp(files.get(name)).raw().toBuffer({ resolveWithObject: true });
    if (isPlaceholder) {
      expect([name, info.width, info.height, data.every((value) => value === 0)]).toEqual([
        name,
        512,
        512,
        true,
      ]);
    }
    if (part === 'mask') {
      expect([name, info.format ?? 'raw', info.width]).toEqual([
        expect.stringMatching(/\.png$/),
        'raw',
        EDGE_PX,
      ]);
      expect(new Set(data)).toEqual(new Set([0, 255]));
    }
    if (part === 'viewer-image') expect([info.width, info.height]).toEqual([EDGE_PX, EDGE_PX]);
  }
  const placeholders = manifest.files.filter((file) => file.is_placeholder).map(({ part }) => part);
  expect(placeholders).toContain('light-map');
  expect(placeholders).not.toContain('background-image');
}

test('the scene’s working files, then a finished picture for Amazon and its own working files', async () => {
  await page.getByRole('button', { name: 'Working files' }).click();
  await page.getByRole('button', { name: 'Download files' }).click();
  await page.getByText('aria-headphones_scene.zip downloaded').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Working files' }).and(page.locator(':focus')).waitFor();
  const streamed = await page.evaluate(async () => {
    const { openFolder } = window as unknown as { openFolder: StoryStorage['directoryOfStory'] };
    const folder = await openFolder();
    const file = await (await folder.getFileHandle('aria-headphones_scene.zip')).getFile();
    return [...new Uint8Array(await file.arrayBuffer())];
  });
  const scene = await unpack(Uint8Array.from(streamed));
  await check(scene);
  expect(scene.manifest.source).toEqual({ kind: 'scene' });

  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const results = page.getByRole('region', { name: 'Renders of this project' });
  await results.getByRole('button').getByRole('img').first().click();
  await page.getByRole('button', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download', exact: true });
  await dialog.getByRole('button', { name: /As it was made/ }).click();
  await page.getByRole('option', { name: /^Amazon main image, 2000/ }).click();
  await dialog.getByText('JPEG', { exact: true }).click();
  await dialog.getByText(/^2000\s×\s2000\s·/).waitFor();
  // It has a tenth of the pixels that the channel wants, and says so.
  await dialog.getByText(/^Enlarged\s\d/).waitFor();
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download picture' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^aria-headphones(_[a-z0-9-]+)?_01_amazon\.jpg$/);
  const { data, info } = await sharp(readFileSync(await download.path()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 2000, height: 2000, channels: 3 });
  const isWhite = (x: number, y: number) =>
    data.subarray((y * 2000 + x) * 3, (y * 2000 + x) * 3 + 3).every((value) => value === 255);
  for (const [x, y] of [
    [0, 0],
    [1999, 0],
    [0, 1999],
    [1999, 1999],
    [1000, 20],
    [20, 1000],
  ] as const) {
    expect(isWhite(x, y), `${x} ${y}`).toBe(true);
  }
  let [left, top, right, bottom] = [2000, 2000, 0, 0];
  for (let y = 0; y < 2000; y += 4) {
    for (let x = 0; x < 2000; x += 4) {
      if ((data[(y * 2000 + x) * 3 + 1] ?? 0) > 235) continue;
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x),
        Math.max(bottom, y),
      ];
    }
  }
  // A pixel of the small picture is a hundredth of the frame.
  expect(Math.abs(Math.max(right - left, bottom - top) / 2000 - 0.85)).toBeLessThan(0.03);
  expect(Math.abs((left + right) / 2 - 1000)).toBeLessThan(40);
  await dialog.waitFor({ state: 'detached' });

  // Without a way to write to the disk the browser downloads the ZIP.
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.getByRole('button', { name: 'Download as…' }).click();
  const second = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download files' }).click();
  const zip = await second;
  expect(zip.suggestedFilename()).toMatch(/^aria-headphones(_[a-z0-9-]+)?_01_files\.zip$/);
  const render = await unpack(new Uint8Array(readFileSync(await zip.path())));
  await check(render);
  expect(render.manifest.source).toMatchObject({ kind: 'render', engine: 'studio' });
  // The order was of the scene as it stood: the same masks, to the byte.
  for (const { name, part } of scene.manifest.files) {
    if (part === 'mask') expect(render.files.get(name), name).toEqual(scene.files.get(name));
  }
  expect(errors).toEqual([]);
});
