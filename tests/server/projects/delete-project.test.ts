import { expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { callApi } from '../../support/call-api.ts';
import { besideTransaction } from '../../support/locked-rows.ts';
import { startRenderServer } from '../../support/render-server.ts';

test('whoever changes two projects of a person, in their order, and one who deletes the active second wait for each other', async () => {
  const server = await startRenderServer({ isWorking: false });
  try {
    const person = await server.signUp();
    const first = await server.get<ProjectBody>(person, '/api/project/active/');
    const { body: second } = await server.post(person, `/api/projects/${first.id}/duplicate/`, { name: 'B' });
    expect((await server.post(person, `/api/project/${second.id}/activate/`)).status).toBe(200);
    await besideTransaction(server, async (other) => {
      await other.query('select from projects where id = $1 for update', [first.id]);
      const deleted = callApi(server, person, 'DELETE', `/api/project/${second.id}/`);
      await other.awaitWaiting();
      await other.query('select from projects where id = $1 for update', [second.id]);
      await other.commit();
      expect(await deleted).toMatchObject({ status: 204 });
    });
    const active = await server.get<ProjectBody>(person, '/api/project/active/');
    expect(active.id).toBe(first.id);
  } finally {
    await server.stop();
  }
});
