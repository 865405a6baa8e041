import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UPLOAD_PART_BYTES } from '../../../src/contract/constants.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { uploadParts, uploads } from '../../../src/server/db/schema/uploads.ts';
import { createServer } from '../../../src/server/http/server.ts';
import { OPEN_UPLOADS_MAX } from '../../../src/server/models/receive-part.ts';
import { sweepUploads } from '../../../src/server/models/sweep-uploads.ts';
import { openServices } from '../../../src/server/open-services.ts';
import { closeServer } from '../../../src/server/process/close-server.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { createSquare, packGlb, writeGlb } from '../../support/tiny-model.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A valid GLB that no other test sends. */
async function makeModel(): Promise<Uint8Array> {
  const { document } = createSquare();
  document.getRoot().setName(randomUUID());
  document.createScene(randomUUID());
  return writeGlb(document);
}

/** Halves of a file, as two parts. */
const halves = (bytes: Uint8Array) => [
  bytes.subarray(0, bytes.length >> 1),
  bytes.subarray(bytes.length >> 1),
];

interface Part {
  readonly id: string;
  readonly index: number;
  readonly total: number;
  readonly bytes: Uint8Array;
  readonly sha256?: string;
  readonly isFileFirst?: boolean;
}

async function sendPart(person: Person, part: Part) {
  const form = new FormData();
  const file = () => form.set('file', new Blob([new Uint8Array(part.bytes)]), 'chunk');
  if (part.isFileFirst) file();
  form.set('upload_id', part.id);
  form.set('chunk_index', String(part.index));
  form.set('total_chunks', String(part.total));
  form.set('filename', 'shoe.glb');
  if (part.sha256 !== undefined) form.set('sha256', part.sha256);
  if (!part.isFileFirst) file();
  const url = `${server.url}/api/chunked-upload/`;
  const answer = await fetch(url, { method: 'POST', headers: person.headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

const active = (person: Person) => server.get<ProjectBody>(person, '/api/project/active/');
const complete = async (person: Person, id: string, sha256?: string, projectId?: number) =>
  server.post(person, '/api/chunked-upload/complete/', {
    upload_id: id,
    project_id: projectId ?? (await active(person)).id,
    filename: 'shoe.glb',
    ...(sha256 === undefined ? {} : { sha256 }),
  });
const foldersOf = async () => readdir(join(server.deps.config.dataDir, 'uploads'));

test('parts in any order become the model of the project, and nothing of them is left', async () => {
  const person = await server.signUp();
  const model = await makeModel();
  const [first, second] = halves(model);
  const id = randomUUID();
  expect(await sendPart(person, { id, index: 1, total: 2, bytes: second!, isFileFirst: true })).toEqual({
    status: 200,
    body: { received: [1] },
  });
  expect(await complete(person, id)).toMatchObject({
    status: 409,
    body: { code: 'upload-incomplete', data: { missing: [0] } },
  });
  await sendPart(person, { id, index: 0, total: 2, bytes: first!, sha256: hashOf(first!) });
  expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [0, 1] });

  const done = await complete(person, id, hashOf(model));
  expect(done).toMatchObject({ status: 200, body: { sha256: hashOf(model), size_bytes: model.length } });
  const file = await fetch(server.url + done.body.url);
  expect(hashOf(new Uint8Array(await file.arrayBuffer()))).toBe(hashOf(model));
  const project = await active(person);
  expect(project).toMatchObject({ model_hash: hashOf(model), model_name: 'shoe.glb', revision: 2 });
  expect(project.model_size_bytes).toBe(model.length);
  // Whoever did not hear of it has nothing to send.
  expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [0, 1] });
  expect(await complete(person, id, hashOf(model))).toEqual(done);
  expect((await active(person)).revision).toBe(2);
  expect(await foldersOf()).toEqual([]);
});

test('whether a model is here is told to those it belongs to only, while its bytes are whole', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const model = await makeModel();
  const hash = hashOf(model);
  const ask = (person: Person, of = hash) => server.get(person, `/api/model/${of}/`);
  expect(await ask(ada)).toEqual({ is_stored: false });
  const id = randomUUID();
  await sendPart(ada, { id, index: 0, total: 1, bytes: model });
  expect(await complete(ada, id, hash)).toMatchObject({ status: 200 });
  expect(await ask(ada)).toEqual({ is_stored: true });
  expect(await ask(bob)).toEqual({ is_stored: false });
  const project = await active(bob);
  const naming = await fetch(`${server.url}/api/project/${project.id}/`, {
    method: 'PATCH',
    headers: { ...bob.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ model_hash: hash }),
  });
  expect(await naming.json()).toMatchObject({ code: 'invalid-request' });
  expect(await active(bob)).toMatchObject({ model_hash: project.model_hash });
  await server.deps.database.db.update(files).set({ damage: 'changed' }).where(eq(files.hash, hash));
  expect(await ask(ada)).toEqual({ is_stored: false });
  await server.deps.database.db.update(files).set({ damage: null }).where(eq(files.hash, hash));
  await server.deps.services.storage.delete(ContentHash.parse(hash));
  expect(await ask(ada)).toEqual({ is_stored: false });
  const { status } = await fetch(`${server.url}/api/model/${hash}/`);
  expect(status).toBe(401);
});

