import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cardsKey } from '../../../../src/app/features/gallery/change-cards.ts';
import { deleteRenders } from '../../../../src/app/features/gallery/delete-renders.ts';
import { newestCardsQuery } from '../../../../src/app/features/gallery/gallery-query.ts';
import { EVERYTHING } from '../../../../src/app/features/gallery/gallery-search.ts';
import { type CardList, mergeNewest } from '../../../../src/app/features/gallery/merge-cards.ts';
import { starRenders } from '../../../../src/app/features/gallery/star-renders.ts';
import { GALLERY_BATCH_MAX } from '../../../../src/contract/constants.ts';
import { RenderId } from '../../../../src/contract/ids.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { createGalleryServer, makePage } from '../../../support/gallery-server.ts';
import { refusal } from '../../../support/library-server.ts';

const KEYS = [cardsKey(7, EVERYTHING), cardsKey(7, { ...EVERYTHING, words: 'oak' })];
const id = (value: number) => RenderId.parse(value);

/** Three pictures, two of which a search has found too. */
function setUp(language: 'en' | 'es' = 'en') {
  const gallery = createGalleryServer();
  const app = createTestApp(createFakeOutside(gallery.server));
  app.state.shell.language = language;
  app.queries.setQueryData(KEYS[0]!, mergeNewest(undefined, makePage([3, 2, 1], null)));
  app.queries.setQueryData(KEYS[1]!, mergeNewest(undefined, makePage([3, 1], null)));
  const lists = () => KEYS.map((key) => app.queries.getQueryData<CardList>(key)!);
  const shown = () => lists().map(({ cards }) => cards.map((card) => Number(card.id)));
  const starred = () =>
    lists().map(({ cards }) => cards.flatMap((card) => (card.starred ? [Number(card.id)] : [])));
  const toasts = () => app.toasts.queue.visibleToasts.map(({ content }) => content);
  return { ...gallery, app, shown, starred, toasts };
}

test('what is deleted is gone at once, says so, and comes back where it was', async () => {
  const { app, done, shown, toasts } = setUp();
  const deleting = deleteRenders(app, [id(3), id(2)]);
  expect(shown()).toEqual([[1], [1]]);
  expect(await deleting).toBe(true);
  expect(done).toEqual([{ verb: 'delete', body: { ids: [3, 2] } }]);
  expect(toasts()).toMatchObject([
    { kind: 'success', title: '2 renders deleted.', action: { label: 'Undo' } },
  ]);
  toasts()[0]?.action?.run();
  await until(() => toasts().some(({ title }) => title === '2 renders are back.'));
  expect(done.at(-1)).toEqual({ verb: 'restore', body: { ids: [3, 2] } });
  expect(shown()).toEqual([
    [3, 2, 1],
    [3, 1],
  ]);
});

test('a star is set at once, and taken back where the server refuses', async () => {
  const { app, done, starred, answers, toasts } = setUp();
  const starring = starRenders(app, [id(3)], true);
  expect(starred()).toEqual([[3], [3]]);
  await starring;
  expect(done).toEqual([{ verb: 'star', body: { ids: [3], starred: true } }]);
  answers.push(refusal(500, 'server-failed'));
  await starRenders(app, [id(3), id(1)], false);
  expect(starred()).toEqual([[3], [3]]);
  answers.push(refusal(500, 'server-failed'));
  await starRenders(app, [id(3), id(1)], true);
  expect(starred()).toEqual([[3], [3]]);
  expect(toasts()[0]).toMatchObject({ kind: 'error', title: 'The star could not be changed.' });
});

test('the page asks what became of it where an answer is lost: the server may have done it', async () => {
  const { app, server } = setUp();
  const inner = server.fetch;
  let asked = 0;
  server.fetch = async (input, init) => {
    const { pathname } = new URL(input, 'http://localhost:8000');
    if (pathname === '/api/render/cards/') return Response.json(makePage([3, 2, 1].slice(asked++), null));
    await inner(input, init);
    throw new TypeError('Failed to fetch');
  };
  const newest = new QueryObserver(app.queries, newestCardsQuery(app, 7, EVERYTHING));
  const stop = newest.subscribe(() => {});
  await until(() => newest.getCurrentResult().isSuccess);
  await deleteRenders(app, [id(3)]);
  expect(newest.getCurrentResult().data?.results.map((card) => Number(card.id))).toEqual([2, 1]);
  await starRenders(app, [id(2)], true);
  expect(asked).toBe(3);
  stop();
});

