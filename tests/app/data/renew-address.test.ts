import { expect, test } from 'vitest';
import { keepJson } from '../../../src/app/browser/kept-json.ts';
import { LAST_USER_KEY } from '../../../src/app/core/use-account.ts';
import { libraryQuery, loadLibraryImage } from '../../../src/app/scene/library.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../support/fake-outside.ts';
import { makeLibraryItem } from '../../support/library-items.ts';
import { startWholeApp } from '../../support/start-whole-app.ts';

const POLL = { timeout: 20_000 };

/** A server whose addresses of one library picture end when the test says so. */
function setUp() {
  const picture = new TextEncoder().encode('walnut');
  const hash = hashOf(picture);
  const server = createFakeServer();
  const { fetch } = server;
  let period = 1;
  let lists = 0;
  const address = (): string => `/files/${hash}?expires=${period}&signature=s`;
  server.fetch = async (input, init) => {
    const path = input.replace('http://localhost:8000', '');
    if (path === '/api/material/') {
      lists += 1;
      return Response.json([makeLibraryItem(41, { image: address(), image_hash: hash })]);
    }
    if (path === address()) return new Response(picture);
    if (path.startsWith('/files/')) return Response.json({ code: 'not-found', data: {} }, { status: 404 });
    return fetch(input, init);
  };
  const outside = createFakeOutside(server);
  const end = () => {
    const ended = address();
    period += 1;
    return ended;
  };
  return { app: createTestApp(outside), outside, user: server.user, hash, end, address, lists: () => lists };
}

test('a file whose address has ended is asked for again, and comes', async () => {
  const { app, hash, end, address } = setUp();
  const query = libraryQuery(app, 'material');
  await app.queries.fetchQuery(query);
  const ended = end();
  expect(await (await loadLibraryImage(app, 'material', hash, ended)).text()).toBe('walnut');
  expect(app.queries.getQueryData(query.queryKey)?.[0]?.image).toBe(address());
});

test('a file that is gone stays gone, and an address that no answer holds asks for nothing', async () => {
  const { app, hash, lists } = setUp();
  await app.queries.fetchQuery(libraryQuery(app, 'material'));
  const gone = `/files/${hash}?expires=0&signature=s`;
  await expect(app.server.file(gone)).rejects.toMatchObject({ failure: { code: 'not-found' } });
  expect(lists()).toBe(1);
});

test('pictures of the page that do not come get the addresses of now, with one question for all', async () => {
  const { app, outside, user, end, address, lists } = setUp();
  keepJson(app.outside.localStorage, LAST_USER_KEY, user);
  const stop = startWholeApp(app, (error) => {
    throw error;
  });
  await expect.poll(() => app.state.project.status, POLL).toBe('ready');
  const query = libraryQuery(app, 'material');
  await app.queries.fetchQuery({ ...query, staleTime: 0 });
  const before = lists();
  const ended = end();
  for (const _ of [1, 2, 3]) outside.breakPicture(`http://localhost:8000${ended}`);
  await expect.poll(() => app.queries.getQueryData(query.queryKey)?.[0]?.image, POLL).toBe(address());
  expect(lists()).toBe(before + 1);
  stop();
});
