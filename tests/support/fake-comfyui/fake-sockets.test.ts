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

describe('sockets', () => {
  test('previews come as type 4 for who asked for it first, as type 1 for others, and not unless made', async () => {
    const flagged = await listen('flagged');
    flagged.say('feature_flags', { supports_preview_metadata: true });
    await flagged.until(({ type }) => type === 'feature_flags');
    const plain = await listen('plain');
    const first = await order(url, plainGraph(), { client_id: 'flagged' });
    await flagged.ended(first);
    const preview = flagged.frames.find(({ type }) => type === 'preview')!;
    expect(preview).toMatchObject({
      form: 4,
      data: { node_id: 'sample', prompt_id: first, real_node_id: 'sample', image_type: 'image/jpeg' },
    });
    expect((preview.data.image as Buffer).subarray(0, 2).toString('hex')).toBe('ffd8');

    await plain.ended(await order(url, plainGraph({ seed: 2 }), { client_id: 'plain' }));
    const progress = plain.frames.findIndex(({ type }) => type === 'progress');
    expect(plain.frames[progress + 1]).toMatchObject({ type: 'preview', form: 1, data: { imageType: 1 } });

    await fake.set({ previewMethod: 'none' });
    plain.frames.length = 0;
    const asked = { client_id: 'plain', extra_data: { preview_method: 'auto' } };
    await plain.ended(await order(url, plainGraph({ seed: 3 }), asked));
    expect(plain.types()).not.toContain('preview');
    await fake.set({ version: '0.38.1' });
    plain.frames.length = 0;
    await plain.ended(await order(url, plainGraph({ seed: 4 }), asked));
    expect(plain.types()).toContain('preview');
  });

  test('flags that do not come first change nothing', async () => {
    const client = await listen();
    client.say('hello', {});
    client.say('feature_flags', { supports_preview_metadata: true });
    await client.ended(await order(url, plainGraph(), mine));
    expect(client.frames.find(({ type }) => type === 'preview')).toMatchObject({ form: 1 });
  });

  test('who comes back hears of the running node without the job, then the stream goes on', async () => {
    const first = await listen();
    await fake.set({ holdAt: ['sample@2'] });
    const id = await order(url, plainGraph(), mine);
    await fake.until({ kind: 'held' });
    first.socket.terminate();
    await fake.until({ kind: 'socket-closed' });
    const second = await listen();
    await second.until(({ type }) => type === 'executing');
    expect(second.frames.map(({ type, data }) => [type, data])).toEqual([
      ['status', { status: { exec_info: { queue_remaining: 1 } }, sid: 'me' }],
      ['executing', { node: 'sample' }],
    ]);
    await fake.command({ do: 'release' });
    await second.ended(id);
  });

  test('0.3.64: the end of the old socket makes the server forget the new one, which stays open and silent', async () => {
    const old = await listen();
    const fresh = await listen();
    await fresh.until(({ type }) => type === 'status');
    old.socket.terminate();
    await fake.until({ kind: 'socket-closed' });
    const id = await order(url, plainGraph(), mine);
    await fake.until({ kind: 'ended', promptId: id });
    expect(fresh.types()).toEqual(['status']);
    expect(fresh.socket.readyState).toBe(fresh.socket.OPEN);
  });

  test('2026: it does not forget, but a second socket must prove itself', async () => {
    await fake.set({ version: '0.38.1', proofMs: 300 });
    const old = await listen();
    const { data } = await old.until(({ type }) => type === 'status');
    expect(data.credential_key).toEqual(expect.any(String));
    const silent = await listen();
    expect(await silent.closed).toBe(1008);
    const wrong = await listen();
    wrong.say('feature_flags', {});
    expect(await wrong.closed).toBe(1008);

    const proven = await listen();
    proven.say('credential_auth', { credential_key: data.credential_key });
    await proven.until(({ type }) => type === 'status');
    old.socket.terminate();
    await fake.until({ kind: 'socket-closed' }, 3);
    await proven.ended(await order(url, plainGraph(), mine));
  });

  test('it can break off, close, refuse, and be silent or deaf', async () => {
    const dropped = await listen();
    await fake.command({ do: 'drop-sockets' });
    expect(await dropped.closed).toBe(1006);
    const shut = await listen();
    await fake.command({ do: 'close-sockets', code: 1001 });
    expect(await shut.closed).toBe(1001);

    await fake.set({ breakAfter: 4 });
    const broken = await listen();
    await order(url, plainGraph(), mine);
    expect(await broken.closed).toBe(1006);
    expect(broken.frames).toHaveLength(4);
    await fake.until({ kind: 'ended', how: 'success' });

    await fake.set({ isSilent: true, isDeaf: true });
    const silent = await listen();
    let pongs = 0;
    silent.socket.on('pong', () => pongs++);
    silent.socket.ping();
    await order(url, plainGraph({ seed: 2 }), mine);
    await fake.until({ kind: 'ended', how: 'success' }, 2);
    expect(silent.frames).toEqual([]);
    expect(pongs).toBe(0);
    await fake.set({ refusesSockets: true });
    expect(await new RawClient(url, 'me').closed).toBe(1006);
  });
});

