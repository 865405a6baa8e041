import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flatPicture } from '../pictures.ts';
import type { Graph } from './graph-shapes.ts';
import { getJson, order, post, RawClient, upload } from './raw-client.ts';
import { plainGraph } from './reference-graph.ts';
import { type FakeComfy, startFakeComfy } from './start-fake-comfy.ts';

let fake: FakeComfy;
let url: string;
const clients: RawClient[] = [];

beforeEach(async () => {
  fake = await startFakeComfy();
  url = fake.url;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate();
  await fake.kill();
});

async function listen(clientId = 'me'): Promise<RawClient> {
  const client = new RawClient(url, clientId);
  clients.push(client);
  return client.opened();
}

const mine = { client_id: 'me' };
interface QueueBody {
  queue_running: [number, string, object, object, string[]][];
  queue_pending: [number, string, object, object, string[]][];
}

describe('what runs', () => {
  test('an exception of a node ends the job, with a traceback and the texts in it', async () => {
    const client = await listen();
    const oom = { type: 'torch.OutOfMemoryError', message: 'Allocation on device', times: 1, aboveBatch: 1 };
    await fake.set({ nodeFaults: [{ node: 'KSampler', ...oom }] });
    const id = await order(url, plainGraph({ batch: 2 }), mine);
    await client.ended(id);
    expect(client.frames.find(({ type }) => type === 'execution_error')!.data).toMatchObject({
      ...{ prompt_id: id, node_id: 'sample', node_type: 'KSampler' },
      ...{ exception_type: 'torch.OutOfMemoryError', traceback: [expect.stringContaining('/opt/ComfyUI')] },
    });
    expect(await getJson(url, `/history/${id}`)).toMatchObject({ [id]: { status: { status_str: 'error' } } });
    client.frames.length = 0;
    await client.ended(await order(url, plainGraph({ batch: 2 }), mine));
    expect(client.types()).toContain('execution_success');
    const cached = client.frames.find(({ type }) => type === 'execution_cached')!;
    expect(cached.data.nodes).toEqual([]);
  });

  test('less than the batch that is too much runs', async () => {
    const client = await listen();
    const oom = { type: 'torch.OutOfMemoryError', message: 'Allocation on device', times: 9, aboveBatch: 1 };
    await fake.set({ nodeFaults: [{ node: 'sample', ...oom }] });
    await client.ended(await order(url, plainGraph({ batch: 1 }), mine));
    expect(client.types()).toContain('execution_success');
  });

  test('an interrupt lands at the next step, counts as an error in the history, and only meets its own job', async () => {
    const client = await listen();
    await fake.set({ holdAt: ['sample@2'] });
    const id = await order(url, plainGraph(), mine);
    await fake.until({ kind: 'held' });
    await post(url, '/interrupt', { prompt_id: randomUUID() });
    await post(url, '/interrupt', { prompt_id: id });
    expect(((await getJson(url, '/queue')) as QueueBody).queue_running[0]![1]).toBe(id);
    expect(client.types()).not.toContain('execution_interrupted');
    await fake.command({ do: 'release' });
    await client.ended(id);
    expect(client.frames.filter(({ type }) => type === 'progress')).toHaveLength(1);
    expect(await getJson(url, `/history/${id}`)).toMatchObject({
      [id]: { status: { status_str: 'error', messages: [{}, {}, ['execution_interrupted', {}]] } },
    });
    expect((await fake.journal()).filter(({ kind }) => kind === 'interrupt')).toHaveLength(1);
  });

  test('an interrupt can come too late', async () => {
    const client = await listen();
    await fake.set({ interrupts: false, holdAt: ['decode'] });
    const id = await order(url, plainGraph(), mine);
    await fake.until({ kind: 'held' });
    await post(url, '/interrupt', { prompt_id: id });
    await fake.command({ do: 'release' });
    await client.ended(id);
    expect(client.types()).toContain('execution_success');
  });

  test('loading is silent, and done once', async () => {
    const client = await listen();
    await fake.set({ loadMs: 400 });
    await client.ended(await order(url, plainGraph(), mine));
    const loads = async () => (await fake.journal()).filter((each) => 'node' in each && each.node === 'ckpt');
    expect(await loads()).toHaveLength(1);
    const texts = client.frames.map(({ type, data }) => [type, data.node]);
    const start = texts.findIndex(([type, node]) => type === 'executing' && node === 'ckpt');
    // Nothing but the end of the node comes of it.
    expect(texts[start + 1]).toEqual(['progress_state', undefined]);
    expect(texts[start + 2]).toEqual(['progress_state', undefined]);
    await client.ended(await order(url, plainGraph({ seed: 2 }), mine));
    expect(await loads()).toHaveLength(1);
    await post(url, '/free', { unload_models: true, free_memory: true });
    await client.ended(await order(url, plainGraph({ seed: 3 }), mine));
    expect(await loads()).toHaveLength(2);
  });

  test('foreign jobs wait in an unsorted heap, and what is deleted there leaves without a word', async () => {
    const client = await listen();
    await fake.command({ do: 'add-foreign', numbers: [0] });
    await fake.until({ kind: 'node', node: 'SomebodysNode' });
    for (const number of [5, 4, -6, 7, 8]) await order(url, plainGraph(), { ...mine, number });
    const { queue_running, queue_pending } = (await getJson(url, '/queue')) as QueueBody;
    expect(queue_running[0]![3]).toMatchObject({ client_id: 'somebody' });
    expect(queue_pending.map(([number]) => number)).toEqual([-6, 5, 4, 7, 8]);
    expect(await getJson(url, '/prompt')).toEqual({ exec_info: { queue_remaining: 6 } });
    const [, id] = queue_pending[0]!;
    expect((await post(url, '/queue', { delete: [id, randomUUID()] })).status).toBe(200);
    expect(await getJson(url, '/prompt')).toEqual({ exec_info: { queue_remaining: 5 } });
    await post(url, '/queue', { clear: true });
    await fake.command({ do: 'finish-foreign' });
    await fake.until({ kind: 'ended' });
    expect(client.types()).toEqual(['status']);
    expect(await getJson(url, `/history/${id}`)).toEqual({});
  });

  test('jobs are cancelled by id in 2026, and the old one has no such call', async () => {
    await fake.set({ holdAt: ['sample'] });
    const id = await order(url, plainGraph(), mine);
    const waiting = await order(url, plainGraph({ seed: 2 }), mine);
    expect((await post(url, `/api/jobs/${id}/cancel`, {})).status).toBe(405);
    await fake.set({ version: '0.38.1' });
    const cancel = async (job: string) => (await post(url, `/api/jobs/${job}/cancel`, {})).json();
    expect(await cancel(waiting)).toEqual({ cancelled: true });
    expect(await cancel(waiting)).toEqual({ cancelled: false });
    expect(await cancel(id)).toEqual({ cancelled: true });
    await fake.command({ do: 'release' });
    await fake.until({ kind: 'ended', promptId: id, how: 'interrupted' });
  });

  test('a history entry can be deleted', async () => {
    const id = await order(url, plainGraph(), mine);
    await fake.until({ kind: 'ended' });
    await post(url, '/history', { delete: [id] });
    expect(await getJson(url, '/history')).toEqual({});
  });
});

