import { beforeEach, expect, test } from 'vitest';
import type { App, SendTools } from '../../../../src/app/core/app.ts';
import type { OutboxRow } from '../../../../src/app/data/outbox-row.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { uploadModel } from '../../../../src/app/features/projects/upload-model.ts';
import { describeFailure } from '../../../../src/app/texts/describe-failure.ts';
import type { AppError, Failure } from '../../../../src/contract/failure.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../../support/fake-outside.ts';

const PART_BYTES = 10;

let server: FakeServer;
let app: App;
let told: (number | null)[];
let tools: SendTools;
beforeEach(async () => {
  server = createFakeServer({ name: 'Chair' });
  const outside = createFakeOutside(server);
  app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  told = [];
  tools = {
    ...app,
    now: outside.now,
    randomUuid: outside.randomUuid,
    onUploadProgress: (fraction) => told.push(fraction),
  };
});

/** Puts a model of so many bytes on the device, and makes the row that sends it. */
async function begin(sizeBytes: number) {
  const bytes = Uint8Array.from({ length: sizeBytes }, (_, index) => index % 251);
  const hash = hashOf(bytes);
  await app.storage.put(hash, new Blob([bytes]));
  const uploadId = crypto.randomUUID();
  const row = {
    key: 'upload-1',
    projectKey: app.state.project.key!,
    work: { kind: 'upload-model', hash, name: 'chair.glb', sizeBytes, uploadId },
  } as OutboxRow;
  const send = () => uploadModel(tools, row, new AbortController().signal, PART_BYTES);
  return { bytes, hash, row, send };
}
const partsSent = () =>
  server.calls
    .filter(({ form }) => form?.has('chunk_index'))
    .map(({ form }) => Number(form?.get('chunk_index')));
const rowOf = async () => (await app.db.projects.toArray())[0]!;

test('a small model goes in one call, with its hash and its key', async () => {
  const { bytes, hash, send } = await begin(PART_BYTES);
  const before = server.calls.length;
  await send();
  expect(server.calls.slice(before).filter(({ method }) => method !== 'GET')).toMatchObject([
    { method: 'PATCH', path: '/api/project/31/', key: 'upload-1' },
  ]);
  expect(server.models.get(hash)).toEqual(bytes);
  expect(await rowOf()).toMatchObject({ revision: 2, saved: { model_hash: hash, model_name: 'chair.glb' } });
  // The answer came before all of it was seen to leave: nothing is under way all the same.
  expect(told).toEqual([0, 0.5, null]);
});

test.each([PART_BYTES, 3 * PART_BYTES])(
  'a model of the person that the server has is named, and none of its bytes travel (%i bytes)',
  async (sizeBytes) => {
    const { bytes, hash, send } = await begin(sizeBytes);
    server.models.set(hash, bytes);
    await send();
    expect(server.calls.filter(({ form }) => form !== null)).toEqual([]);
    expect(server.project).toMatchObject({ model_hash: hash, model_name: 'chair.glb', revision: 2 });
    expect(await rowOf()).toMatchObject({
      revision: 2,
      saved: { model_hash: hash, model_name: 'chair.glb' },
    });
    expect(told).toEqual([1, null]);
  },
);

test('a model that the server forgets while it is named is sent', async () => {
  const { bytes, hash, send } = await begin(PART_BYTES);
  server.models.set(hash, bytes);
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const isNaming = init?.method === 'PATCH' && !(init.body instanceof FormData);
    if (isNaming) server.fail('/api/project/31/', { status: 422, code: 'invalid-request' });
    return fetch(input, init);
  };
  await send();
  expect(server.calls.filter(({ form }) => form?.has('model') === true)).toHaveLength(1);
  expect(server.project).toMatchObject({ model_hash: hash, revision: 2 });
});

test.each([false, true])(
  'a model that is given again, which the server says it shows, is sent all the same (begun before: %s)',
  async (wasSent) => {
    const { bytes, hash, row } = await begin(PART_BYTES);
    server.models.set(hash, bytes);
    server.project = { ...server.project!, model_hash: hash, model_name: 'chair.glb' };
    await uploadModel(tools, { ...row, wasSent }, new AbortController().signal, PART_BYTES);
    expect(server.calls.filter(({ form }) => form?.has('model') === true)).toHaveLength(1);
  },
);

test('a small model whose answer was lost is one change', async () => {
  const { send } = await begin(PART_BYTES);
  server.fail('/api/project/31/', 'lost-answer');
  await expect(send()).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  expect(told.at(-1)).toBeNull();
  await send();
  expect(server.project?.revision).toBe(2);
  expect((await rowOf()).revision).toBe(2);
});

test('a large model goes in parts, two at a time, and its share of the whole only grows', async () => {
  const { bytes, hash, send } = await begin(5 * PART_BYTES - 3);
  let running = 0;
  let most = 0;
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const isPart = init?.body instanceof FormData;
    if (isPart) most = Math.max(most, ++running);
    // The first is on its way until a second one is.
    if (isPart) await until(() => most > 1);
    const answer = await fetch(input, init);
    if (isPart) running -= 1;
    return answer;
  };
  await send();
  expect(most).toBe(2);
  expect(partsSent().sort()).toEqual([0, 1, 2, 3, 4]);
  expect(server.models.get(hash)).toEqual(Buffer.from(bytes));
  const shares = told.slice(0, -1).map(Number);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect([told[0], ...told.slice(-2)]).toEqual([0, 1, null]);
});