test('a part may come twice; the last one counts', async () => {
  const person = await server.signUp();
  const model = await makeModel();
  const [first, second] = halves(model);
  const id = randomUUID();
  await sendPart(person, { id, index: 0, total: 2, bytes: second! });
  await sendPart(person, { id, index: 0, total: 2, bytes: first! });
  await sendPart(person, { id, index: 1, total: 2, bytes: second! });
  await sendPart(person, { id, index: 1, total: 2, bytes: second! });
  expect(await complete(person, id, hashOf(model))).toMatchObject({ status: 200 });
});

test('a part that arrives damaged is refused and not kept', async () => {
  const person = await server.signUp();
  const id = randomUUID();
  const answer = await sendPart(person, {
    id,
    index: 0,
    total: 1,
    bytes: await makeModel(),
    sha256: 'a'.repeat(64),
  });
  expect(answer).toMatchObject({ status: 422, body: { code: 'upload-hash-mismatch' } });
  expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [] });
});

test('a part over 25 MiB is refused and not kept, wherever its fields stand', async () => {
  const person = await server.signUp();
  const bytes = new Uint8Array(UPLOAD_PART_BYTES + 1);
  for (const isFileFirst of [true, false]) {
    const id = randomUUID();
    const answer = await sendPart(person, { id, index: 0, total: 1, bytes, isFileFirst });
    expect(answer).toMatchObject({ status: 413, body: { code: 'upload-too-large' } });
    expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [] });
  }
});

test('an upload that stops in the middle of a part leaves nothing of it', async () => {
  const person = await server.signUp();
  const id = randomUUID();
  const head = ['upload_id', id, 'chunk_index', '0', 'total_chunks', '1', 'filename', 'shoe.glb'];
  let body = '';
  for (let i = 0; i < head.length; i += 2) {
    body += `--cut\r\ncontent-disposition: form-data; name="${head[i]}"\r\n\r\n${head[i + 1]}\r\n`;
  }
  body += '--cut\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf of the';
  const call = request(`${server.url}/api/chunked-upload/`, {
    method: 'POST',
    headers: {
      ...person.headers,
      'content-type': 'multipart/form-data; boundary=cut',
      'content-length': 1_000_000,
    },
  });
  const ended = new Promise((resolve) => call.on('error', resolve).on('close', resolve));
  call.write(body);
  const incoming = join(server.deps.config.dataDir, 'incoming');
  while ((await readdir(incoming)).length === 0) await new Promise((next) => setTimeout(next, 5));
  call.destroy();
  await ended;
  while ((await readdir(incoming)).length > 0) await new Promise((next) => setTimeout(next, 5));
  expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [] });
});

test('a whole that is not what was announced, or no model, changes nothing and is forgotten', async () => {
  const person = await server.signUp();
  const before = await active(person);
  const { db } = server.deps.database;
  const [known] = await db.select({ files: sql<number>`count(*)::int` }).from(files);
  const attempts: [Uint8Array, string | undefined, string][] = [
    [await makeModel(), 'b'.repeat(64), 'upload-hash-mismatch'],
    [new TextEncoder().encode('<html>not a model at all</html>'), undefined, 'model-unreadable'],
    [(await makeModel()).subarray(0, 200), undefined, 'model-unreadable'],
    [packGlb({ asset: { version: '1.0' } }), undefined, 'model-unreadable'],
    [packGlb({ asset: { version: '2.0' }, nodes: [{ children: [0] }] }), undefined, 'model-unreadable'],
    [packGlb({ asset: { version: '2.0' }, accessors: [{ bufferView: 7 }] }), undefined, 'model-unreadable'],
  ];
  for (const [bytes, sha256, code] of attempts) {
    const id = randomUUID();
    await sendPart(person, { id, index: 0, total: 1, bytes });
    expect(await complete(person, id, sha256)).toMatchObject({ status: 422, body: { code } });
    expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [] });
    expect(await server.deps.services.storage.size(hashOf(bytes) as never)).toBeNull();
  }
  expect(await active(person)).toEqual(before);
  expect(await db.select({ files: sql<number>`count(*)::int` }).from(files)).toEqual([known]);
  expect(await foldersOf()).toEqual([]);
});

test("an upload is its owner's alone, and so is the project it is for", async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const model = await makeModel();
  const id = randomUUID();
  await sendPart(owner, { id, index: 0, total: 1, bytes: model });
  expect(await server.get(other, `/api/chunked-upload/${id}/`)).toEqual({ received: [] });
  expect(await complete(other, id)).toMatchObject({ status: 404 });
  expect(await complete(owner, id, undefined, (await active(other)).id)).toMatchObject({ status: 404 });
  expect((await fetch(`${server.url}/api/chunked-upload/${id}/`)).status).toBe(401);
});

