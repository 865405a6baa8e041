import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeView } from '../src/contract/camera/describe-view.ts';
import { LOOKS_MAX, SAVED_VIEWS_MAX } from '../src/contract/constants.ts';
import type { LookBody } from '../src/contract/http/looks.ts';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { askAs, authorizationOf } from './support/ask-as.ts';
import { listSmall } from './support/list-small.ts';
import { listViolations } from './support/list-violations.ts';
import { listForeign } from './support/one-language.ts';
import { enter, openStory, register, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForAnyModel, waitForModel } from './support/stage.ts';

/** What this device has and the server does not: seen, taken along, sent again and given up. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0] }]);
const PATIENCE = { timeout: 300_000 };

let story: Story;
let page: Page;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1180, height: 820 },
    serviceWorkers: 'allow',
    permissions: ['clipboard-read', 'clipboard-write'],
    isEmpty: true,
    renderSettings: SMALL_DRAFTS,
  });
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor(PATIENCE);
  // From here on the page has all of itself on this device.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});
afterAll(() => story?.close());

const dialog = () => page.getByRole('dialog', { name: 'Your work on the server' });
const rows = () => dialog().getByRole('listitem');
const row = (name: string) => rows().filter({ hasText: name });
const pill = (words: string | RegExp) => page.getByRole('status').getByRole('button', { name: words });
const press = (action: string, name: string) =>
  dialog()
    .getByRole('button', { name: `${action}: ${name}` })
    .click();
const nothingLeft = () => dialog().getByText('The server has everything').waitFor(PATIENCE);
const saveView = () => page.getByRole('button', { name: 'Save view', exact: true }).click();
const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const look = (name: string) => page.getByRole('button', { name: `Apply look ${name}` });
const project = () => askAs<ProjectBody>(page, 'project/active/');
const viewNames = async () => (await project()).camera_views.map(({ name }) => name).sort();

async function openLooks(): Promise<void> {
  const section = page.getByRole('button', { name: /^Looks/ });
  if ((await section.getAttribute('aria-expanded')) !== 'true') await section.click();
}

async function saveLook(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save this look' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await look(name).waitFor();
}

/** As another device of the person does it. */
async function ask(method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
  const headers = {
    ...(await authorizationOf(page)),
    ...(body && { 'content-type': 'application/json' }),
  };
  const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${story.url}api/${path}`, options);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

test('what is made without a network is listed with its reason, and goes when there is one', async () => {
  await story.context.setOffline(true);
  await prompt().fill('on a beach');
  await saveView();
  await pill('Offline, work is safe here').click();
  const view = row('The view “View 1” of Box');
  await view.getByText('It waits for a network.').waitFor();
  await row('Changes (Prompt) of Box').getByText('Not saved yet').waitFor();
  expect(await rows().count()).toBe(2);
  await press('Save now', 'Changes (Prompt) of Box');
  await row('Changes (Prompt) of Box').getByText('It waits for a network.').waitFor();
  expect(await listViolations(page)).toEqual([]);

  await story.context.setOffline(false);
  await nothingLeft();
  expect(await project()).toMatchObject({ positive_prompt: 'on a beach' });
  expect(await viewNames()).toEqual(['View 1']);
  await page.keyboard.press('Escape');
});

test('it opens from the settings, too, and says when there is nothing', async () => {
  await page.goto(`${story.url}#settings`);
  await page.getByRole('tab', { name: 'This device' }).click();
  await page
    .getByRole('region', { name: 'Your work on the server' })
    .getByRole('button', { name: 'Show' })
    .click();
  await nothingLeft();
  await page.keyboard.press('Escape');

  // The pill names the engine where all is well: a press finds that again, and no list of what is missing.
  await pill('Engine ready').click();
  await nothingLeft();
  await dialog().getByText('The server answers. Engine ready.').waitFor(PATIENCE);
  await page.keyboard.press('Escape');
});

