import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { deleteItem } from '../../../../src/app/features/libraries/delete-item.ts';
import { restoreItem } from '../../../../src/app/features/libraries/restore-item.ts';
import { libraryQuery } from '../../../../src/app/scene/library.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createLibraryServer, refusal } from '../../../support/library-server.ts';

function setUp() {
  const libraries = createLibraryServer();
  const app = createTestApp(createFakeOutside(libraries.server));
  const item = makeLibraryItem(5, { user: 7 });
  libraries.items.style.push(item);
  const toasts = () => app.toasts.queue.visibleToasts;
  return { ...libraries, app, item, toasts };
}

test('what was deleted says so with the way back, which puts it where it was', async () => {
  const { app, item, items, toasts } = setUp();
  const back: string[] = [];
  await deleteItem(app, 'style', item, () => () => back.push('put back'), 'page');
  expect(items.style).toEqual([]);
  const [toast] = toasts();
  expect(toast?.content.title).toBe('Style deleted and removed from current assignment.');
  expect(toast?.content.action?.label).toBe('Undo');
  expect(back).toEqual([]);
  toast?.content.action?.run();
  await until(() => toasts().some(({ content }) => content.title === '“Item 5” is back.'));
  expect(items.style).toEqual([item]);
  expect(back).toEqual(['put back']);
});

test('what cannot come back says why, and nothing is put back', async () => {
  const { app, item, items, toasts, answers } = setUp();
  await deleteItem(app, 'style', item, () => null, 'workflow');
  answers.push(refusal(413, 'library-space-full', { maxBytes: 4e9 }));
  const back: string[] = [];
  await restoreItem(app, 'style', item, 'deleted', () => back.push('put back'), 'workflow');
  expect(toasts()[0]?.content).toMatchObject({
    kind: 'error',
    title: expect.stringMatching(/^“Item 5” was not brought back: Your pictures take all of your 4\sGB on/),
  });
  expect(items.style).toEqual([]);
  expect(back).toEqual([]);
});

test('the Assets section speaks for 3 s, the window of the editor for as long as its workflow (S1 9, A4)', async () => {
  const { app, item, toasts, answers } = setUp();
  answers.push(refusal(500, 'server-failed'), refusal(500, 'server-failed'));
  await deleteItem(app, 'style', item, () => null, 'page');
  expect(toasts()[0]?.timeout).toBe(3_000);
  await deleteItem(app, 'background', item, () => null, 'workflow');
  expect(toasts()[0]?.timeout).toBe(5_000);
});

test('the page asks what became of it where an answer is lost: the server may have done it', async () => {
  const { app, server, item, items, toasts } = setUp();
  const inner = server.fetch;
  server.fetch = async (input, init) => {
    const answer = await inner(input, init);
    if ((init?.method ?? 'GET') !== 'GET') throw new TypeError('Failed to fetch');
    return answer;
  };
  const list = new QueryObserver(app.queries, libraryQuery(app, 'style'));
  const stop = list.subscribe(() => {});
  const shown = () => list.getCurrentResult().data?.map(({ id }) => Number(id));
  await until(() => shown()?.join() === '5');
  await deleteItem(app, 'style', item, () => null, 'page');
  expect(items.style).toEqual([]);
  expect(shown()).toEqual([]);
  await restoreItem(app, 'style', item, 'deleted', null, 'page');
  expect(toasts().map(({ content }) => content.kind)).toEqual(['error', 'error']);
  expect(shown()).toEqual([5]);
  stop();
});
