import { expect, test } from 'vitest';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { makeAnew } from '../../../../src/app/features/projects/make-anew.ts';
import { PROJECT_MEANT_HEADER } from '../../../../src/contract/constants.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { makeOrderRequest } from '../../../support/order-request.ts';

const MADE = '2026-01-01T00:00:00.000Z';

/** An order for project 31 whose answer, or which itself, was lost; the project was deleted since, and is made anew as 32. */
async function loseOrder(lost: 'lost-answer' | 'lost-request') {
  const server = createFakeServer({ name: 'Lamp' });
  server.project = { ...server.project!, created_at: MADE };
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const projectKey = app.state.project.key!;
  const { fetch } = server;
  const asked: (string | null)[] = [];
  server.fetch = async (input, init) => {
    const isOrder = init?.method === 'POST' && input.endsWith('/api/render/');
    if (isOrder) asked.push(new Headers(init.headers).get(PROJECT_MEANT_HEADER));
    const number = isOrder ? (init.body as FormData).get('project_id') : null;
    // What the server answered once it says again; else it looks for the project.
    if (isOrder && server.orders.length === 0 && number !== String(server.project?.id))
      return Response.json({ code: 'not-found' }, { status: 404 });
    const answer = await fetch(input, init);
    if (init?.method !== 'POST' || !input.endsWith('/api/project/')) return answer;
    server.project = { ...server.project!, id: 32 as never };
    return Response.json(server.project);
  };
  const request = makeOrderRequest();
  const work = { kind: 'order-render', request, files: [], isOffline: false, price: 200 } as const;
  const left = () => app.db.outbox.filter((row) => row.projectKey === projectKey).toArray();
  server.fail('/api/render/', lost);
  await app.outbox.add(7, [{ key: 'order', projectKey, dependsOn: null, work }]);
  const stop = app.outbox.start(7);
  await until(async () => (await left()).some(({ state, wasSent }) => wasSent && state === 'ready'));

  server.project = null;
  const row = (await app.db.projects.get(projectKey))!;
  await app.db.write(() => makeAnew(app, row));
  await until(async () => {
    outside.advance(60_000);
    await app.outbox.drain();
    return (await left()).every(({ state }) => state === 'dead');
  });
  stop();
  return { app, server, asked, left: await left(), projectKey };
}

test('an order that was taken before its project was deleted is asked for as it was, and not a second time', async () => {
  const { app, server, asked, left, projectKey } = await loseOrder('lost-answer');
  expect(left).toEqual([]);
  expect(server.orders).toMatchObject([{ key: 'order' }]);
  expect((await app.db.projects.get(projectKey))?.serverId).toBe(32);
  // Under that number may be another project by now: it says which one it means.
  expect(asked).toEqual([`31 ${MADE}`, `31 ${MADE}`]);
});

test('an order that never came there goes to the project that is made anew', async () => {
  const { server, left } = await loseOrder('lost-request');
  expect(left).toEqual([]);
  expect(server.orders.map(({ key, form }) => [key, form.get('project_id')])).toEqual([['order', '32']]);
});
