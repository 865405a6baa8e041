import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page, Route } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import type { RenderCardsBody } from '../src/contract/http/gallery.ts';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { openBrowser } from './support/browser.ts';
import { listCut } from './support/list-covered.ts';
import { listViolations } from './support/list-violations.ts';
import { listForeign, TEXTS } from './support/one-language.ts';
import { tryAgain } from './support/try-again.ts';

const PERSON = {
  name: 'Ana Ruiz',
  email: `${randomUUID()}@example.com`,
  password: 'a long enough password',
};
const SIZE_PX = 64;
const PROMPTS = ['Walnut headphones', 'Blue bottle on slate', 'Red sofa in the morning', ''];
const PATIENCE_MS = 300_000;

const url = inject('productUrl');
let browser: Browser;
let token = '';
const errors: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const session = await call<SessionBody>('/api/users/register/', JSON.stringify(PERSON));
  token = session.access_token;
  await bringRenders();
  // What is open has no model: no story of pictures waits for a stage.
  await call('/api/project/', JSON.stringify({ name: 'Nothing yet' }));
});

afterAll(() => browser?.close());

async function call<Body>(path: string, body: string | FormData | null = null): Promise<Body> {
  const answer = await fetch(new URL(path, url), {
    method: body === null ? 'GET' : 'POST',
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body,
  });
  expect(answer.ok, path).toBe(true);
  return answer.json() as Promise<Body>;
}

async function keepPicture(colour: string): Promise<string> {
  const blank = { width: SIZE_PX, height: SIZE_PX, channels: 3, background: colour } as const;
  const form = new FormData();
  const bytes = new Uint8Array(await sharp({ create: blank }).png().toBuffer());
  form.set('picture', new Blob([bytes], { type: 'image/png' }), 'picture.png');
  return (await call<{ hash: string }>('/api/picture/', form)).hash;
}

/** Finished renders, as a project file brings them: no engine has to work for them. The last one has masks. */
async function bringRenders(): Promise<void> {
  const project = await call<ProjectBody>('/api/project/active/');
  const [image, snapshot, outline, mask] = await Promise.all(
    ['#a06030', '#808080', '#111111', '#ffffff'].map(keepPicture),
  );
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const masks = ['Shell', 'Band'].map((name, index) => ({
    imageHash: mask,
    materialId: randomUUID(),
    maskName: `mask-${index + 1}`,
    materialName: `${name} leather`,
    materialImageHash: index === 0 ? image : null,
    originalNames: [name],
    isPrioritized: true,
    priority: index,
    isLocked: false,
  }));
  for (const [index, prompt] of [...PROMPTS].reverse().entries()) {
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
      masks: prompt === PROMPTS[0] ? masks : [],
      passes: { snapshot, outline, depth: null, normal: null, alpha: null, lightmap: null },
      positivePrompt: prompt,
      negativePrompt: 'people',
      useNegativePrompt: prompt === PROMPTS[0],
      creativity: 0.5,
      seed: '42',
      isSeedFixed: false,
      batchSize: 1,
      widthPx: SIZE_PX,
      heightPx: SIZE_PX,
      quality: 'draft',
    };
    await call<RenderBody>(
      `/api/project/${project.id}/renders/`,
      JSON.stringify({
        engine: 'studio',
        created_at: new Date(Date.UTC(2026, 4, 1 + index, 12)).toISOString(),
        recipe,
        provenance: [],
        images: [{ image_hash: image, width: SIZE_PX, height: SIZE_PX, batch_index: 0, fidelity: null }],
      }),
    );
  }
}

