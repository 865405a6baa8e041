import { expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { besideTransaction } from '../../support/locked-rows.ts';
import { startRenderServer } from '../../support/render-server.ts';

test('whoever changes two projects of a person, in their order, and one who activates the second wait for each other', async () => {
  const server = await startRenderServer({ isWorking: false });
  try {
    const person = await server.signUp();
    const first = await server.get<ProjectBody>(person, '/api/project/active/');
    const { body: second } = await server.post(person, `/api/projects/${first.id}/duplicate/`, { name: 'B' });
    await besideTransaction(server, async (other) => {
      await other.query('select from projects where id = $1 for update', [first.id]);
      const activated = server.post(person, `/api/project/${second.id}/activate/`);
      await other.awaitWaiting();
      await other.query('select from projects where id = $1 for update', [second.id]);
      await other.commit();
      expect(await activated).toMatchObject({ status: 200, body: { id: second.id } });
    });
    const active = await server.get<ProjectBody>(person, '/api/project/active/');
    expect(active.id).toBe(second.id);
    expect(await server.post(person, '/api/project/999999/activate/')).toMatchObject({ status: 404 });
  } finally {
    await server.stop();
  }
});
