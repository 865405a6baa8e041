import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { makeExample } from '../../../src/server/http/describe/make-example.ts';
import { type ApiCall, listCalls } from '../../support/attack/list-calls.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

let server: RenderServer;
let owner: Person;
let stranger: Person;
let project: ProjectBody;
let renderId: number;
beforeAll(async () => {
  server = await startRenderServer();
  owner = await server.signUp();
  stranger = await server.signUp();
  project = await server.get<ProjectBody>(owner, '/api/project/active/');
  const { body } = await server.order(owner);
  await server.finish(owner, body.id);
  renderId = body.id;
});
afterAll(() => server.stop());

const ANY = '0b4f4b1c-3f0e-4c57-9a3c-2f1f0c3f9d10';

/** Makes a call as it should be, about what is the owner's. */
async function call(
  { method, path, params, body }: ApiCall,
  headers: Record<string, string>,
): Promise<number> {
  const values: Record<string, string> = {
    id: path.startsWith('/api/render/') ? String(renderId) : String(project.id),
    viewId: project.camera_views[0]?.uuid ?? ANY,
    materialId: project.model_materials[0]?.id ?? ANY,
  };
  const url = Object.keys(params).reduce((made, name) => made.replace(`:${name}`, values[name] ?? ANY), path);
  const answer = await server.app.inject({
    method,
    url,
    headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { payload: JSON.stringify(makeExample(body, true)) }),
  });
  return answer.statusCode;
}

const isPublic = (url: string, method: string) =>
  server.routes.some(
    (route) => route.url === url && [route.method].flat().includes(method) && route.config?.isPublic === true,
  );

test('without a token every call that does not say to be public is refused', async () => {
  const open: string[] = [];
  const calls = listCalls(server.routes).filter(({ path, method }) => !isPublic(path, method));
  for (const one of calls) {
    if ((await call(one, {})) !== 401) open.push(`${one.method} ${one.path}`);
    if ((await call(one, { authorization: 'Bearer nonsense' })) !== 401)
      open.push(`${one.method} ${one.path}, nonsense`);
  }
  expect(calls.length).toBeGreaterThan(100);
  expect(open).toEqual([]);
});

test('who is not staff finds no call of staff', async () => {
  const calls = listCalls(server.routes).filter(({ path }) => path.startsWith('/api/staff/'));
  const answers = await Promise.all(
    calls.map(async (one) => [`${one.method} ${one.path}`, await call(one, stranger.headers)] as const),
  );
  expect(calls.length).toBeGreaterThan(15);
  expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
});

test('what is somebody’s is nobody else’s: no call about it is answered, and nothing of it changes', async () => {
  const mine = /^\/api\/(project|render)\/(:|.*\/:id)/;
  const calls = listCalls(server.routes).filter(({ path, params }) => mine.test(path) && 'id' in params);
  const answered: string[] = [];
  for (const one of calls) {
    const status = await call(one, stranger.headers);
    if (status < 400) answered.push(`${one.method} ${one.path}: ${status}`);
  }
  expect(calls.length).toBeGreaterThan(30);
  expect(answered).toEqual([]);
  const after = await server.get<ProjectBody>(owner, `/api/project/${project.id}/`);
  expect({ revision: after.revision, views: after.camera_views.length, name: after.name }).toEqual({
    revision: project.revision,
    views: project.camera_views.length,
    name: project.name,
  });
  expect(await server.get(owner, `/api/render/${renderId}/`)).toMatchObject({ status: 'completed' });
});
