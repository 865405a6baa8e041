import { expect, test } from 'vitest';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { summariesQuery } from '../../../../src/app/features/projects/queries.ts';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import { ProjectId } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { makeOrderRequest } from '../../../support/order-request.ts';

const [MADE, OTHER] = ['2026-01-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];

test.each(['listed', 'opened'] as const)(
  'an order for a project whose number is another one’s where it is %s goes on, in a project that is made for it',
  async (met) => {
    const server = createFakeServer({ name: 'Lamp' });
    server.project = { ...server.project!, created_at: MADE };
    const outside = createFakeOutside(server);
    const app = createTestApp(outside);
    await loadActiveProject(app, 7, 'New');
    const projectKey = app.state.project.key!;
    const stranger: ProjectBody = { ...server.project, name: 'Stranger', created_at: OTHER };
    const { fetch } = server;
    server.fetch = async (input, init) => {
      if (input.endsWith('/api/project/summaries/'))
        return Response.json([{ ...stranger, is_active: true, thumbnail: null }]);
      const number = init?.body instanceof FormData ? init.body.get('project_id') : null;
      if (input.endsWith('/api/render/') && number !== '32')
        return Response.json({ code: 'not-found' }, { status: 404 });
      const answer = await fetch(input, init);
      if (init?.method !== 'POST' || !input.endsWith('/api/project/')) return answer;
      server.project = { ...server.project!, id: ProjectId.parse(32), created_at: OTHER };
      return Response.json(server.project);
    };
    const request = makeOrderRequest();
    const left = () => app.db.outbox.filter((row) => row.projectKey === projectKey).toArray();
    const work = { kind: 'order-render', request, files: [], isOffline: false, price: 200 } as const;
    await app.outbox.add(7, [{ key: 'order', projectKey, dependsOn: null, work }]);
    server.project = stranger;
    if (met === 'listed') await app.queries.fetchQuery(summariesQuery(app, 7));
    else await loadActiveProject(app, 7, 'New');
    const stop = app.outbox.start(7);
    await until(async () => {
      outside.advance(60_000);
      await app.outbox.drain();
      return (await left()).every(({ state }) => state === 'dead');
    });
    stop();
    expect(await left()).toEqual([]);
    expect(server.orders.map(({ key, form }) => [key, form.get('project_id')])).toEqual([['order', '32']]);
    expect(await app.db.projects.get(projectKey)).toMatchObject({ serverId: 32, settings: { name: 'Lamp' } });
  },
);