test('after a fault no part that arrived is sent again', async () => {
  const { hash, send } = await begin(6 * PART_BYTES);
  const { fetch } = server;
  let isCut = true;
  server.fetch = async (input, init) => {
    if (isCut && init?.body instanceof FormData && init.body.get('chunk_index') === '3') {
      isCut = false;
      throw new TypeError('cut');
    }
    return fetch(input, init);
  };
  await expect(send()).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  expect(server.models.has(hash)).toBe(false);
  await send();
  expect(partsSent().sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(server.models.has(hash)).toBe(true);
});

test('a part that arrives damaged is sent again, three times at most', async () => {
  const { hash, send } = await begin(2 * PART_BYTES);
  const damaged = { status: 422, code: 'upload-hash-mismatch' };
  const part = '/api/chunked-upload/';
  const { fetch } = server;
  let left = 2;
  server.fetch = async (input, init) => {
    if (init?.body instanceof FormData && init.body.get('chunk_index') === '1' && left-- > 0) {
      server.fail(part, damaged);
    }
    return fetch(input, init);
  };
  await send();
  expect(server.models.has(hash)).toBe(true);
  left = 3;
  const again = await begin(3 * PART_BYTES);
  await expect(again.send()).rejects.toMatchObject({
    failure: { step: 'part', failure: { code: 'upload-hash-mismatch' } },
  });
});

test('parts that a server lost are named by it and sent again', async () => {
  const { hash, send } = await begin(3 * PART_BYTES);
  const { fetch } = server;
  let isFirst = true;
  server.fetch = async (input, init) => {
    if (input.endsWith('/complete/') && isFirst) {
      isFirst = false;
      return Response.json(
        { error: 'x', detail: 'x', code: 'upload-incomplete', data: { missing: [1] } },
        { status: 409 },
      );
    }
    return fetch(input, init);
  };
  await send();
  expect(partsSent().sort()).toEqual([0, 1, 1, 2]);
  expect(server.models.has(hash)).toBe(true);
});

test.each([PART_BYTES, 3 * PART_BYTES])(
  'a model that another device brought meanwhile is set aside with its bytes (%i bytes)',
  async (sizeBytes) => {
    const { hash, send } = await begin(sizeBytes);
    const before = await rowOf();
    const settings = { ...before.settings, model_hash: hash, model_name: 'chair.glb' };
    await app.db.projects.update(before.key, { settings });
    const theirs = new Uint8Array([7, 7, 7]);
    const model_hash = hashOf(theirs);
    server.recipeFiles.set(model_hash, { bytes: theirs, items: [] });
    server.project = {
      ...server.project!,
      name: 'Theirs',
      model_hash,
      model_name: 'table.glb',
      model_glb_url: `/files/${model_hash}`,
      revision: 5,
    };
    await send();
    expect(server.project).toMatchObject({ name: 'Theirs', model_hash: hash });
    expect(await rowOf()).toMatchObject({ revision: 6, settings: { name: 'Theirs', model_hash: hash } });
    const [backup] = await app.db.backups.toArray();
    expect(backup?.lost).toMatchObject([{ part: 'model', value: { model_hash, model_name: 'table.glb' } }]);
    expect(await app.storage.get(model_hash)).not.toBeNull();
  },
);

test.each([
  ['/api/chunked-upload/', 'part', 'Error uploading part: '],
  ['/api/chunked-upload/complete/', 'complete', 'Error completing the upload: '],
] as const)('a refusal of %s says which step it was', async (path, step, begins) => {
  const { send } = await begin(3 * PART_BYTES);
  // The question which parts are there comes first.
  if (step === 'part') server.fail(path, { status: 404, code: 'not-found' });
  server.fail(path, { status: 413, code: 'upload-too-large' });
  const failure = await send().catch((error: AppError) => error.failure);
  expect(failure).toMatchObject({ code: 'upload-refused', step, failure: { code: 'upload-too-large' } });
  expect(describeFailure(app.texts(), failure as Failure)).toMatch(begins);
});

test('a model that is no longer on this device says so', async () => {
  const { row } = await begin(PART_BYTES);
  const gone = { ...row, work: { ...row.work, hash: hashOf(new Uint8Array([9])) } } as OutboxRow;
  await expect(uploadModel(tools, gone, new AbortController().signal)).rejects.toMatchObject({
    failure: { code: 'file-empty', name: 'chair.glb' },
  });
});

test.each([
  [PART_BYTES, '/api/project/31/'],
  [3 * PART_BYTES, '/api/chunked-upload/complete/'],
])(
  'a model of %i bytes that the project shows by now, whose last answer was lost, does not travel again',
  async (sizeBytes, path) => {
    const { hash, row, send } = await begin(sizeBytes);
    const { fetch } = server;
    server.fetch = async (input, init) => {
      if (init?.method === 'PATCH') server.fail(path, 'lost-answer');
      return fetch(input, init);
    };
    if (sizeBytes > PART_BYTES) server.fail(path, 'lost-answer');
    await expect(send()).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
    server.fetch = fetch;
    const before = server.calls.length;
    // The person has made room for something else since.
    await app.storage.delete(hash);
    await uploadModel(tools, { ...row, wasSent: true }, new AbortController().signal, PART_BYTES);
    expect(server.calls.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await rowOf()).toMatchObject({
      revision: 2,
      saved: { model_hash: hash, model_name: 'chair.glb' },
    });
  },
);