test('more than two gibibytes, or than the quota of open uploads, is refused at the first part', async () => {
  const person = await server.signUp();
  const bytes = new Uint8Array([1]);
  expect(await sendPart(person, { id: randomUUID(), index: 0, total: 83, bytes })).toMatchObject({
    status: 413,
    body: { code: 'upload-too-large' },
  });
  const { db } = server.deps.database;
  const userId = person.session.user.id;
  const uploadId = randomUUID();
  await db.insert(uploads).values({ userId, uploadId, filename: 'big.glb', totalParts: 82 });
  const full = [0, 1, 2].map((part) => ({ userId, uploadId, part, sizeBytes: 2 ** 31 - 1, sha256: 'c' }));
  await db.insert(uploadParts).values(full);
  expect(await sendPart(person, { id: randomUUID(), index: 0, total: 1, bytes })).toMatchObject({
    status: 413,
    body: { code: 'quota-exceeded' },
  });
});

test('an upload nobody has continued for a day is swept away', async () => {
  const person = await server.signUp();
  const id = randomUUID();
  await sendPart(person, { id, index: 0, total: 2, bytes: new Uint8Array([1, 2, 3]) });
  const { database, services } = server.deps;
  await sweepUploads({ db: database.db, storage: services.storage });
  expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [0] });
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await database.db.update(uploads).set({ touchedAt: yesterday }).where(eq(uploads.uploadId, id));
  await sweepUploads({ db: database.db, storage: services.storage });
  expect(await server.get(person, `/api/chunked-upload/${id}/`)).toEqual({ received: [] });
});

test('completed by many calls at once it is put together once, and all have the same answer', async () => {
  const person = await server.signUp();
  const model = await makeModel();
  const id = randomUUID();
  await sendPart(person, { id, index: 0, total: 1, bytes: model });
  const { storage } = server.deps.services;
  const put = storage.put;
  let copies = 0;
  Object.assign(storage, {
    put: (...given: Parameters<typeof put>) => {
      copies += 1;
      return put(...given);
    },
  });
  const projectId = (await active(person)).id;
  const calls = Array.from({ length: 12 }, () => complete(person, id, hashOf(model), projectId));
  const answers = await Promise.all(calls);
  Object.assign(storage, { put });
  expect(answers.map(({ status, body }) => [status, body.sha256])).toEqual(
    calls.map(() => [200, hashOf(model)]),
  );
  expect(copies).toBe(1);
});

test('completed by two processes at once it is put together once as well', async () => {
  const services = await openServices(server.deps, new Map());
  const other = await createServer({ ...server.deps, services });
  const url = await other.listen({ host: '127.0.0.1', port: 0 });
  const person = await server.signUp();
  const model = await makeModel();
  const id = randomUUID();
  await sendPart(person, { id, index: 0, total: 1, bytes: model });
  let copies = 0;
  const undo = [server.deps.services.storage, services.storage].map((storage) => {
    const { put } = storage;
    const counting = (...given: Parameters<typeof put>) => {
      copies += 1;
      return put(...given);
    };
    Object.assign(storage, { put: counting });
    return () => Object.assign(storage, { put });
  });
  const body = { upload_id: id, project_id: (await active(person)).id, filename: 'shoe.glb' };
  const calls = [server.url, url, server.url, url].map((origin) =>
    fetch(`${origin}/api/chunked-upload/complete/`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(copies).toBe(1);
  for (const each of undo) each();
  await closeServer(other);
  await services.close();
});

test('of very many uploads that are begun at the same time no more stay than may', async () => {
  const person = await server.signUp();
  const ids = Array.from({ length: 2 * OPEN_UPLOADS_MAX }, () => randomUUID());
  const sent = await Promise.all(
    ids.map((id) => sendPart(person, { id, index: 0, total: 2, bytes: Buffer.from(id) })),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  const { db } = server.deps.database;
  expect(await db.$count(uploads, eq(uploads.userId, person.session.user.id))).toBe(OPEN_UPLOADS_MAX);
});

test('of very many uploads that nobody ends the oldest go, with their bytes', async () => {
  const person = await server.signUp();
  const ids = Array.from({ length: OPEN_UPLOADS_MAX + 3 }, () => randomUUID());
  for (const id of ids) await sendPart(person, { id, index: 0, total: 2, bytes: Buffer.from(id) });
  const received = [];
  for (const id of ids) {
    const { received: parts } = await server.get<{ received: number[] }>(
      person,
      `/api/chunked-upload/${id}/`,
    );
    received.push(parts.length);
  }
  expect(received).toEqual(ids.map((_id, index) => (index < 3 ? 0 : 1)));
  const folders = await readdir(join(server.deps.config.dataDir, 'uploads'), { recursive: true });
  expect(ids.filter((id) => folders.some((path) => path.includes(id)))).toEqual(ids.slice(3));
});
