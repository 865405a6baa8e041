import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';

let server: RenderServer;
/** For one model and a half. */
let maxBytes: number;
beforeAll(async () => {
  maxBytes = Math.floor((await makeModel()).byteLength * 1.5);
  server = await startRenderServer({ isWorking: false, config: { modelSpaceBytes: maxBytes } });
});
afterAll(() => server.stop());

/** A GLB that no other test sends, all of one size. */
async function makeModel(): Promise<Uint8Array> {
  const { document } = createSquare();
  document.getRoot().setName(randomUUID());
  document.createScene(randomUUID());
  return writeGlb(document);
}

async function send(person: Person): Promise<string> {
  const form = new FormData();
  const id = randomUUID();
  form.set('upload_id', id);
  form.set('chunk_index', '0');
  form.set('total_chunks', '1');
  form.set('filename', 'shoe.glb');
  form.set('file', new Blob([new Uint8Array(await makeModel())]), 'chunk');
  const url = `${server.url}/api/chunked-upload/`;
  expect((await fetch(url, { method: 'POST', headers: person.headers, body: form })).status).toBe(200);
  return id;
}
const complete = (person: Person, id: string, project: ProjectBody) =>
  server.post(person, '/api/chunked-upload/complete/', {
    upload_id: id,
    project_id: project.id,
    filename: 'shoe.glb',
  });
const make = async (person: Person): Promise<ProjectBody> =>
  (await server.post(person, '/api/project/', { name: randomUUID() })).body;
const read = (person: Person, { id }: ProjectBody) => server.get<ProjectBody>(person, `/api/project/${id}/`);
const countFiles = async () =>
  (await readdir(join(server.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

test('a model that does not fit beside those of other projects is refused and kept apart, and fits once one of them goes', async () => {
  const person = await server.signUp();
  const [first, second] = [await make(person), await make(person)];
  expect(await complete(person, await send(person), first)).toMatchObject({ status: 200 });
  const files = await countFiles();
  const id = await send(person);
  expect(await complete(person, id, second)).toMatchObject({
    status: 413,
    body: { code: 'model-space-full', data: { maxBytes } },
  });
  expect(await read(person, second)).toMatchObject({ model_hash: null, revision: second.revision });
  expect(await countFiles()).toBe(files);

  const gone = await fetch(`${server.url}/api/project/${first.id}/`, {
    method: 'DELETE',
    headers: person.headers,
  });
  expect(gone.ok).toBe(true);
  // Its parts have waited: nothing travels twice.
  expect(await complete(person, id, second)).toMatchObject({ status: 200 });
  expect((await read(person, second)).model_hash).not.toBeNull();
});

test('one that will not fit is refused with its first part, of which nothing is kept', async () => {
  const person = await server.signUp();
  const [first, second] = [await make(person), await make(person)];
  expect(await complete(person, await send(person), first)).toMatchObject({ status: 200 });
  const bring = async (project: ProjectBody, size: number) => {
    const form = new FormData();
    const id = randomUUID();
    form.set('upload_id', id);
    form.set('chunk_index', '0');
    form.set('total_chunks', '2');
    form.set('filename', 'shoe.glb');
    form.set('project_id', String(project.id));
    form.set('size_bytes', String(size));
    form.set('file', new Blob([new Uint8Array(9)]), 'chunk');
    const url = `${server.url}/api/chunked-upload/`;
    const answer = await fetch(url, { method: 'POST', headers: person.headers, body: form });
    const { received } = await server.get<{ received: number[] }>(person, `/api/chunked-upload/${id}/`);
    return { status: answer.status, body: await answer.json(), received };
  };
  expect(await bring(second, maxBytes)).toMatchObject({
    status: 413,
    body: { code: 'model-space-full', data: { maxBytes } },
    received: [],
  });
  expect(await bring(second, 3 * 1024 ** 3)).toMatchObject({
    status: 413,
    body: { code: 'upload-too-large' },
    received: [],
  });
  // It takes the place of the project's own.
  expect(await bring(first, maxBytes)).toMatchObject({ status: 200, received: [0] });
});

test('one that travels whole with its project, as small ones do, counts the same', async () => {
  const person = await server.signUp();
  const [first, second] = [await make(person), await make(person)];
  const patch = async ({ id }: ProjectBody) => {
    const form = new FormData();
    form.set('model', new Blob([new Uint8Array(await makeModel())]), 'shoe.glb');
    const url = `${server.url}/api/project/${id}/`;
    return fetch(url, { method: 'PATCH', headers: person.headers, body: form });
  };
  expect((await patch(first)).status).toBe(200);
  const refused = await patch(second);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ code: 'model-space-full', data: { maxBytes } });
  expect(await read(person, second)).toMatchObject({ model_hash: null, revision: second.revision });
  expect((await patch(first)).status).toBe(200);
});

test('a model takes the place of the one that its project has, and the sample counts for nobody', async () => {
  const person = await server.signUp();
  const project = await make(person);
  expect(await complete(person, await send(person), project)).toMatchObject({ status: 200 });
  expect(await complete(person, await send(person), project)).toMatchObject({ status: 200 });
});

test('of models that come at once as many are taken as fit, and others have room of their own', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const projects = [await make(ada), await make(ada), await make(ada)];
  const ids = await Promise.all(projects.map(() => send(ada)));
  const answers = await Promise.all(projects.map((project, k) => complete(ada, ids[k] ?? '', project)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 413, 413]);
  expect(await complete(bob, await send(bob), await make(bob))).toMatchObject({ status: 200 });
});
