import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { flatPicture } from '../pictures.ts';
import type { Graph, GraphInput } from './graph-shapes.ts';
import { canDo } from './node-work.ts';
import { readObjectInfo } from './object-info/stored-servers.ts';
import { getJson, order, post, RawClient, upload } from './raw-client.ts';
import { referenceGraph } from './reference-graph.ts';
import { type FakeComfy, startFakeComfy } from './start-fake-comfy.ts';

let fake: FakeComfy;
let url: string;
const NAMES = ['snapshot', 'background-mask', 'background', 'depth', 'lines', 'style', 'change'];

beforeAll(async () => {
  fake = await startFakeComfy();
  url = fake.url;
});
afterAll(() => fake?.kill());

beforeEach(async () => {
  await fake.command({ do: 'restart' });
  const pictures: [string, Buffer][] = await Promise.all([
    ...NAMES.map(async (name): Promise<[string, Buffer]> => [name, await flatPicture('#888888', 'png', 64)]),
    ...[0, 1, 2, 3].flatMap((index) => [
      flatPicture('#a02020', 'png', 32).then((png): [string, Buffer] => [`material-${index}`, png]),
      (index === 0 ? halfMask() : flatPicture('#000000', 'png', 64)).then((png): [string, Buffer] => [
        `material-mask-${index}`,
        png,
      ]),
    ]),
    halfMask().then((png): [string, Buffer] => ['change', png]),
  ]);
  for (const [name, png] of pictures) await upload(url, png, { name: `${name}.png`, overwrite: 'true' });
});

/** 64 px, white on the right. */
function halfMask(): Promise<Buffer> {
  const right = { create: { width: 32, height: 64, channels: 3, background: '#ffffff' } } as const;
  return sharp({ create: { ...right.create, width: 64, background: '#000000' } })
    .composite([{ input: right, left: 32, top: 0 }])
    .png()
    .toBuffer();
}

interface History {
  [id: string]: {
    outputs: { result: { images: { filename: string; type: string }[] } };
    status: { status_str: string; completed: boolean; messages: [string, object][] };
  };
}

/** Runs a graph to its end; its pictures' raw pixels. */
async function draw(graph: Graph): Promise<Uint8Array[]> {
  const client = await new RawClient(url, 'drawer').opened();
  const id = await order(url, graph, { client_id: 'drawer' });
  await client.ended(id);
  client.socket.terminate();
  await client.closed;
  const history: History = await getJson(url, `/history/${id}`);
  return Promise.all(
    history[id]!.outputs.result.images.map(async ({ filename, type }) => {
      const answer = await fetch(`${url}/view?filename=${filename}&type=${type}`);
      return sharp(await answer.arrayBuffer())
        .raw()
        .toBuffer();
    }),
  );
}

