import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ANSWER_LIFETIME_MS } from '../../../../src/contract/constants.ts';
import type { ProjectFilesBody } from '../../../../src/contract/files/project-file.ts';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import type { RenderStateBody } from '../../../../src/contract/http/renders.ts';
import type { StaffReturnsBody } from '../../../../src/contract/returns.ts';
import { renders } from '../../../../src/server/db/schema/renders.ts';
import { forgetOldAnswers } from '../../../../src/server/http/idempotency.ts';
import { type RenderBody, type RenderServer, startRenderServer } from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';
import { makeStaff } from '../../../support/staff.ts';
import { readyServer } from '../../../support/test-engine.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
  server.aiEngine.reports = [readyServer('a')];
  server.aiEngine.changed();
  const person = await server.signUp();
  await vi.waitFor(async () => expect((await readState(person)).system.engines).toContain('comfyui'), {
    timeout: 30_000,
  });
});
afterAll(() => server.stop());

const readState = async (person: Person) =>
  (await server.get<RenderStateBody>(person, '/api/render/state/')).data;

/** A render of the person's, and a way to take it in once more as if it came with a project file. */
async function makeRender(person: Person, engine: string) {
  const { body } = await server.order(person, { engine });
  const made = await server.finish(person, body.id);
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const path = `/api/project/${project.id}`;
  const [sent] = (await server.get<ProjectFilesBody>(person, `${path}/files/`)).renders;
  return {
    made,
    send: (key: string) => server.post(person, `${path}/renders/`, sent, key),
    async takeIn(created_at: string): Promise<RenderBody> {
      const answer = await server.post(person, `${path}/renders/`, { ...sent, created_at });
      expect(answer.status).toBe(201);
      return server.get<RenderBody>(person, `/api/render/${answer.body.id}/`);
    },
  };
}

test.each([
  ['years ago', '2021-03-04T05:06:07.000Z', true],
  ['by a clock that is ahead', '2099-01-01T00:00:00.000Z', false],
])(
  'a render that was made %s came now: other devices see that there is something new',
  async (_, madeAt, isKept) => {
    const person = await server.signUp();
    const { made, takeIn } = await makeRender(person, 'studio');
    const before = await readState(person);
    expect(before.statistics.last_ended_at).toBe(made.finished_at);
    const copy = await takeIn(madeAt);
    const { statistics } = await readState(person);
    expect(statistics.last_ended_at).toBe(copy.finished_at);
    expect(statistics.last_ended_at! > before.statistics.last_ended_at!).toBe(true);
    if (isKept) expect(copy.created_at).toBe(madeAt);
    expect(new Date(copy.created_at).getTime()).toBeLessThanOrEqual(new Date(copy.finished_at!).getTime());
    // It was made elsewhere.
    expect(statistics.recent_completed).toBe(before.statistics.recent_completed);

    // And what ends after it is news again.
    const { body } = await server.order(person);
    const next = await server.finish(person, body.id);
    expect((await readState(person)).statistics.last_ended_at).toBe(next.finished_at);
  },
);

test('a render that is sent again, long after the answer was lost and forgotten, stays one', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const key = randomUUID();
  const send = async (by: Person) => {
    const { send } = await makeRender(by, 'studio');
    const { status, body } = await send(key);
    expect(status).toBe(201);
    return { id: body.id, again: async () => (await send(key)).body };
  };
  const listOf = async (by: Person) => {
    const { id } = await server.get<ProjectBody>(by, '/api/project/active/');
    return (await server.get<ProjectFilesBody>(by, `/api/project/${id}/files/`)).renders.length;
  };
  const first = await send(person);
  const { db } = server.deps.database;
  await forgetOldAnswers(db, new Date(Date.now() + ANSWER_LIFETIME_MS + 60_000));
  expect(await first.again()).toMatchObject({ id: first.id, status: 'completed' });
  expect(await listOf(person)).toBe(2);
  // Deleted in the gallery meanwhile, it stays so.
  await db.update(renders).set({ deletedAt: new Date() }).where(eq(renders.id, first.id));
  await forgetOldAnswers(db, new Date(Date.now() + ANSWER_LIFETIME_MS + 60_000));
  expect((await first.again()).id).toBe(first.id);
  expect(await listOf(person)).toBe(1);
  expect((await send(other)).id).not.toBe(first.id);
});

test('sent again for a project that was made anew, it is in there: itself while it lives, and as another where it was deleted before', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const { made } = await makeRender(person, 'studio');
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const remove = async (path: string) => {
    const { status } = await fetch(server.url + path, { method: 'DELETE', headers: person.headers });
    expect(status).toBe(204);
  };
  const renew = async ({ id }: { id: number }) => {
    const copy = await server.post(person, `/api/project/${id}/duplicate/`);
    expect(copy.status).toBe(201);
    await remove(`/api/project/${id}/`);
    return copy.body as ProjectBody;
  };
  const [sent] = (await server.get<ProjectFilesBody>(person, `/api/project/${project.id}/files/`)).renders;
  const key = randomUUID();
  const sendTo = async ({ id }: { id: number }) => {
    const { status, body } = await server.post(person, `/api/project/${id}/renders/`, sent, key);
    expect(status).toBe(201);
    return body as RenderBody;
  };
  const first = await sendTo(project);

  const second = await renew(project);
  expect(await sendTo(second)).toMatchObject({ id: first.id, project: second.id });
  expect(await server.get<RenderBody>(person, `/api/render/${first.id}/`)).toMatchObject({
    project: second.id,
  });

  // Whoever made the project again wants what is in it.
  await remove(`/api/render/${first.id}/`);
  const third = await renew(second);
  const again = await sendTo(third);
  expect(again.id).not.toBe(first.id);
  expect(again).toMatchObject({ status: 'completed', project: third.id });
  await forgetOldAnswers(db, new Date(Date.now() + ANSWER_LIFETIME_MS + 60_000));
  expect((await sendTo(third)).id).toBe(again.id);
  // Nothing else of the person's went along.
  expect(await server.get<RenderBody>(person, `/api/render/${made.id}/`)).toMatchObject({ project: null });
});

test('an AI picture that came with a project file was made elsewhere: it is not sent back, and says nothing of the models here', async () => {
  const person = await server.signUp();
  const staff = await makeStaff(server);
  const countPictures = async () => {
    const { rates } = await server.get<StaffReturnsBody>(staff, '/api/staff/returns/');
    return rates.reduce((sum, { pictures }) => sum + pictures, 0);
  };
  const { takeIn } = await makeRender(person, 'comfyui');
  const before = await countPictures();
  const copy = await takeIn(new Date().toISOString());
  expect(await countPictures()).toBe(before);
  const wish = { batch_index: 0, reason: 'flawed' };
  expect(await server.post(person, `/api/render/${copy.id}/return/`, wish)).toMatchObject({
    status: 409,
    body: { code: 'return-refused', data: { reason: 'not-ai' } },
  });
});
