import { expect, test } from 'vitest';
import { freeStorage } from '../../../../src/app/features/account/free-storage.ts';
import { keepStarter } from '../../../../src/app/features/libraries/keep-starter.ts';
import { listAbsent } from '../../../../src/app/features/libraries/list-absent.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { sweepFiles } from '../../../../src/app/orders/sweep-files.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';

const DAY_MS = 24 * 3_600_000;
const bytesOf = (name: string) => new TextEncoder().encode(name);
const material = makeLibraryItem(9).material!;
const oak = makeLibraryItem(1, {
  image: '/files/oak',
  image_hash: hashOf(bytesOf('oak')),
  material: { ...material, normal: { url: '/files/oak-normal', hash: hashOf(bytesOf('oak-normal')) } },
});
const cork = makeLibraryItem(2, { image: '/files/cork', image_hash: hashOf(bytesOf('cork')) });
/** A person's own. */
const own = makeLibraryItem(3, { image: '/files/own', image_hash: hashOf(bytesOf('own')), user: 7 });

async function setUp() {
  const server = { ...createFakeServer(), isSmaller: false };
  const { fetch } = server;
  const fetched: string[] = [];
  server.fetch = async (input, init) => {
    const path = input.replace('http://localhost:8000', '');
    if (server.isDown) throw new TypeError('Failed to fetch');
    if (path === '/api/material/') return Response.json(server.isSmaller ? [oak, own] : [oak, cork, own]);
    if (/^\/api\/(background|style)\/$/.test(path)) return Response.json([]);
    if (!path.startsWith('/files/')) return fetch(input, init);
    fetched.push(path);
    return new Response(bytesOf(path.slice('/files/'.length)));
  };
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const keep = (isAtRest = () => true) => keepStarter(app, new AbortController().signal, isAtRest);
  return { app, outside, server, fetched, keep };
}

test('the materials that everybody has are brought here with their maps, once, and stay', async () => {
  const { app, server, fetched, keep } = await setUp();
  expect(await listAbsent(app, [oak, cork, own])).toEqual(new Set([1, 2, 3]));
  expect(await keep()).toBe(true);
  expect(fetched).toEqual(['/files/oak', '/files/oak-normal', '/files/cork']);
  expect(await keep()).toBe(true);
  expect(fetched).toHaveLength(3);
  expect(await sweepFiles(app)).toEqual([]);
  server.isDown = true;
  expect(await listAbsent(app, [oak, cork, own])).toEqual(new Set([3]));
});

test('a page that has something to do goes on another time; what is there is not fetched again', async () => {
  const { fetched, keep } = await setUp();
  expect(await keep(() => fetched.length < 1)).toBe(false);
  expect(await keep()).toBe(true);
  expect(fetched).toEqual(['/files/oak', '/files/oak-normal', '/files/cork']);
});

test('what a person freed this device of is not brought again by itself', async () => {
  const { app, fetched, keep } = await setUp();
  await keep();
  expect(await freeStorage(app)).toBeGreaterThan(0);
  expect(await listAbsent(app, [oak, cork])).toEqual(new Set([1, 2]));
  expect(await keep()).toBe(true);
  expect(fetched).toHaveLength(3);
});

test('the files of a material that nobody has any more go from this device as all that is of no use', async () => {
  const { app, outside, server, keep } = await setUp();
  await keep();
  server.isSmaller = true;
  app.queries.clear();
  expect(await keep()).toBe(true);
  outside.advance(DAY_MS);
  expect(await sweepFiles(app)).toEqual([]);
  outside.advance(4 * DAY_MS);
  expect(await sweepFiles(app)).toEqual([cork.image_hash]);
  expect(await listAbsent(app, [oak])).toEqual(new Set());
});
