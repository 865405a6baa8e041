import { expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { assignSettings, editSettings } from '../../../../src/app/core/edit-settings.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, type FakeOutside } from '../../../support/fake-outside.ts';

const PLACE = 'vitrine_last_words';

/** A page with the project open. Its `hide` is what the browser tells it as it goes. */
async function openPage(outside: FakeOutside): Promise<{ app: App; hide: () => void; stop: () => void }> {
  let hide = (): void => {};
  outside.page.onHide = (listener) => {
    hide = listener;
    return () => {};
  };
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, () => {});
  app.workingCopy.current = copy;
  return { app, hide: () => hide(), stop: copy.stop };
}
/** A page that is gone before the database has taken anything. */
async function goneWith(outside: FakeOutside, edit: (app: App) => void): Promise<void> {
  const { app, hide, stop } = await openPage(outside);
  edit(app);
  vi.spyOn(app.db, 'write').mockImplementation(() => new Promise(() => {}));
  hide();
  stop();
}
const open = () => createFakeOutside(createFakeServer({ name: 'Lamp' }), crypto.randomUUID());

test('what was typed right before the page went is there in the next one, and is put in once', async () => {
  const outside = open();
  await goneWith(outside, (app) => assignSettings(app, { positive_prompt: 'typed' }));
  const next = await openPage(outside);
  expect(next.app.state.project.settings.positive_prompt).toBe('typed');
  expect(next.app.state.project.dirtyFields).toEqual(['positive_prompt']);
  expect(outside.localStorage.getItem(PLACE)).toBeNull();
  next.stop();
});

test('a step that was done right before the page went is undone in the next one, and one that was undone is done again', async () => {
  const outside = open();
  const first = await openPage(outside);
  editSettings(first.app, 'Typing', { positive_prompt: 'first' });
  await first.app.workingCopy.current?.flush();
  first.stop();
  await goneWith(outside, (app) => editSettings(app, 'Typing again', { positive_prompt: 'second' }));
  const next = await openPage(outside);
  expect(next.app.commands.undoLabel()).toBe('Typing again');
  next.app.commands.undo();
  expect(next.app.state.project.settings.positive_prompt).toBe('first');
  await next.app.workingCopy.current?.flush();
  next.stop();
  expect(outside.localStorage.getItem(PLACE)).toBeNull();
  await goneWith(outside, ({ commands }) => commands.undo());
  const last = await openPage(outside);
  expect([last.app.commands.undoLabel(), last.app.commands.redoLabel()]).toEqual([null, 'Typing']);
  expect(last.app.state.project.settings.positive_prompt).toBe('');
  last.stop();
  await goneWith(outside, ({ commands }) => commands.redo());
  const again = await openPage(outside);
  expect([again.app.commands.undoLabel(), again.app.commands.redoLabel()]).toEqual([
    'Typing',
    'Typing again',
  ]);
  again.stop();
});

test('a page that goes once its edit is written, but not the step, still leaves the step', async () => {
  const outside = open();
  const page = await openPage(outside);
  editSettings(page.app, 'Typing', { positive_prompt: 'typed' });
  const { steps } = page.app.db;
  vi.spyOn(steps, 'where').mockImplementation(() => {
    throw new Error('gone');
  });
  page.hide();
  await expect(page.app.workingCopy.current?.flush()).rejects.toThrow('gone');
  page.stop();
  vi.restoreAllMocks();
  const next = await openPage(outside);
  next.app.commands.undo();
  expect(next.app.state.project.settings.positive_prompt).toBe('');
  next.stop();
});

test('steps that another tab wrote since stand', async () => {
  const outside = open();
  await goneWith(outside, (app) => editSettings(app, 'Older', { positive_prompt: 'older' }));
  const kept = outside.localStorage.getItem(PLACE);
  outside.localStorage.removeItem(PLACE);
  const other = await openPage(outside);
  outside.advance(5);
  editSettings(other.app, 'Newer', { creativity: 0.9 });
  await other.app.workingCopy.current?.flush();
  other.stop();
  outside.localStorage.setItem(PLACE, kept ?? '');
  const next = await openPage(outside);
  expect(next.app.commands.undoLabel()).toBe('Newer');
  next.stop();
});

test('two pages that go at once leave each what they had', async () => {
  const outside = open();
  await goneWith(outside, (app) => assignSettings(app, { positive_prompt: 'typed' }));
  const kept = outside.localStorage.getItem(PLACE);
  outside.localStorage.removeItem(PLACE);
  const second = await openPage(outside);
  outside.localStorage.setItem(PLACE, kept ?? '');
  assignSettings(second.app, { name: 'Desk lamp' });
  vi.spyOn(second.app.db, 'write').mockImplementation(() => new Promise(() => {}));
  second.hide();
  second.stop();
  const next = await openPage(outside);
  expect(next.app.state.project.settings).toMatchObject({ name: 'Desk lamp', positive_prompt: 'typed' });
  next.stop();
});

test('a page that stays takes its words back, and what was set since stands', async () => {
  const outside = open();
  const page = await openPage(outside);
  assignSettings(page.app, { positive_prompt: 'typed' });
  page.hide();
  expect(outside.localStorage.getItem(PLACE)).toContain('typed');
  await page.app.workingCopy.current?.flush();
  expect(outside.localStorage.getItem(PLACE)).toBeNull();
  page.stop();

  await goneWith(outside, (app) => assignSettings(app, { positive_prompt: 'older' }));
  const [row] = await page.app.db.projects.toArray();
  await page.app.db.projects.update(row!.key, { settings: { ...row!.settings, positive_prompt: 'newer' } });
  const next = await openPage(outside);
  expect(next.app.state.project.settings.positive_prompt).toBe('newer');
  next.stop();
});

test('words that cannot be read are none', async () => {
  for (const spoiled of [
    '{',
    '[{"pageId":1}]',
    '[{"pageId":"a","projectKey":"b","before":{},"after":{"creativity":"much"}}]',
  ]) {
    const outside = open();
    outside.localStorage.setItem(PLACE, spoiled);
    const page = await openPage(outside);
    expect(page.app.state.project.settings.name).toBe('Lamp');
    page.stop();
  }
});
