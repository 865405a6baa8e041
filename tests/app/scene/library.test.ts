import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepItem, libraryQuery, loadLibraryImage, wornItemQuery } from '../../../src/app/scene/library.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../support/fake-outside.ts';
import { makeLibraryItem } from '../../support/library-items.ts';

const picture = new TextEncoder().encode('a picture');
const item = makeLibraryItem(1, { image_hash: hashOf(picture) });

/** Deleted: in no list any more. */
const GONE = makeLibraryItem(2);

function setUp(answer: unknown) {
  const server = createFakeServer();
  const { fetch } = server;
  const asked: string[] = [];
  server.fetch = async (input, init) => {
    const path = input.replace('http://localhost:8000', '');
    asked.push(path);
    if (server.isDown) throw new TypeError('Failed to fetch');
    if (path === '/api/material/') return Response.json(answer);
    if (path === `/api/material/${GONE.id}/`) return Response.json(GONE);
    if (path === item.image) return new Response(picture, { headers: { 'content-type': 'image/webp' } });
    return fetch(input, init);
  };
  return { server, asked, app: createTestApp(createFakeOutside(server)) };
}

test.each([
  ['an array', [item]],
  ['results', { results: [item] }],
  ['data', { data: [item] }],
])('a library may come as %s (A11)', async (_shape, answer) => {
  const { app } = setUp(answer);
  expect(await app.queries.fetchQuery(libraryQuery(app, 'material'))).toEqual([item]);
});

test('anything else is an unexpected answer', async () => {
  const { app } = setUp({ items: [] });
  await expect(app.queries.fetchQuery(libraryQuery(app, 'material'))).rejects.toMatchObject({
    failure: { code: 'response-unexpected' },
  });
});

test('without a connection the list this device saw last stands in', async () => {
  const { app, server } = setUp([item]);
  await app.queries.fetchQuery(libraryQuery(app, 'material'));
  app.queries.clear();
  server.isDown = true;
  expect(await app.queries.fetchQuery(libraryQuery(app, 'material'))).toEqual([item]);
  app.state.account.userId = 8;
  await expect(app.queries.fetchQuery(libraryQuery(app, 'material'))).rejects.toMatchObject({
    failure: { code: 'server-unreachable' },
  });
});

test('a picture is fetched once, by its hash alone, and then kept on this device', async () => {
  const { app, server, asked } = setUp([item]);
  const first = await loadLibraryImage(app, 'material', item.image_hash, null);
  expect(await first.text()).toBe('a picture');
  server.isDown = true;
  const second = await loadLibraryImage(app, 'material', item.image_hash, null);
  expect(await second.text()).toBe('a picture');
  expect(asked.filter((path) => path === item.image)).toHaveLength(1);
});

test('a picture that nobody has is not found', async () => {
  const { app } = setUp([item]);
  await expect(loadLibraryImage(app, 'material', makeLibraryItem(9).image_hash, null)).rejects.toMatchObject({
    failure: { code: 'not-found' },
  });
});

test('a list comes for the stage although the window that asked for it is closed', async () => {
  const { app, server, asked } = setUp([item]);
  const { fetch } = server;
  let answer = (): void => {};
  server.fetch = async (input, init) => {
    await new Promise<void>((resolve, reject) => {
      answer = resolve;
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    return fetch(input, init);
  };
  const closeWindow = new QueryObserver(app.queries, libraryQuery(app, 'material')).subscribe(() => {});
  const list = app.queries.ensureQueryData(libraryQuery(app, 'material'));
  closeWindow();
  answer();
  expect(await list).toEqual([item]);
  expect(asked).toEqual(['/api/material/']);
});

test('an item that a project wears is found after it has left the library, and remembered without a connection', async () => {
  const { app, server, asked } = setUp([item]);
  expect(await app.queries.fetchQuery(wornItemQuery(app, 'material', item.id))).toEqual(item);
  expect(asked).toEqual(['/api/material/']);
  expect(await app.queries.fetchQuery(wornItemQuery(app, 'material', GONE.id))).toEqual(GONE);
  server.isDown = true;
  app.queries.clear();
  expect(await app.queries.fetchQuery(wornItemQuery(app, 'material', GONE.id))).toEqual(GONE);

  // One that is deleted here is remembered without ever having been asked for.
  const deleted = makeLibraryItem(3);
  await keepItem(app, 'material', deleted);
  expect(await app.queries.fetchQuery(wornItemQuery(app, 'material', deleted.id))).toEqual(deleted);
  await expect(
    app.queries.fetchQuery(wornItemQuery(app, 'material', makeLibraryItem(4).id)),
  ).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
});