/** One device of the person, in the gallery's own address. They sign in by keyboard. */
async function openGallery(language: 'en' | 'es', place = 'gallery'): Promise<Page> {
  const t = TEXTS[language];
  const context = await browser.newContext({
    viewport: { width: 900, height: 700 },
    locale: language === 'es' ? 'es-ES' : 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${url}#${place}`);
  await poll(() => isFocused(page.locator('input[type=email]'))).toBe(true);
  await page.keyboard.type(PERSON.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PERSON.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: t.assets.title, exact: true }).waitFor();
  return page;
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${target}`);
}
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);
const poll = (check: () => unknown) => expect.poll(check, { timeout: PATIENCE_MS });
async function check(page: Page, language: 'en' | 'es', screen: string): Promise<void> {
  expect(await listViolations(page), screen).toEqual([]);
  expect(await listForeign(page, language), screen).toEqual([]);
}

test('by keyboard alone a person signs in, looks at a render of the gallery, stars, deletes, takes back, signs out', async () => {
  const page = await openGallery('en', 'create');
  const grid = page.getByRole('grid', { name: 'Renders' });
  const cards = grid.getByRole('gridcell');
  const card = (words: string) => grid.getByRole('gridcell', { name: new RegExp(`^${words}`) });
  await tabTo(page, page.getByRole('button', { name: 'Assets', exact: true }));
  await page.keyboard.press('Enter');
  const tree = page.getByRole('treegrid', { name: 'Libraries' });
  await tree.getByRole('row', { name: 'Materials' }).waitFor();
  await tabTo(page, tree.getByRole('row', { name: 'Materials' }));
  await page.keyboard.press('End');
  await poll(() => isFocused(tree.getByRole('row', { name: 'Renders', exact: true }))).toBe(true);
  await page.keyboard.press('Enter');
  await poll(() => cards.count()).toBe(4);
  await page.getByText('4 renders', { exact: true }).waitFor();
  await expect.poll(() => cards.first().getAttribute('aria-label')).toMatch(/^Walnut headphones, /);
  // When a picture was made is read whole, also on the longest of days and however many cards stand in a row.
  const size = page.viewportSize()!;
  const made = cards.first().locator('time');
  const day = await made.textContent();
  for (const [width, height] of [[1280, 800] as const, [1100, 760] as const]) {
    await page.setViewportSize({ width, height });
    await made.evaluate((time) => {
      time.textContent = '30 Sept 2026, 22:48';
    });
    expect(await listCut(grid, 'time'), `${width} x ${height}`).toEqual([]);
  }
  await made.evaluate((time, text) => {
    time.textContent = text;
  }, day);
  await page.setViewportSize(size);

  // Through the cards, into one, and back to where one was.
  await tabTo(page, cards.first());
  await page.keyboard.press('ArrowRight');
  await poll(() => isFocused(card('Blue bottle'))).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const back = page.getByRole('button', { name: 'Back to Gallery' });
  await poll(() => isFocused(back)).toBe(true);
  await page.getByText('Walnut headphones', { exact: true }).waitFor();
  await page.getByText('people', { exact: true }).waitFor();
  for (const words of ['mask-1', 'Shell leather', 'mask-2', 'Band leather']) {
    await page.getByText(words, { exact: true }).waitFor();
  }
  await check(page, 'en', 'details');

  // Full screen: after the last picture comes the first, and before it the last.
  const full = page.getByRole('dialog');
  await tabTo(page, page.getByRole('button', { name: 'Full screen: Viewer snapshot' }));
  await page.keyboard.press('Enter');
  await full.getByRole('img', { name: 'Viewer snapshot' }).waitFor();
  await full.getByText('1 of 6', { exact: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await full.getByRole('img', { name: 'Mask of Band leather' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await full.getByRole('img', { name: 'Outline snapshot' }).waitFor();
  await check(page, 'en', 'full screen');

  // By touch: a swipe turns to the next or the one before, two fingers enlarge.
  const touch = await page.context().newCDPSession(page);
  const box = (await full.getByRole('img', { name: 'Outline snapshot' }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = async (...steps: readonly (readonly number[])[]): Promise<void> => {
    const points = (at: readonly number[]) => at.map((dx, id) => ({ x: x + dx, y, id }));
    const [first = [], ...moves] = steps;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(first) });
    for (const at of moves)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(at) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await fingers([150], [50], [-50], [-150]);
  await full.getByText('3 of 6', { exact: true }).waitFor();
  await fingers([-150], [-50], [50], [150]);
  await full.getByText('2 of 6', { exact: true }).waitFor();
  await fingers([-20, 20], [-40, 40]);
  await full.getByText('2×', { exact: true }).waitFor();
  // Enlarged, the arrows move it: none of them leads on to another one, held as long as one likes, wherever the focus is.
  for (const place of [full.getByRole('application'), full.getByRole('button', { name: 'Close' })]) {
    await place.focus();
    for (let press = 0; press < 12; press++) await page.keyboard.down('ArrowRight');
    await page.keyboard.up('ArrowRight');
    await full.getByText('2 of 6', { exact: true }).waitFor();
  }
  await page.keyboard.press('0');
  await page.keyboard.press('Escape');
  await full.waitFor({ state: 'detached' });
  await page.goBack();
  await poll(() => isFocused(cards.first())).toBe(true);

  // A star, and a search that it narrows down.
  await tabTo(page, cards.first().getByRole('button', { name: /^Star / }));
  await page.keyboard.press('Enter');
  await cards
    .first()
    .getByRole('button', { name: /^Star /, pressed: true })
    .waitFor();
  const starred = page.getByRole('button', { name: 'Starred', exact: true });
  await starred.press('Enter');
  await page.getByText('1 render', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search prompts and materials' });
  await search.focus();
  await page.keyboard.type('band');
  await page.getByText('1 render', { exact: true }).waitFor();
  await card('Walnut headphones').waitFor();
  await page.keyboard.type('zzz');
  // The carousel behind it says so as well.
  await page.getByText('No renders found.', { exact: true }).filter({ visible: true }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Clear filters' }));
  await page.keyboard.press('Enter');
  await poll(() => cards.count()).toBe(4);

  // Two are deleted, and come back.
  await card('Blue bottle').press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await page.getByText('2 selected', { exact: true }).waitFor();
  await check(page, 'en', 'selection');
  await page.keyboard.press('Delete');
  await page.getByText('2 renders deleted.', { exact: true }).waitFor();
  await poll(() => cards.count()).toBe(2);
  const undo = page.getByRole('alertdialog').getByRole('button', { name: 'Undo' });
  await undo.focus();
  // Its words are of the language that is spoken, also once another tab speaks another one.
  const tab = await page.context().newPage();
  await tab.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html lang="en"></html>' }),
  );
  await tab.goto(page.url());
  const speak = (language: string) =>
    tab.evaluate((chosen) => localStorage.setItem('vitrine_language', chosen), language);
  await speak('es');
  await page.getByRole('heading', { name: 'Renders', exact: true }).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).waitFor();
  await page.getByText('2 renders eliminados.', { exact: true }).waitFor();
  await check(page, 'es', 'a toast that spoke English');
  await speak('en');
  await tab.close();
  await undo.waitFor();
  expect(await isFocused(undo)).toBe(true);
  await undo.press('Enter');
  await page.getByText('2 renders are back.', { exact: true }).waitFor();
  await poll(() => cards.count()).toBe(4);

  // And out again.
  await page.getByRole('button', { name: 'Account', exact: true }).press('Enter');
  await poll(() => isFocused(page.getByRole('menuitem', { name: 'My Profile' }))).toBe(true);
  await page.keyboard.press('End');
  await poll(() => isFocused(page.getByRole('menuitem', { name: 'Sign Out' }))).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in to Vitrine' }).waitFor();
  await page.context().close();
  expect(errors).toEqual([]);
});

test('the gallery speaks one language, says what is not there, and shows a sign for a picture that does not come', async () => {
  const { gallery, ...t } = TEXTS.es;
  const page = await openGallery('es');
  const cards = page.getByRole('grid', { name: gallery.title }).getByRole('gridcell');
  await poll(() => cards.count()).toBe(4);
  await check(page, 'es', 'gallery');
  // The filters stand in one row.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 1100, height: 760 });
  const topOf = async (button: Locator) => (await button.boundingBox())?.y;
  const star = page.getByRole('button', { name: gallery.starred, exact: true });
  const calendar = page.getByRole('button', { name: gallery.openCalendar });
  const apart = async () => Math.abs(((await topOf(star)) ?? 0) - ((await topOf(calendar)) ?? 99));
  await expect.poll(apart).toBeLessThan(20);
  await page.setViewportSize(size);
  await page.getByRole('button', { name: gallery.openCalendar }).click();
  await page.getByRole('dialog').getByRole('grid').waitFor();
  await check(page, 'es', 'calendar');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // The first picture was made by nobody's prompt, on the 1st of May.
  const days = page.getByRole('group', { name: gallery.days }).getByRole('spinbutton');
  for (const [index, digits] of ['1', '5', '2026', '1', '5', '2026'].entries()) {
    await days.nth(index).pressSequentially(digits);
  }
  await page.getByText(gallery.count(1), { exact: true }).waitFor();
  await cards.first().click();
  await page.getByText(gallery.noText, { exact: true }).waitFor();
  await page.getByText(gallery.noMasks, { exact: true }).waitFor();
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await expect.poll(() => heading(gallery.positivePrompt).count()).toBe(1);
  expect(await heading(gallery.negativePrompt).count()).toBe(0);
  await check(page, 'es', 'details');
  await page.getByRole('button', { name: gallery.back }).click();
  await page.context().close();

  // Neither the list nor the pictures come at first.
  const lost = await browser.newContext({ locale: 'es-ES', reducedMotion: 'reduce' });
  lost.setDefaultTimeout(PATIENCE_MS);
  const other = await lost.newPage();
  await other.route('**/api/render/cards/**', (route) => route.abort());
  await other.goto(`${url}#gallery`);
  await other.locator('input[type=email]').fill(PERSON.email);
  await other.locator('input[type=password]').fill(PERSON.password);
  await other.locator('button[type=submit]').click();
  await other.getByText(gallery.failed, { exact: true }).waitFor();
  await check(other, 'es', 'failed');
  await other.unroute('**/api/render/cards/**');
  await other.route('**/files/**', (route) => route.abort());
  const broken = other.getByRole('grid', { name: gallery.title }).locator('[data-broken]');
  await tryAgain(other.getByRole('alert').getByRole('button', { name: t.ui.retry }), broken.first());
  await poll(() => broken.count()).toBe(4);
  // What did not come for want of the server is asked for again once it can be reached.
  await other.unroute('**/files/**');
  await lost.setOffline(true);
  await other.getByRole('status').filter({ hasText: 'Sin conexión' }).first().waitFor();
  await lost.setOffline(false);
  await poll(() => broken.count()).toBe(0);
  await lost.close();
  expect(errors).toEqual([]);
});