describe('POST /prompt', () => {
  test('what is refused, and how', async () => {
    expect((await post(url, '/prompt', '{')).status).toBe(500);
    expect((await post(url, '/prompt', '{')).headers.get('content-type')).toMatch('text/plain');
    const none = await post(url, '/prompt', { client_id: 'me' });
    expect([none.status, await none.json()]).toMatchObject([400, { error: { type: 'no_prompt' } }]);
    const missing = { ...plainGraph(), extra: { class_type: 'Nobody', inputs: {} } };
    expect(await (await post(url, '/prompt', { prompt: missing })).json()).toMatchObject({
      error: { type: 'invalid_prompt', details: "Node ID '#extra'" },
      node_errors: {},
    });
    await fake.set({ version: '0.38.1' });
    expect(await (await post(url, '/prompt', { prompt: missing })).json()).toMatchObject({
      error: { type: 'missing_node_type' },
    });
    const wrong = await post(url, '/prompt', { prompt: plainGraph(), prompt_id: 'X' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { type: 'invalid_prompt_id' } }]);
  });

  test('a 200 can carry errors of outputs that will not run', async () => {
    const other = { class_type: 'PreviewImage', inputs: { images: ['sample', 0] } } as const;
    const answer = await post(url, '/prompt', { prompt: { ...plainGraph(), other } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      node_errors: { other: { errors: [{ type: 'return_type_mismatch' }] } },
    });
  });

  test('an id that comes twice runs twice; in 2026 it is refused with an error that is a text', async () => {
    await fake.set({ holdAt: ['sample'] });
    const prompt_id = randomUUID();
    await post(url, '/prompt', { prompt: plainGraph(), prompt_id });
    expect((await post(url, '/prompt', { prompt: plainGraph({ seed: 2 }), prompt_id })).status).toBe(200);
    await fake.command({ do: 'release' });
    await fake.until({ kind: 'ended', promptId: prompt_id }, 2);
    await fake.set({ version: '0.38.1' });
    const again = await post(url, '/prompt', { prompt: plainGraph(), prompt_id });
    expect([again.status, await again.json()]).toEqual([409, { error: 'prompt_id already exists' }]);
  });

  test('its answer can come late or never, and the job runs all the same', async () => {
    await fake.set({ slow: { 'POST /prompt': 60_000 } });
    const late = post(url, '/prompt', { prompt: plainGraph() }).catch(() => 'broken');
    await fake.until({ kind: 'ended', how: 'success' });
    await fake.set({ slow: {}, routeFaults: [{ route: 'POST /prompt', answer: 'swallow', times: 1 }] });
    await expect(post(url, '/prompt', { prompt: plainGraph({ seed: 2 }) })).rejects.toThrow();
    await fake.until({ kind: 'ended', how: 'success' }, 2);
    await fake.kill();
    expect(await late).toBe('broken');
  });

  test('5xx once, then as ever', async () => {
    await fake.set({ routeFaults: [{ route: 'POST /prompt', answer: { status: 502 }, times: 1 }] });
    expect((await post(url, '/prompt', { prompt: plainGraph() })).status).toBe(502);
    expect((await post(url, '/prompt', { prompt: plainGraph() })).status).toBe(200);
  });
});