test('so it does where the answer to an undo is lost', async () => {
  const { app, server, toasts } = setUp();
  const inner = server.fetch;
  let asked = 0;
  server.fetch = async (input, init) => {
    const { pathname } = new URL(input, 'http://localhost:8000');
    if (pathname === '/api/render/cards/')
      return Response.json(
        makePage(
          [
            [3, 2, 1],
            [2, 1],
            [3, 2, 1],
          ][asked++]!,
          null,
        ),
      );
    const answer = await inner(input, init);
    if (pathname === '/api/render/restore/') throw new TypeError('Failed to fetch');
    return answer;
  };
  const newest = new QueryObserver(app.queries, newestCardsQuery(app, 7, EVERYTHING));
  const shown = () =>
    newest
      .getCurrentResult()
      .data?.results.map((card) => Number(card.id))
      .join();
  const stop = newest.subscribe(() => {});
  await until(() => shown() === '3,2,1');
  await deleteRenders(app, [id(3)]);
  expect(shown()).toBe('2,1');
  toasts()[0]?.action?.run();
  await until(() => toasts().some(({ title }) => title === '1 render could not be brought back.'));
  await until(() => shown() === '3,2,1');
  stop();
});

test.each([
  [
    'en',
    '1 render could not be deleted. It stayed.',
    'A render that is still under way cannot be deleted. Nothing was deleted: cancel it first, then try again.',
    '1 render could not be brought back.',
  ],
  [
    'es',
    'No se ha podido eliminar 1 render. Sigue en su sitio.',
    'No se puede eliminar un render que aún está en curso. No se ha eliminado nada: cancélalo primero y vuelve a intentarlo.',
    'No se ha podido recuperar 1 render.',
  ],
] as const)('in %s a refusal says what stayed, and why', async (language, title, message, notBack) => {
  const { app, answers, shown, toasts } = setUp(language);
  answers.push(refusal(409, 'render-alive'));
  expect(await deleteRenders(app, [id(2)])).toBe(false);
  expect(shown()[0]).toEqual([3, 2, 1]);
  expect(toasts()).toMatchObject([{ kind: 'error', title, message }]);
  await deleteRenders(app, [id(2)]);
  answers.push(refusal(404, 'not-found'));
  toasts()[0]?.action?.run();
  await until(() => toasts().some((toast) => toast.title === notBack));
  expect(shown()[0]).toEqual([3, 1]);
});

test('more than one call may name go in portions, and only what is refused is as before', async () => {
  const { app, done, answers, shown, starred, toasts } = setUp();
  const older = Array.from({ length: GALLERY_BATCH_MAX }, (_, index) => id(5_000 - index));
  const portions = () => done.map(({ verb, body }) => [verb, (body as { ids: number[] }).ids.length]);
  expect(await deleteRenders(app, [...older, id(3)])).toBe(true);
  expect(portions()).toEqual([
    ['delete', GALLERY_BATCH_MAX],
    ['delete', 1],
  ]);
  toasts()[0]?.action?.run();
  await until(() => toasts().some(({ title }) => title === '1,001 renders are back.'));
  expect(portions().slice(2)).toEqual([
    ['restore', GALLERY_BATCH_MAX],
    ['restore', 1],
  ]);
  expect(shown()[0]).toEqual([3, 2, 1]);

  answers.push(refusal(409, 'render-alive'));
  expect(await deleteRenders(app, [id(3), ...older.slice(1), id(2)])).toBe(false);
  expect(shown()).toEqual([
    [3, 1],
    [3, 1],
  ]);
  expect(toasts().map(({ title }) => title)).toEqual(
    expect.arrayContaining(['1,000 renders could not be deleted. They stayed.', '1 render deleted.']),
  );
  answers.push(refusal(500, 'server-failed'));
  await starRenders(app, [id(3), ...older.slice(1), id(1)], true);
  expect(starred()).toEqual([[1], [1]]);
});