describe('loss', () => {
  test('a restart forgets queue, history and temp folder, and counts from zero', async () => {
    const red = await flatPicture('#ff0000');
    await upload(url, red);
    await upload(url, red, { type: 'input', subfolder: '' });
    await order(url, plainGraph(), mine);
    await fake.until({ kind: 'ended' });
    await fake.set({ holdAt: ['sample'] });
    await order(url, plainGraph({ seed: 2 }), mine);
    await order(url, plainGraph({ seed: 3 }), mine);
    await fake.until({ kind: 'held' });
    const client = await listen();
    await fake.command({ do: 'restart' });
    expect(await client.closed).toBe(1006);
    expect(await getJson(url, '/queue')).toEqual({ queue_running: [], queue_pending: [] });
    expect(await getJson(url, '/history')).toEqual({});
    expect((await fetch(`${url}/view?filename=a.png&subfolder=rj&type=temp`)).status).toBe(404);
    expect((await fetch(`${url}/view?filename=a.png&type=input`)).status).toBe(200);
    const load: Graph = {
      load: { class_type: 'LoadImage', inputs: { image: 'rj/a.png [temp]' } },
      result: { class_type: 'PreviewImage', inputs: { images: ['load', 0] } },
    };
    expect(await (await post(url, '/prompt', { prompt: load })).json()).toMatchObject({
      node_errors: { load: { errors: [{ type: 'custom_validation_failed' }] } },
    });
    await fake.set({ holdAt: [] });
    const answer = await post(url, '/prompt', { prompt: plainGraph() });
    expect(await answer.json()).toMatchObject({ number: 1 });
    await fake.until({ kind: 'ended', how: 'success' }, 2);
  });

  test('a job can be lost, and runs on unheard while nobody is let in', async () => {
    await fake.set({ holdAt: ['sample'] });
    const lost = await order(url, plainGraph(), mine);
    await fake.until({ kind: 'held' });
    await fake.command({ do: 'lose-jobs', promptId: lost });
    await fake.until({ kind: 'ended', promptId: lost, how: 'lost' });
    expect(await getJson(url, '/queue')).toEqual({ queue_running: [], queue_pending: [] });
    expect(await getJson(url, `/history/${lost}`)).toEqual({});

    const kept = await order(url, plainGraph(), mine);
    await fake.until({ kind: 'held', promptId: kept });
    await fake.command({ do: 'refuse' });
    await expect(fetch(`${url}/queue`)).rejects.toThrow();
    await fake.command({ do: 'release' });
    await fake.until({ kind: 'ended', promptId: kept, how: 'success' });
    await fake.command({ do: 'accept' });
    expect(await getJson(url, `/history/${kept}`)).toHaveProperty(kept);
  });

  test('a killed one can be started again on its port', async () => {
    const { port } = fake;
    await fake.kill();
    await expect(fetch(`${url}/queue`)).rejects.toThrow();
    fake = await startFakeComfy({ port, version: '0.3.70' });
    expect(fake.url).toBe(url);
    expect(await getJson(url, '/system_stats')).toMatchObject({ system: { comfyui_version: '0.3.70' } });
  });
});