function pixel(rgb: Uint8Array, x: number, y: number, width = 64): number[] {
  return [...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

test('a job tells its life in the order of a real server, and the history comes after its success', async () => {
  const client = await new RawClient(url, 'me').opened();
  client.say('feature_flags', { supports_preview_metadata: true });
  await client.until(({ type }) => type === 'feature_flags');
  await fake.set({ historyMs: 200 });
  const id = await order(url, referenceGraph({ sample: { steps: 3 } }), { client_id: 'me' });
  await client.until(({ type }) => type === 'execution_success');
  expect(await getJson(url, `/history/${id}`)).toEqual({});
  await client.ended(id);

  const types = client.types();
  expect(types.slice(0, 6)).toEqual([
    ...['status', 'feature_flags', 'status', 'execution_start', 'execution_cached', 'progress_state'],
  ]);
  expect(types.slice(-5)).toEqual(['executed', 'progress_state', 'execution_success', 'status', 'executing']);
  const sampling = client.frames.findIndex(({ type }) => type === 'progress');
  expect(client.frames.slice(sampling - 2, sampling + 1).map(({ type }) => type)).toEqual([
    ...['progress_state', 'preview', 'progress'],
  ]);
  expect(client.frames.find(({ type }) => type === 'progress')!.data).toEqual({
    ...{ value: 1, max: 3, prompt_id: id, node: 'sample' },
  });
  const history: History = await getJson(url, `/history/${id}`);
  expect(history[id]!.status).toMatchObject({ status_str: 'success', completed: true });
  expect(history[id]!.status.messages.map(([type]) => type)).toEqual([
    ...['execution_start', 'execution_cached', 'execution_success'],
  ]);
  expect(history[id]!.outputs.result.images).toHaveLength(4);
  client.socket.terminate();
});

test('only the client of a job hears of it, but all hear the status', async () => {
  const mine = await new RawClient(url, 'me').opened();
  const other = await new RawClient(url, 'other').opened();
  await other.until(({ data }) => data.sid === 'other');
  const id = await order(url, referenceGraph({ sample: { steps: 1 } }), { client_id: 'me' });
  await mine.ended(id);
  await order(url, referenceGraph({ sample: { steps: 2 } }));
  await fake.until({ kind: 'ended' }, 2);
  // The last status may still be on its way.
  await other.until(() => other.frames.length >= 5);
  expect(other.types()).toEqual(['status']);
  expect(other.frames.slice(1).every(({ data }) => data.sid === undefined)).toBe(true);
  mine.socket.terminate();
  other.socket.terminate();
});

test('the same graph again is answered from the cache, with its files', async () => {
  const client = await new RawClient(url, 'me').opened();
  await client.ended(await order(url, referenceGraph({ sample: { steps: 1 } }), { client_id: 'me' }));
  client.frames.length = 0;
  const again = await order(url, referenceGraph({ sample: { steps: 1 } }), { client_id: 'me' });
  await client.ended(again);
  const cached = client.frames.find(({ type }) => type === 'execution_cached')!.data.nodes as string[];
  expect(cached.sort()).toEqual(Object.keys(referenceGraph()).sort());
  const executed = client.frames.filter(({ type }) => type === 'executed');
  expect(executed.map(({ data }) => data.node)).toEqual(['result']);
  expect((executed[0]!.data.output as { images: [] }).images).toHaveLength(4);
  client.frames.length = 0;
  await client.ended(
    await order(url, referenceGraph({ sample: { steps: 1, seed: 2 } }), { client_id: 'me' }),
  );
  const ran = client.frames.filter(({ type, data }) => type === 'executing' && data.node !== null);
  expect(ran.map(({ data }) => data.node)).toEqual(['sample', 'decode', 'result']);
  client.socket.terminate();
});

test('pixels answer to prompt, seed, change map, mask and place in the batch', async () => {
  const one = (changes: Record<string, Record<string, GraphInput>> = {}) => {
    const steps = { steps: 1, ...changes.sample };
    return draw(referenceGraph({ batch: { amount: 1 }, ...changes, sample: steps }));
  };
  const [first] = await one();
  const [again] = await one();
  expect(again).toEqual(first);
  // The change map is white on the right only; what a VAE loses, it loses on the left too.
  expect(pixel(first!, 8, 8)).toEqual([138, 138, 138]);
  expect(pixel(first!, 56, 8)).not.toEqual([138, 138, 138]);
  const [otherSeed] = await one({ sample: { seed: 2 } });
  expect(pixel(otherSeed!, 56, 8)).not.toEqual(pixel(first!, 56, 8));
  expect(pixel(otherSeed!, 8, 8)).toEqual(pixel(first!, 8, 8));
  const [otherText] = await one({ positive: { text: 'a red shoe' } });
  expect(pixel(otherText!, 56, 8)).not.toEqual(pixel(first!, 56, 8));
  const [weaker] = await one({ ipa_mat0: { weight: 0.1 } });
  expect(pixel(weaker!, 56, 8)).not.toEqual(pixel(first!, 56, 8));

  const batch = await draw(referenceGraph({ sample: { steps: 1 } }));
  expect(batch).toHaveLength(4);
  expect(new Set(batch.map((rgb) => pixel(rgb, 56, 8).join())).size).toBe(4);
  const alone: Graph = {
    ...referenceGraph({ sample: { steps: 1, latent_image: ['third', 0] }, batch: { amount: 3 } }),
    third: { class_type: 'LatentFromBatch', inputs: { samples: ['batch', 0], batch_index: 2, length: 1 } },
  };
  const [third] = await draw(alone);
  expect(third).toEqual(batch[2]);
});

test('what is pasted back comes back exact, and an enlarged picture has its size', async () => {
  const base = referenceGraph({ sample: { steps: 1 }, batch: { amount: 1 } });
  const graph: Graph = {
    ...base,
    paste: {
      class_type: 'ImageCompositeMasked',
      inputs: {
        ...{ destination: ['init', 0], source: ['decode', 0], mask: ['change_mask', 0] },
        ...{ x: 0, y: 0, resize_source: false },
      },
    },
    up_load: { class_type: 'UpscaleModelLoader', inputs: { model_name: '4x-UltraSharp.pth' } },
    up: {
      class_type: 'ImageUpscaleWithModel',
      inputs: { upscale_model: ['up_load', 0], image: ['paste', 0] },
    },
    fitted: {
      class_type: 'ImageScale',
      inputs: { image: ['up', 0], upscale_method: 'lanczos', width: 128, height: 128, crop: 'disabled' },
    },
    result: { class_type: 'PreviewImage', inputs: { images: ['fitted', 0] } },
  };
  const [picture] = await draw(graph);
  expect(picture).toHaveLength(128 * 128 * 3);
  expect(pixel(picture!, 16, 16, 128)).toEqual([136, 136, 136]);
});

test('results carry the graph and the prompt inside', async () => {
  const client = await new RawClient(url, 'me').opened();
  const id = await order(url, referenceGraph({ sample: { steps: 1 } }), { client_id: 'me' });
  await client.ended(id);
  client.socket.terminate();
  const history: History = await getJson(url, `/history/${id}`);
  const { filename } = history[id]!.outputs.result.images[0]!;
  const bytes = Buffer.from(await (await fetch(`${url}/view?filename=${filename}&type=temp`)).arrayBuffer());
  expect(bytes.toString('latin1')).toContain('tEXtprompt\0{"ckpt"');
  expect(bytes.toString('latin1')).toContain('a shoe on a stone');
  expect((await sharp(bytes).metadata()).width).toBe(64);
  const small = await fetch(`${url}/view?filename=${filename}&type=temp&preview=webp;80`);
  expect(small.headers.get('content-type')).toBe('image/webp');
});

test('it can do whatever class it says it has', () => {
  expect(Object.keys(readObjectInfo('full')).filter((name) => !canDo(name))).toEqual([]);
});

test('what can be read: classes, models, system, features', async () => {
  expect(await getJson(url, '/object_info')).toEqual(JSON.parse(JSON.stringify(readObjectInfo('full'))));
  expect(await getJson(url, '/api/object_info/KSampler')).toHaveProperty('KSampler.input.required.seed');
  expect(await getJson(url, '/object_info/Nobody')).toEqual({});
  expect(await getJson(url, '/models')).toHaveLength(21);
  expect(await getJson(url, '/models')).toContain('checkpoints');
  expect(await getJson(url, '/models/unet')).toEqual([]);
  expect(await getJson(url, '/models/checkpoints')).toContain('sd_xl_base_1.0.safetensors');
  expect((await fetch(`${url}/models/nothing`)).status).toBe(404);
  expect(await getJson(url, '/system_stats')).toMatchObject({
    system: { comfyui_version: '0.3.64' },
    devices: [{ type: 'cuda', vram_total: 25_757e6 }],
  });
  expect(await getJson(url, '/features')).toMatchObject({ supports_preview_metadata: true });
  expect(await getJson(url, '/prompt')).toEqual({ exec_info: { queue_remaining: 0 } });

  await fake.set({ kind: 'core-only' });
  expect((await fetch(`${url}/models/ipadapter`)).status).toBe(404);
  expect(await getJson(url, '/object_info/IPAdapterAdvanced')).toEqual({});
  await fake.set({ kind: 'full', files: { checkpoints: [] } });
  expect((await post(url, '/prompt', { prompt: referenceGraph() })).status).toBe(400);
  await fake.set({ files: {} });
});
