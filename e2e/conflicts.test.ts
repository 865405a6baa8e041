import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { authorizationOf } from './support/ask-as.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, type Story, signIn } from './support/open-story.ts';

/** A stage in software on a busy machine takes its time. */
const PATIENCE = { timeout: 300_000 };

let story: Story;
let tab: Page;
let device: BrowserContext;
let other: Page;
beforeAll(async () => {
  // Without a model: three stages in software would take their time, and show nothing of this.
  story = await openStory({ isEmpty: true });
  tab = await story.context.newPage();
  device = await story.context.browser()!.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  other = await device.newPage();
  for (const page of [tab, other]) page.on('pageerror', (error) => story.errors.push(error.message));
  await Promise.all([tab.goto(story.url), signIn(other, story)]);
});
afterAll(() => story?.close());

const name = (page: Page) => page.getByRole('textbox', { name: 'Project name' });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save Project|^Saving project/ });
const clean = (page: Page) =>
  page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor(PATIENCE);
const dirty = (page: Page) =>
  page.getByRole('button', { name: 'Save Project (Changes detected)' }).waitFor(PATIENCE);
const shows = (page: Page, wanted: { readonly name?: string; readonly prompt?: string }) =>
  expect
    .poll(
      async () => ({
        ...('name' in wanted && { name: await name(page).inputValue() }),
        ...('prompt' in wanted && { prompt: await prompt(page).inputValue() }),
      }),
      PATIENCE,
    )
    .toEqual(wanted);
const rename = async (page: Page, to: string): Promise<void> => {
  await name(page).fill(to);
  await name(page).press('Enter');
  await dirty(page);
};
/** As the window does when it comes to the front. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));
const notice = (page: Page) => page.getByText(/^Two devices changed the same here: /);

/** What the server has. */
async function stored(): Promise<ProjectBody> {
  const headers = await authorizationOf(other);
  const answer = await device.request.get(new URL('/api/project/active/', story.url).href, { headers });
  return answer.json();
}

test('two tabs work on one project: each sees the other’s edits, and both saves hold all', async () => {
  const { page } = story;
  for (const one of [page, tab, other]) await shows(one, { name: 'New project' });
  await prompt(page).fill('on a beach');
  await shows(tab, { prompt: 'on a beach' });
  await rename(tab, 'Summer');
  await shows(page, { name: 'Summer', prompt: 'on a beach' });
  // By keys: the button of the second is disabled once the first has saved all.
  await Promise.all([page.keyboard.press('Control+s'), tab.keyboard.press('Control+s')]);
  await Promise.all([clean(page), clean(tab)]);
  expect(await stored()).toMatchObject({ name: 'Summer', positive_prompt: 'on a beach' });
});

test('another device sees what was saved, without a reload', async () => {
  await comeBack(other);
  await shows(other, { name: 'Summer', prompt: 'on a beach' });
  await clean(other);
  await expect.poll(() => save(other).isDisabled()).toBe(true);
});

test('a device that was away meets what was saved since: other fields come, its own stand, and the loser is kept', async () => {
  const { page } = story;
  await device.setOffline(true);
  await other.getByText('Offline, work is safe here').waitFor(PATIENCE);
  await rename(other, 'Autumn');
  await save(other).click();
  await other
    .getByText('Saved on this device. It goes to the server when it can be reached.')
    .waitFor(PATIENCE);

  await prompt(page).fill('in the snow');
  await rename(page, 'Winter');
  await save(page).click();
  await clean(page);
  await clean(tab);

  await device.setOffline(false);
  await notice(other).waitFor(PATIENCE);
  await expect.poll(() => notice(other).textContent()).toContain('Project name');
  await shows(other, { name: 'Autumn', prompt: 'in the snow' });
  await clean(other);
  expect(await stored()).toMatchObject({ name: 'Autumn', positive_prompt: 'in the snow' });
  await Promise.all([comeBack(page), comeBack(tab)]);
  for (const one of [page, tab]) await shows(one, { name: 'Autumn', prompt: 'in the snow' });
});

test('the loser is still there after a reload, is compared, put back, undone and put back again', async () => {
  await other.reload();
  await notice(other).waitFor(PATIENCE);
  await other.getByRole('button', { name: 'Show', exact: true }).click();
  const panel = other.getByRole('dialog', { name: 'Changed on two devices' });
  const row = panel.getByRole('row', { name: /Project name/ });
  await row.waitFor();
  expect((await row.getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual(['Autumn', 'Winter']);
  expect(await listViolations(other, '[role=dialog]')).toEqual([]);
  await row.getByRole('button', { name: 'Restore Project name' }).click();
  await row.getByText('In use now').waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  await shows(other, { name: 'Winter' });
  await other.getByRole('button', { name: 'Undo: Project name of the other device' }).click();
  await shows(other, { name: 'Autumn' });
  await other.getByRole('button', { name: 'Redo: Project name of the other device' }).click();
  await shows(other, { name: 'Winter' });
  await other.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await notice(other).waitFor({ state: 'detached' });
});

test('all end equal', async () => {
  const { page, errors } = story;
  await dirty(other);
  await save(other).click();
  await clean(other);
  await Promise.all([comeBack(page), comeBack(tab)]);
  for (const one of [page, tab, other]) {
    await shows(one, { name: 'Winter', prompt: 'in the snow' });
    await clean(one);
  }
  expect(await stored()).toMatchObject({ name: 'Winter', positive_prompt: 'in the snow' });
  expect(errors).toEqual([]);
});