/** The download of three renders in a gallery, of which the first cannot be read until `lost` is let through. */
async function downloadWithout() {
  const page = await openGallery('en');
  const { results } = await call<RenderCardsBody>('/api/render/cards/');
  const cards = page.getByRole('grid', { name: 'Renders' }).getByRole('gridcell');
  await poll(() => cards.count()).toBe(4);
  for (const at of [0, 1, 2]) await cards.nth(at).press(' ');
  await page.getByText('3 selected', { exact: true }).waitFor();
  const lost = `**/api/render/${results[0]!.id}/`;
  await page.route(lost, (route) => route.abort());
  await page.getByRole('button', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download', exact: true });
  await dialog.getByText('One render could not be read: its pictures are missing here.').waitFor();
  const tiles = dialog.getByRole('group', { name: 'Pictures' }).locator('[aria-pressed]');
  const pressed = () =>
    tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-pressed') === 'true'));
  return { page, dialog, tiles, pressed, lost };
}

test('what is chosen to download stays while a render that could not be had is asked for again', async () => {
  const { page, dialog, tiles, pressed, lost } = await downloadWithout();
  const held: Route[] = [];
  expect(await pressed()).toEqual([true, false]);
  await tiles.nth(1).click();
  await tiles.nth(0).click();
  await dialog.getByText('JPEG', { exact: true }).click();
  const jpeg = dialog.getByRole('radio', { name: 'JPEG' });
  await poll(() => jpeg.isChecked()).toBe(true);

  await page.unroute(lost);
  await page.route(lost, (route) => void held.push(route));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await poll(() => held.length).toBe(1);
  expect(await pressed()).toEqual([false, true]);
  await held[0]!.continue();
  await poll(pressed).toEqual([false, false, true]);
  expect(await jpeg.isChecked()).toBe(true);
  await page.context().close();
  expect(errors).toEqual([]);
});

test('of what could not be read at first the first render is the one that is downloaded, and no press beside the window ends that', async () => {
  const { page, dialog, pressed, lost } = await downloadWithout();
  await page.unroute(lost);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await poll(pressed).toEqual([true, false, false]);

  const held: Route[] = [];
  await page.route('**/files/**', (route) => void held.push(route));
  await dialog.getByRole('button', { name: 'Download picture' }).click();
  await poll(() => held.length).toBeGreaterThan(0);
  await page.mouse.click(5, 5);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Download picture' }).waitFor();
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
  await page.context().close();
  expect(errors).toEqual([]);
});

test('where renders are kept for a time the gallery says for how long', async () => {
  const page = await openGallery('es');
  await page.getByText('4 renders', { exact: true }).waitFor();
  // As an operator set it, whose product the stories do not share.
  await page.route('**/api/config/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), renders_kept_days: 90 } });
  });
  await page.reload();
  await page.getByText('Los renders sin estrella se conservan al menos 90 días.', { exact: true }).waitFor();
  await check(page, 'es', 'gallery');
  await page.context().close();
});
