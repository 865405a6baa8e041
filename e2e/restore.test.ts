import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { type S3Server, startS3 } from '../tests/support/s3/start-s3.ts';
import { openBrowser } from './support/browser.ts';
import { checkScreen } from './support/check-screen.ts';
import { TEXTS } from './support/one-language.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';

/** A disk is lost: the owner backed up on the page, and brings all of it back on the first page of a new instance. */

const t = TEXTS.en;
const OWNER = { name: 'Olga Owner', email: 'owner@example.com', password: 'a long enough password' };
const SIZE_PX = 96;
const SETTINGS = { RATE_LIMIT_FACTOR: '0' };

let folders: [old: string, fresh: string];
let s3: S3Server;
let server: RunningServer;
let context: BrowserContext;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  s3 = await startS3();
});
beforeEach(async () => {
  folders = [await makeStartedFolder(), await makeStartedFolder()];
  const viewport = { width: 1180, height: 820 };
  context = await (await openBrowser()).newContext({ locale: 'en-GB', viewport, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
});
afterEach(async () => {
  await context?.browser()?.close();
  await server?.stop();
  for (const folder of folders ?? []) removeDataFolder(folder);
});
afterAll(() => s3?.stop());

async function call<Body>(path: string, token: string, body?: object | FormData): Promise<Body> {
  const answer = await fetch(new URL(`/api/${path}`, server.url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as Body;
}
/** A finished render of the sample, as a project file brings it. */
async function bringRender(token: string, image: string): Promise<void> {
  const project = await call<ProjectBody>('project/active/', token);
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const recipe = {
    version: 1,
    engineBuild: { engine: 'studio', version: 'test', kernelHash: '' },
    scene: {
      modelHash: project.model_hash,
      modelName: project.model_name,
      normalisation: identity,
      modelTransform: identity,
      hiddenNodes: [],
      dressings: [],
      toneMapping: 'neutral',
      exposure: 0.6,
    },
    camera: {
      position: [0, 0, 9],
      target: [0, 0, 0],
      up: [0, 1, 0],
      quaternion: [0, 0, 0, 1],
      fovDegrees: 45,
    },
    background: { kind: 'colour', colour: '#123456' },
    style: null,
    masks: [],
    passes: { snapshot: image, outline: image, depth: null, normal: null, alpha: null, lightmap: null },
    positivePrompt: 'Walnut headphones',
    negativePrompt: '',
    useNegativePrompt: false,
    creativity: 0.5,
    seed: '42',
    isSeedFixed: false,
    batchSize: 1,
    widthPx: SIZE_PX,
    heightPx: SIZE_PX,
    quality: 'draft',
  };
  await call(`project/${project.id}/renders/`, token, {
    engine: 'studio',
    created_at: '2026-05-01T12:00:00.000Z',
    recipe,
    provenance: [],
    images: [{ image_hash: image, width: SIZE_PX, height: SIZE_PX, batch_index: 0, fidelity: null }],
  });
}

/** The bytes of the one picture that the person has. */
async function pictureOf(token: string): Promise<string> {
  const { images } = await call<{ images: { image_url: string }[] }>('render/images/', token);
  expect(images).toHaveLength(1);
  const answer = await fetch(new URL(images[0]?.image_url ?? '', server.url));
  expect(answer.ok).toBe(true);
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
}

async function logIn(on: Page): Promise<void> {
  await on.getByLabel(t.signIn.email).fill(OWNER.email);
  await on.getByRole('textbox', { name: t.signIn.password }).fill(OWNER.password);
  await on.keyboard.press('Enter');
  await on.locator('[data-model=""]').waitFor();
}

test.each(['a folder', 'a bucket'])(
  'a person, a project and a picture are there again out of %s, and they sign in as before',
  async (place) => {
    const inBucket = place === 'a bucket';
    const bucket = 's3://vitrine/shop';
    const settings = inBucket
      ? {
          ...SETTINGS,
          BACKUP_DIR: bucket,
          BACKUP_S3_ENDPOINT: s3.settings.endpoint,
          BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
          BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
        }
      : SETTINGS;

    // 1. The old instance.
    server = await startProduct(folders[0], await findFreePort(), settings);
    const token = decodeURIComponent(/#owner=(.+)$/.exec(server.ownerLink ?? '')?.[1] ?? '');
    const { access_token: owner } = await call<SessionBody>('users/owner/claim/', '', { token, ...OWNER });
    const blank = { width: SIZE_PX, height: SIZE_PX, channels: 3, background: '#a06030' } as const;
    const bytes = new Uint8Array(await sharp({ create: blank }).png().toBuffer());
    const form = new FormData();
    form.set('picture', new Blob([bytes], { type: 'image/png' }), 'picture.png');
    const { hash } = await call<{ hash: string }>('picture/', owner, form);
    await bringRender(owner, hash);
    const kept = await pictureOf(owner);
    const project = await call<{ id: string }>('project/', owner, { name: 'Walnut for the fair' });
    await page.goto(server.url);
    await logIn(page);
    await page.evaluate(() => {
      location.hash = 'staff';
    });
    const staff = page.getByRole('dialog', { name: t.staff.title });
    await staff.getByRole('tab', { name: t.staff.tabs.backups }).click();
    await staff.getByText(t.staff.backups.none).waitFor();
    await checkScreen(page, 'en', 'no backup yet');
    await staff.getByRole('button', { name: t.staff.backups.make }).click();
    await staff.getByRole('list', { name: t.staff.backups.list }).waitFor();
    await staff.getByText(t.staff.backups.whole).waitFor();
    await checkScreen(page, 'en', 'a backup');
    await server.stop();
    const disk = `${folders[0]}-disk`;
    if (!inBucket) await rename(join(folders[0], 'backups'), disk);
    removeDataFolder(folders[0]);
    folders[0] = disk;

    // 2. The first page of a new one.
    server = await startProduct(folders[1], await findFreePort(), settings);
    const other = await context.newPage();
    other.on('pageerror', (error) => errors.push(error.message));
    await other.goto(server.ownerLink ?? '');
    await other.getByRole('button', { name: t.signIn.toRestore }).click();
    if (!inBucket) {
      await other.getByText(t.restore.none(join(folders[1], 'backups'))).waitFor();
      await checkScreen(other, 'en', 'nothing found');
      await other.getByRole('textbox', { name: t.restore.path }).fill(disk);
      await other.keyboard.press('Enter');
    }
    const found = other.getByRole('list', { name: t.restore.list }).getByRole('button');
    await found.waitFor();
    await checkScreen(other, 'en', 'a backup found');
    await found.click();
    const question = other.getByRole('alertdialog');
    await question.getByText(t.restore.message).waitFor();
    await checkScreen(other, 'en', 'the question');
    await question.getByRole('button', { name: t.restore.choose }).click();
    await other.getByText(t.restore.done).waitFor();
    await checkScreen(other, 'en', 'all is there');

    // 3. As before.
    await other.getByRole('button', { name: t.restore.signIn }).click();
    await logIn(other);
    const session = await call<SessionBody>('users/login/', '', OWNER);
    expect(await call(`project/${project.id}/`, session.access_token)).toMatchObject({
      name: 'Walnut for the fair',
    });
    expect(await pictureOf(session.access_token)).toBe(kept);
    expect(errors).toEqual([]);
  },
);