test('what the server refuses stays listed with its reason, is taken along, and goes once the cause is gone', async () => {
  await openLooks();
  await saveLook('First');
  await expect.poll(async () => (await askAs<LookBody[]>(page, 'look/')).length, PATIENCE).toBe(1);
  // Another device fills the person's looks, and the server takes no more.
  const [first] = await askAs<LookBody[]>(page, 'look/');
  const others = Array.from({ length: LOOKS_MAX - 1 }, () => randomUUID());
  for (const id of others) await ask('POST', 'look/', { id, name: 'Another', look: first?.look });
  await saveLook('Evening');
  await pill('1 could not be saved').click(PATIENCE);
  await row('Look “Evening”').getByText('Not saved').waitFor();
  await row('Look “Evening”')
    .getByText('You have 200 looks, and no more fit. Delete one, then try again.')
    .waitFor();

  // 1. Its content is the person's, as a text and as a file.
  await press('Copy', 'Look “Evening”');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('"name": "Evening"');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press('Save as file', 'Look “Evening”'),
  ]);
  expect(download.suggestedFilename()).toBe('look-evening.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    what: 'Look “Evening”',
    content: { name: 'Evening', look: { materials: expect.any(Array) } },
  });

  // 2. It is there after a reload and after a save, and refused again for as long as there is no room.
  await page.reload();
  await row('Look “Evening”').waitFor(PATIENCE);
  await page.keyboard.press('Escape');
  await prompt().fill('in a wood');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await project()).positive_prompt, PATIENCE).toBe('in a wood');
  await pill('1 could not be saved').click(PATIENCE);
  const refusedAgain = page.waitForResponse(
    (response) => response.url().endsWith('/api/look/') && response.status() === 422,
  );
  await press('Try again', 'Look “Evening”');
  await refusedAgain;
  await row('Look “Evening”').getByText('Not saved').waitFor(PATIENCE);

  // 3. Another device makes room.
  await ask('DELETE', `look/${others[0]}/`);
  // A press while the one before is still being put away asks for nothing new: whoever sees it still there presses again.
  const again = dialog().getByRole('button', { name: 'Try again: Look “Evening”' });
  const isDone = dialog().getByText('The server has everything');
  await expect
    .poll(
      async () => {
        if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => {});
        return isDone.isVisible();
      },
      { ...PATIENCE, interval: 1_000 },
    )
    .toBe(true);
  const names = (await askAs<LookBody[]>(page, 'look/')).map(({ name }) => name);
  expect(names).toContain('Evening');
  await page.keyboard.press('Escape');
});