describe('what is asked wrongly', () => {
  test('is refused as a real one does', async () => {
    const status = async (path: string, init?: RequestInit) => (await fetch(`${url}${path}`, init)).status;
    const red = await flatPicture('#ff0000');
    expect((await upload(url, red, { type: 'nowhere' })).status).toBe(500);
    expect(await status('/upload/image', { method: 'POST', body: '{}' })).toBe(400);
    expect(await status('/nothing', { method: 'POST', body: '{}' })).toBe(405);
    expect(await status('/nothing')).toBe(404);
    expect(await status('/view?filename=a.png&type=nowhere')).toBe(400);
    expect(await status('/view?filename=a.png&subfolder=../up')).toBe(403);
    expect(await status('/view?filename=../a.png')).toBe(400);
  });

  test('a good output runs beside one that leads nowhere, which is told', async () => {
    const broken = { class_type: 'PreviewImage', inputs: { images: ['nobody', 0] } };
    const good = {
      flat: { class_type: 'EmptyImage', inputs: { width: 8, height: 8, batch_size: 1, color: 255 } },
      result: { class_type: 'PreviewImage', inputs: { images: ['flat', 0] } },
    };
    const answer = await post(url, '/prompt', { prompt: { ...good, broken } });
    expect(answer.status).toBe(200);
    const { node_errors, prompt_id } = (await answer.json()) as { node_errors: object; prompt_id: string };
    expect(Object.keys(node_errors)).toEqual(['broken']);
    await expect
      .poll(() => getJson(url, `/history/${prompt_id}`))
      .toMatchObject({ [prompt_id]: { status: { status_str: 'success' } } });
  });

  test('transparency is taken off where it is asked for', async () => {
    const clear = { create: { width: 4, height: 4, channels: 4 as const, background: '#ff000080' } };
    await upload(url, await sharp(clear).png().toBuffer(), {
      type: 'temp',
      subfolder: '',
      name: 'clear.png',
    });
    const answer = await fetch(`${url}/view?filename=clear.png&type=temp&channel=rgb`);
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ channels: 3 });
  });
});

describe('uploads and pages', () => {
  test('an upload of another picture with the same name gets another name', async () => {
    const red = await flatPicture('#ff0000');
    const blue = await flatPicture('#0000ff');
    const name = async (bytes: Buffer, more = {}) =>
      ((await (await upload(url, bytes, more)).json()) as { name: string }).name;
    expect(await name(red)).toBe('a.png');
    expect(await name(red)).toBe('a.png');
    expect(await name(blue)).toBe('a (1).png');
    expect(await name(blue, { overwrite: 'true' })).toBe('a.png');
    expect(await name(red, { type: 'input' })).toBe('a.png');
    const outside = await upload(url, red, { subfolder: '../up' });
    expect([outside.status, await outside.text()]).toEqual([400, '']);
    expect((await fetch(`${url}/view?filename=a.png&subfolder=rj&type=temp`)).status).toBe(200);
    expect((await fetch(`${url}/view?filename=b.png&type=temp`)).status).toBe(404);
  });

  test('too much is 413, and bytes that are no picture fail when they are loaded', async () => {
    await fake.set({ maxUploadBytes: 1_000 });
    expect((await upload(url, new Uint8Array(5_000))).status).toBe(413);
    await upload(url, new Uint8Array(50));
    const graph: Graph = {
      load: { class_type: 'LoadImage', inputs: { image: 'rj/a.png [temp]' } },
      result: { class_type: 'PreviewImage', inputs: { images: ['load', 0] } },
    };
    const client = await listen();
    await client.ended(await order(url, graph, mine));
    expect(client.frames.find(({ type }) => type === 'execution_error')!.data).toMatchObject({
      exception_type: 'PIL.UnidentifiedImageError',
    });
  });

  test('another origin gets an empty 403', async () => {
    const answer = await fetch(`${url}/queue`, { headers: { origin: 'http://localhost:8000' } });
    expect([answer.status, await answer.text()]).toEqual([403, '']);
    expect((await fetch(`${url}/queue`, { headers: { origin: url } })).status).toBe(200);
    const cross = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await fetch(`${url}/queue`, cross)).status).toBe(200);
    await fake.set({ version: '0.38.1' });
    expect((await fetch(`${url}/queue`, cross)).status).toBe(403);
  });

  test('a proxy before it wants its headers', async () => {
    await fake.set({ wantsHeaders: { Authorization: 'Bearer x' } });
    expect((await fetch(`${url}/queue`)).status).toBe(401);
    const headers = { authorization: 'Bearer x' };
    expect((await fetch(`${url}/queue`, { headers })).status).toBe(200);
    expect(await new RawClient(url, 'me').closed).toBe(1006);
  });
});
