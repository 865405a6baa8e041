import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deviceRendersQuery,
  findSent,
  listSent,
  noteSent,
  projectRendersQuery,
  sentRendersQuery,
} from '../../../src/app/core/render-queries.ts';
import { AppError } from '../../../src/contract/failure.ts';
import { RENDER_PAGE } from '../../../src/contract/http/renders.ts';
import { ProjectId, RenderId } from '../../../src/contract/ids.ts';
import { copyWithLargeRecipe } from '../../support/large-recipes.ts';
import { openDevice } from '../../support/real-outside.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

async function open() {
  const person = await server.signUp();
  const first = await server.finish(person, (await server.order(person)).body.id);
  const app = openDevice(server.url, person);
  return { person, first, app, query: projectRendersQuery(app, ProjectId.parse(first.project)) };
}

test('all renders of a project are read where their recipes take several pages, and remembered', async () => {
  const { first, app, query } = await open();
  const ids = await copyWithLargeRecipe(server, first.id, { count: 5, bytes: 400_000 });
  const found = await app.queries.fetchQuery(query);
  expect(found.map(({ id }) => id)).toEqual([...ids, first.id]);
  expect((await app.db.kv.get(`renders:${first.project}`))?.value).toEqual(found);
});

test('of more renders than a page has the newest are read, and no more', async () => {
  const { first, app, query } = await open();
  const copies = `insert into renders (user_id, project_id, status, engine, recipe, price)
    select user_id, project_id, status, engine, recipe, price from renders, generate_series(1, $2) where id = $1`;
  await server.deps.database.pool.query(copies, [first.id, RENDER_PAGE + 20]);
  const found = await app.queries.fetchQuery(query);
  expect(found).toHaveLength(RENDER_PAGE);
  expect(Math.min(...found.map(({ id }) => id))).toBeGreaterThan(first.id);
});

test('a render that was just brought to the server is listed without it as well', async () => {
  const { first, app, query } = await open();
  await app.queries.fetchQuery(query);
  const brought = { ...first, id: RenderId.parse(first.id + 1_000_000) };
  await listSent(app, brought);
  await listSent(app, brought);
  const gone = Promise.reject(new AppError({ code: 'server-unreachable' }));
  gone.catch(() => {});
  const away = { db: app.db, server: { ...app.server, call: () => gone } };
  app.queries.clear();
  const found = await app.queries.fetchQuery(projectRendersQuery(away, ProjectId.parse(first.project)));
  expect(found.map(({ id }) => id)).toEqual([brought.id, first.id]);
});

test('a picture of this device is known as the server’s by its order, however far the clocks are apart', async () => {
  const { first, app, query } = await open();
  await app.queries.fetchQuery(query);
  const ahead = new Date(Date.parse(first.created_at) + 86_400_000).toISOString();
  const drawn = { ...first, id: -1 as RenderId, made_on_device: true, created_at: ahead };
  const brought = { ...first, id: RenderId.parse(first.id + 1_000_000), made_on_device: true };
  const here = [{ projectKey: 'here', key: 'order', render: drawn }];
  app.queries.setQueryData(deviceRendersQuery().queryKey, here);
  const find = () => {
    const sent = app.queries.getQueryData(sentRendersQuery().queryKey) ?? [];
    return findSent(app.queries.getQueryData(query.queryKey) ?? [], drawn, sent)?.id;
  };
  expect(find()).toBeUndefined();
  await listSent(app, brought, 'order');
  expect(find()).toBe(brought.id);
  // Its row is gone by the time that a window goes on with the server's.
  app.queries.setQueryData(deviceRendersQuery().queryKey, []);
  noteSent(app.queries, 'order', brought.id);
  expect(find()).toBe(brought.id);
});