test('what is given up asks first, says what is lost, and is gone', async () => {
  // Another device takes the place that this one sees.
  const known = await askAs<LookBody[]>(page, 'look/');
  const [other] = known.filter(({ name }) => name === 'Another');
  await ask('DELETE', `look/${other?.id}/`);
  await page.reload();
  await waitForAnyModel(page);
  await openLooks();
  await look('Evening').waitFor();
  await expect.poll(() => look('Another').count()).toBe(LOOKS_MAX - 3);
  await ask('POST', 'look/', { id: randomUUID(), name: 'Another', look: other?.look });
  await saveLook('Night');
  await pill('1 could not be saved').click(PATIENCE);
  await press('Discard', 'Look “Night”');
  const question = page.getByRole('alertdialog');
  await question.getByText('The look is on this device alone, and is deleted for good.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await row('Look “Night”').waitFor();
  await press('Discard', 'Look “Night”');
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await nothingLeft();
  await page.keyboard.press('Escape');
  await look('Evening').waitFor();
  await expect.poll(() => look('Night').count()).toBe(0);
  await page.reload();
  await waitForAnyModel(page);
  await openLooks();
  await look('Evening').waitFor();
  expect(await look('Night').count()).toBe(0);
});

test('a view that there is no room for says so by its name', async () => {
  await story.context.setOffline(true);
  await saveView();
  // Meanwhile another device fills the list.
  const { id, camera_views } = await project();
  for (let order = 3; order < 3 + SAVED_VIEWS_MAX - 1; order += 1) {
    const view = { ...camera_views[0]!, uuid: randomUUID(), id: order, name: `Other ${order}`, order };
    await ask('POST', `projects/${id}/camera-views/`, describeView({ ...view, backend_id: null }));
  }
  await story.context.setOffline(false);
  await pill('1 could not be saved').click(PATIENCE);
  const refused = row('The view “View 2” of Box');
  await refused.getByText('A project can have 20 saved views. Delete one to save another.').waitFor();
  await press('Discard', 'The view “View 2” of Box');
  const question = page.getByRole('alertdialog');
  await question.getByText('Nothing is lost here: it stays on this device', { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await refused.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
});

test('thousands of rows are drawn as far as they are seen, by keyboard and by touch', async () => {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('vitrine');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction(['projects', 'outbox'], 'readwrite');
    const projects = transaction.objectStore('projects').getAll();
    projects.onsuccess = () => {
      const [{ key: projectKey, userId }] = projects.result;
      for (let index = 1; index <= 3_000; index += 1) {
        transaction.objectStore('outbox').add({
          key: `row-${index}`,
          userId,
          projectKey,
          stream: `test:${index}`,
          work: {
            kind: 'adopt-item',
            assetType: 'style',
            hash: 'a'.repeat(64),
            name: `Style ${index}`,
            isWorn: false,
          },
          state: 'dead',
          attempts: 1,
          wasSent: false,
          nextAt: 0,
          dependsOn: null,
          createdAt: Date.now(),
          visitId: 'before',
          failure: { code: 'library-full', limit: 5_000 },
        });
      }
    };
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  });
  await page.reload();
  await pill('3,000 could not be saved').click(PATIENCE);
  await row('Style “Style 1”').first().waitFor();
  expect(await rows().count()).toBeLessThan(40);
  expect(Number(await rows().first().getAttribute('aria-setsize'))).toBeGreaterThanOrEqual(3_000);
  await dialog().getByRole('region', { name: 'What the server does not have' }).focus();
  await page.keyboard.press('End');
  await row('Style “Style 3000”').waitFor();
  expect(await rows().count()).toBeLessThan(40);
  expect(await listViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 820, height: 1180 });
  await dialog().getByRole('region', { name: 'What the server does not have' }).focus();
  await page.keyboard.press('End');
  await row('Style “Style 3000”').waitFor();
  expect(await listViolations(page)).toEqual([]);
});

test('on a tablet in Spanish, and nothing of it for who signs in next', async () => {
  const tablet = await story.context.browser()!.newContext({
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    isMobile: true,
    locale: 'es-ES',
    reducedMotion: 'reduce',
    storageState: await story.context.storageState({ indexedDB: true }),
  });
  const other = await tablet.newPage();
  other.on('pageerror', (error) => story.errors.push(error.message));
  await other.goto(`${story.url}#unsent`);
  const list = other.getByRole('dialog', { name: 'Tu trabajo en el servidor' });
  await list.getByText('Estilo «Style 1»', { exact: true }).waitFor(PATIENCE);
  // A step that can be undone is called as it was when it was made.
  expect((await listForeign(other, 'es')).filter((text) => text !== 'Save view')).toEqual([]);
  expect((await listSmall(other)).filter((line) => /Reintentar|Copiar|archivo|Descartar/.test(line))).toEqual(
    [],
  );
  await list.getByRole('button', { name: 'Descartar: Estilo «Style 1»' }).tap();
  const question = other.getByRole('alertdialog', { name: '¿Descartar: Estilo «Style 1»?' });
  await question.getByText('No llega a tu biblioteca.', { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Descartar', exact: true }).tap();
  await list.getByText('Estilo «Style 2»', { exact: true }).waitFor();
  await expect.poll(() => list.getByText('Estilo «Style 1»', { exact: true }).count()).toBe(0);

  const { email } = await register(story.url, 'Eva');
  await other.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/token/.test(key)) localStorage.removeItem(key);
  });
  await other.goto(`${story.url}#create`);
  await other.reload();
  await enter(other, email);
  await waitForAnyModel(other);
  await other.goto(`${story.url}#unsent`);
  await list.getByText('El servidor lo tiene todo').waitFor(PATIENCE);
  await tablet.close();
  expect(story.errors).toEqual([]);
});
