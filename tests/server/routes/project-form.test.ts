import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UPLOAD_PART_BYTES } from '../../../src/contract/constants.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const active = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');
const isStored = async (bytes: Uint8Array) =>
  (await server.deps.services.storage.size(hashOf(bytes) as never)) !== null;
async function countFiles(): Promise<number> {
  const [row] = await server.deps.database.db.select({ count: sql<number>`count(*)::int` }).from(files);
  return row?.count ?? 0;
}

/** A valid GLB that no other test sends. */
async function makeModel(): Promise<Uint8Array> {
  const { document } = createSquare();
  document.createScene(randomUUID());
  return writeGlb(document);
}

interface Form {
  readonly id: number;
  readonly fields?: Record<string, string>;
  readonly model?: Uint8Array;
  readonly name?: string;
  readonly isFileFirst?: boolean;
  readonly key?: string;
}

async function send(person: Person, { id, fields = {}, model, name = 'boot.glb', isFileFirst, key }: Form) {
  const form = new FormData();
  const addModel = () => model && form.set('model', new Blob([new Uint8Array(model)]), name);
  if (isFileFirst) addModel();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  if (!isFileFirst) addModel();
  const answer = await fetch(`${server.url}/api/project/${id}/`, {
    method: 'PATCH',
    headers: { ...person.headers, ...(key ? { 'idempotency-key': key } : {}) },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

test.each([true, false])(
  'a model beside fields is the project’s, in one revision; file first: %s',
  async (isFileFirst) => {
    const person = await server.signUp();
    const before = await active(person);
    const model = await makeModel();
    const fields = {
      name: 'Boot',
      creativity: '0.25',
      seed: '42',
      use_negative_prompt: 'true',
      background_color: '#ff0000',
      render_settings: JSON.stringify({ quality: 'high' }),
      materials_data: JSON.stringify(before.model_materials),
      revision: String(before.revision),
      sha256: hashOf(model),
    };
    const { status, body } = await send(person, { id: before.id, fields, model, isFileFirst });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Boot',
      creativity: 0.25,
      seed: '42',
      use_negative_prompt: true,
      background_color: '#ff0000',
      // The model that went waits with what it wore.
      render_settings: {
        ...before.render_settings,
        quality: 'high',
        kept_standings: [{ model_hash: before.model_hash, model_name: 'square.glb' }],
      },
      model_materials: [{ id: before.model_materials[0]?.id }],
      model_hash: hashOf(model),
      model_name: 'boot.glb',
      model_size_bytes: model.length,
      revision: before.revision + 1,
    });
    const file = await fetch(server.url + body.model_glb_url);
    expect(hashOf(new Uint8Array(await file.arrayBuffer()))).toBe(hashOf(model));
    expect(await active(person)).toEqual(body);
  },
);

test('a form without a file changes what it names, a name for the model wins over the file’s', async () => {
  const person = await server.signUp();
  const { id } = await active(person);
  expect(await send(person, { id, fields: { positive_prompt: '123' } })).toMatchObject({
    status: 200,
    body: { positive_prompt: '123', model_name: 'square.glb' },
  });
  const named = await send(person, { id, model: await makeModel(), fields: { model_name: 'Named.glb' } });
  expect(named.body.model_name).toBe('Named.glb');
});

test('a model over 25 MiB is refused in one sentence and nothing of it is kept', async () => {
  const person = await server.signUp();
  const before = await active(person);
  const model = new Uint8Array(UPLOAD_PART_BYTES + 1).fill(7);
  for (const isFileFirst of [true, false]) {
    const refused = await send(person, { id: before.id, fields: { name: 'Boot' }, model, isFileFirst });
    expect(refused).toMatchObject({
      status: 413,
      body: { code: 'upload-too-large', detail: 'The upload is larger than 25 MB.' },
    });
  }
  expect(await active(person)).toEqual(before);
  expect(await readdir(join(server.deps.config.dataDir, 'incoming'))).toEqual([]);
});

test('what fails a check changes nothing and is forgotten', async () => {
  const person = await server.signUp();
  const before = await active(person);
  const known = await countFiles();
  const cut = (await makeModel()).subarray(0, 200);
  const attempts: [Omit<Form, 'id'>, number, string][] = [
    [{ model: await makeModel(), fields: { sha256: 'b'.repeat(64) } }, 422, 'upload-hash-mismatch'],
    [{ model: cut }, 422, 'model-unreadable'],
    [{ model: new Uint8Array() }, 400, 'file-empty'],
    [{ model: await makeModel(), fields: { creativity: '2' } }, 400, 'invalid-request'],
    [{ model: await makeModel(), fields: { creativity: 'much' } }, 400, 'invalid-request'],
    [
      { model: await makeModel(), fields: { model_materials: '[{}]' }, isFileFirst: true },
      400,
      'invalid-request',
    ],
    [{ model: await makeModel(), fields: { revision: '99' } }, 409, 'revision-stale'],
    [{ model: await makeModel(), fields: { style_id: '99999' } }, 400, 'invalid-request'],
  ];
  for (const [form, status, code] of attempts) {
    const answer = await send(person, { ...form, id: before.id });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await isStored(form.model!)).toBe(false);
  }
  expect(await active(person)).toEqual(before);
  expect(await countFiles()).toBe(known);
});

test('refused bytes that are a file of somebody stay', async () => {
  const person = await server.signUp();
  const { id } = await active(person);
  const model = await makeModel();
  await send(person, { id, model });
  expect(await send(person, { id, model, fields: { sha256: 'b'.repeat(64) } })).toMatchObject({
    status: 422,
  });
  expect(await isStored(model)).toBe(true);
});

test('the same form sent twice with its key is one change; another model under it is refused', async () => {
  const person = await server.signUp();
  const { id, revision } = await active(person);
  const form = { id, model: await makeModel(), fields: { name: 'Once' }, key: 'form-1' };
  const first = await send(person, form);
  expect(await send(person, form)).toEqual(first);
  expect((await active(person)).revision).toBe(revision + 1);
  const other = await makeModel();
  expect(await send(person, { ...form, model: other })).toMatchObject({
    status: 422,
    body: { code: 'idempotency-mismatch' },
  });
  expect(await isStored(other)).toBe(false);
});

test("another's project takes no model, nor does a call without a token", async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { id } = await active(owner);
  const model = await makeModel();
  expect((await send(other, { id, model })).status).toBe(404);
  expect((await send({ ...other, headers: {} } as Person, { id, model })).status).toBe(401);
  expect(await isStored(model)).toBe(false);
});

test('a file under another name, and a call with no body at all, are refused', async () => {
  const person = await server.signUp();
  const { id } = await active(person);
  const form = new FormData();
  form.set('texture', new Blob(['x']), 'x.png');
  const call = (init: RequestInit) =>
    fetch(`${server.url}/api/project/${id}/`, { method: 'PATCH', headers: person.headers, ...init });
  expect(await (await call({ body: form })).json()).toMatchObject({ fields: { texture: 'is not known' } });
  expect((await call({})).status).toBe(400);
});
