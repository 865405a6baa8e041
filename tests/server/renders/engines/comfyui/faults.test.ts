import { expect } from 'vitest';
import { AttemptEnded } from '../../../../../src/server/renders/engines/engine.ts';
import {
  eventsOf,
  makeSmallOrder,
  ready,
  type TestComfy,
  stageTest as test,
} from '../../../../support/comfy-engine.ts';
import type { FakeComfy } from '../../../../support/fake-comfyui/start-fake-comfy.ts';

const images = async (attempt: { ended: Promise<Parameters<typeof eventsOf>[0]> }) =>
  eventsOf(await attempt.ended, 'image').map(({ batchIndex }) => batchIndex);
const queued = async (fake: FakeComfy) =>
  (await fake.journal()).filter(({ kind }) => kind === 'queued').length;
const routes = async (fake: FakeComfy) =>
  (await fake.journal()).flatMap((one) => (one.kind === 'request' ? [one.route] : []));
const errors = ({ engine }: TestComfy) => engine.fleet!.servers().flatMap((server) => server.errors);

test('refused: a server that does not take the call has not begun, and the order waits for it', async ({
  stage,
}) => {
  const fake = await stage.fake();
  const comfy = await stage.open([fake.url], { timing: { pollMs: 10_000 } });
  await comfy.seen(ready(1));
  await fake.command({ do: 'refuse' });
  const attempt = comfy.start(await makeSmallOrder());
  await attempt.event('progress', ({ nodeId }) => nodeId === 'wait-for-server');
  await fake.command({ do: 'accept' });
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(fake)).toBe(1);
});

test('killed in the middle: another server finishes the order', async ({ stage }) => {
  const dying = await stage.fake({ holdAt: ['sample'] });
  const other = await stage.fake();
  const comfy = await stage.open([dying.url, other.url]);
  await comfy.seen(ready(2));
  const attempt = comfy.start(await makeSmallOrder());
  await dying.until({ kind: 'held', at: 'sample' });
  await dying.kill();
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(other)).toBe(1);
  const percents = eventsOf(attempt.events, 'progress').map(({ percent }) => percent);
  expect(percents).toEqual([...percents].sort((one, next) => one - next));
  await comfy.seen(({ capacity }) => capacity() === 2);
});

test('restarted: the job and its pictures are gone, and it is done again from the start', async ({
  stage,
}) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held', at: 'sample' });
  await fake.set({ holdAt: [] });
  await fake.command({ do: 'restart', downMs: 50 });
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(fake)).toBe(2);
  const uploads = (await routes(fake)).filter((route) => route === 'POST /upload/image');
  expect(uploads.length % 2).toBe(0);
});

test('lost: a job in neither queue nor history is begun again', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held', at: 'sample' });
  await fake.set({ holdAt: [] });
  await fake.command({ do: 'lose-jobs' });
  expect(await images(attempt)).toEqual([0]);
  expect(errors(comfy).map(({ code }) => code)).toEqual(['lost']);
});

test('lost three times: the order ends, and says that the servers broke off', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  for (const count of [1, 2, 3]) {
    await fake.until({ kind: 'held', at: 'sample' }, count);
    await fake.command({ do: 'lose-jobs' });
  }
  await expect(attempt.ended).rejects.toMatchObject({ failure: { code: 'engine-lost' } });
  expect(await queued(fake)).toBe(3);
});

/** Whether the last step was told of. */
const hasDecoded = ({ events }: { events: Parameters<typeof eventsOf>[0] }) =>
  eventsOf(events, 'progress').some(({ nodeId }) => nodeId === 'decode');

test('a silent socket is opened anew, once, after the old one has closed; the job is followed meanwhile', async ({
  stage,
  expect,
}) => {
  // Silent from the start: how long the steps of this test take makes no silence of its own.
  const fake = await stage.fake({ holdAt: ['sample', 'decode'], isSilent: true });
  const comfy = await stage.open([fake.url], { timing: { quietSocketMs: 200 } });
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held', at: 'sample' });
  await fake.until({ kind: 'socket-open' }, 2);
  // Silence goes on, as while a model loads: that is no reason for another one.
  const looks = (await routes(fake)).filter((route) => route === 'GET /queue').length;
  await fake.until({ kind: 'request', route: 'GET /queue' }, looks + 15);
  expect((await fake.journal()).filter(({ kind }) => kind === 'socket-open')).toHaveLength(2);
  await fake.set({ isSilent: false });
  await fake.command({ do: 'release', at: 'sample' });
  // It is heard again: what is only looked up at the end would never say so.
  await expect.poll(() => hasDecoded(attempt)).toBe(true);
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  const sockets = (await fake.journal()).filter(({ kind }) => kind.startsWith('socket-'));
  const opened = sockets.filter(({ kind }) => kind === 'socket-open');
  expect(
    sockets
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'socket-said')
      .slice(0, 3),
  ).toEqual(['socket-open', 'socket-closed', 'socket-open']);
  expect(new Set(opened.map((one) => ('clientId' in one ? one.clientId : ''))).size).toBe(1);
});

test('a socket that breaks off comes back with the same id, and the job goes on', async ({
  stage,
  expect,
}) => {
  const fake = await stage.fake({ holdAt: ['sample', 'decode'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held', at: 'sample' });
  await fake.command({ do: 'drop-sockets' });
  await fake.until({ kind: 'socket-open' }, 2);
  await fake.command({ do: 'release', at: 'sample' });
  await expect.poll(() => hasDecoded(attempt)).toBe(true);
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(fake)).toBe(1);
});

test('late success: a job that ends while there is no socket is found in the history', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
  await fake.until({ kind: 'held', at: 'sample' });
  await fake.set({ refusesSockets: true });
  await fake.command({ do: 'drop-sockets' });
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0, 1]);
  expect(await queued(fake)).toBe(1);
});

test('no answer to a job that was taken: it is looked for, and not handed in twice', async ({ stage }) => {
  const fake = await stage.fake({ slow: { 'POST /prompt': 3_000 } });
  const comfy = await stage.open([fake.url], { timing: { promptMs: 200 } });
  const attempt = comfy.start(await makeSmallOrder());
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(fake)).toBe(1);
  expect((await routes(fake)).filter((route) => route === 'POST /prompt')).toHaveLength(1);
});

test('a connection that breaks after a job was taken: the same', async ({ stage }) => {
  const fake = await stage.fake({ routeFaults: [{ route: 'POST /prompt', answer: 'swallow', times: 1 }] });
  const comfy = await stage.open([fake.url]);
  expect(await images(comfy.start(await makeSmallOrder()))).toEqual([0]);
  expect(await queued(fake)).toBe(1);
});

test('a server in trouble: the order goes to another', async ({ stage }) => {
  const broken = await stage.fake({
    routeFaults: [{ route: 'POST /prompt', answer: { status: 503, text: 'no' }, times: 9 }],
  });
  const comfy = await stage.open([broken.url]);
  await comfy.seen(ready(1));
  const good = await stage.fake();
  const both = await stage.open([broken.url, good.url]);
  await both.seen(ready(2));
  const attempts = [both.start(await makeSmallOrder()), both.start(await makeSmallOrder({ seed: '8' }))];
  for (const attempt of attempts) expect(await images(attempt)).toEqual([0]);
  expect(await queued(good)).toBe(2);
  expect(errors(both)[0]).toMatchObject({ code: 'status', detail: 'POST /prompt: HTTP 503' });
});

test('out of memory: memory is freed, and the images are made one by one', async ({ stage }) => {
  const fault = { node: 'sample', type: 'torch.OutOfMemoryError', message: 'Allocation on device', times: 9 };
  const fake = await stage.fake({ nodeFaults: [{ ...fault, aboveBatch: 1 }] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
  expect(await images(attempt)).toEqual([0, 1]);
  expect(await routes(fake)).toContain('POST /free');
  expect(eventsOf(attempt.events, 'made').map(({ provenance }) => provenance.firstImage)).toEqual([0, 1]);
});

test('out of memory for one image, too: the order ends and says so', async ({ stage }) => {
  const fault = { node: 'sample', type: 'torch.OutOfMemoryError', message: 'Allocation on device', times: 9 };
  const fake = await stage.fake({ nodeFaults: [fault] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await expect(attempt.ended).rejects.toMatchObject({ failure: { code: 'engine-out-of-memory' } });
  expect(await queued(fake)).toBe(2);
});

test('out of memory for a later image: those that were made one by one are there', async ({ stage }) => {
  const fault = { node: 'sample', type: 'torch.OutOfMemoryError', message: 'Allocation on device', times: 9 };
  const fake = await stage.fake({ nodeFaults: [{ ...fault, aboveBatch: 1 }], holdAt: ['decode'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
  await fake.until({ kind: 'held', at: 'decode' });
  await fake.set({ nodeFaults: [fault] });
  await fake.command({ do: 'release' });
  await expect(attempt.ended).rejects.toMatchObject({ failure: { code: 'engine-out-of-memory' } });
  expect(eventsOf(attempt.events, 'image').map(({ batchIndex }) => batchIndex)).toEqual([0]);
});

test('a picture of a batch that cannot be read: the others are there, and the order ends and says so', async ({
  stage,
}) => {
  const answer = { status: 200, text: '<html>busy</html>' };
  const fake = await stage.fake({ routeFaults: [{ route: 'GET /view', answer, times: 1 }] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
  await expect(attempt.ended).rejects.toMatchObject({ failure: { code: 'engine-failed' } });
  expect(eventsOf(attempt.events, 'image').map(({ batchIndex }) => batchIndex)).toEqual([1]);
});

test('one picture fails for good while others draw the rest: those come to their end and are there', async ({
  stage,
}) => {
  const fault = { node: 'sample', type: 'ValueError', message: 'no', times: 9 };
  const failing = await stage.fake({ nodeFaults: [fault] });
  const slow = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([failing.url, slow.url]);
  await comfy.seen(ready(2));
  const attempt = comfy.start(await makeSmallOrder({ batchSize: 2 }));
  await slow.until({ kind: 'held', at: 'sample' });
  // Read, and taken out of its history.
  await failing.until({ kind: 'request', route: 'POST /history' });
  await slow.command({ do: 'release' });
  await expect(attempt.ended).rejects.toMatchObject({ failure: { code: 'engine-failed' } });
  expect(eventsOf(attempt.events, 'image').map(({ batchIndex }) => batchIndex)).toEqual([1]);
  expect((await slow.journal()).filter(({ kind }) => kind === 'interrupt')).toEqual([]);
});

test('taken over: the attempt before leaves the job alone, and the next one hears of it', async ({
  stage,
  expect,
}) => {
  const fake = await stage.fake({ holdAt: ['sample', 'decode'] });
  const comfy = await stage.open([fake.url], { timing: { signMs: 20 } });
  const order = await makeSmallOrder();
  const first = comfy.start(order);
  await fake.until({ kind: 'held', at: 'sample' });
  const second = comfy.start(order, { handle: first.handles.at(-1) ?? null });
  await second.event('progress', ({ nodeId }) => nodeId === 'load-ai-model');
  first.abort(new AttemptEnded());
  await expect(first.ended).rejects.toMatchObject({ name: 'AbortError' });
  await fake.command({ do: 'release', at: 'sample' });
  await expect.poll(() => hasDecoded(second)).toBe(true);
  await fake.command({ do: 'release' });
  expect(await images(second)).toEqual([0]);
  expect(await queued(fake)).toBe(1);
  expect((await fake.journal()).filter(({ kind }) => kind === 'interrupt')).toEqual([]);
});

test('a model that is gone: the server is asked anew, and the order drawn with what it has', async ({
  stage,
}) => {
  const fake = await stage.fake();
  const comfy = await stage.open([fake.url]);
  await comfy.seen(ready(1));
  await fake.set({ files: { checkpoints: ['another_sdxl.safetensors'] } });
  const attempt = comfy.start(await makeSmallOrder());
  expect(await images(attempt)).toEqual([0]);
  const [made] = eventsOf(attempt.events, 'made');
  expect(made?.provenance.checkpoint).toBe('another_sdxl.safetensors');
});

test('a model that is gone from a folder that two servers share: each is asked anew', async ({ stage }) => {
  const controlnet = ['SDXL/xinsir-controlnet-union-sdxl-1.0-promax.safetensors'];
  const [first, second] = [
    await stage.fake({ files: { controlnet } }),
    await stage.fake({ files: { controlnet } }),
  ];
  const comfy = await stage.open([first.url, second.url]);
  await comfy.seen(ready(2));
  for (const fake of [first, second]) await fake.set({ files: { controlnet: [] } });
  const attempt = comfy.start(await makeSmallOrder());
  expect(await images(attempt)).toEqual([0]);
  expect(eventsOf(attempt.events, 'made')[0]?.provenance.leftOut).toContain('structure');
});

test.for(['0.3.64', '0.38.1'])(
  'a model that enlarges is gone, which ComfyUI %s notices when it is loaded or before: the order waits for a server that has it',
  async (version, { stage }) => {
    const fake = await stage.fake({ version });
    const comfy = await stage.open([fake.url]);
    await comfy.seen(ready(1));
    await fake.set({ files: { upscale_models: [] } });
    const attempt = comfy.start(await makeSmallOrder({ outputPx: 2048 }));
    await fake.until({ kind: 'request', route: 'POST /prompt' });
    await attempt.event('progress', ({ nodeId }) => nodeId === 'wait-for-server');
    // Two more are taken up beside it, as if it were not there.
    await comfy.seen(({ capacity }) => capacity() === 3);
    const other = await stage.fake({ version });
    const wider = await stage.open([fake.url, other.url]);
    await wider.seen(ready(2));
    const again = wider.start(await makeSmallOrder({ outputPx: 2048 }), {
      handle: attempt.handles.at(-1) ?? null,
    });
    expect(await images(again)).toEqual([0]);
    expect(eventsOf(again.events, 'made')[0]?.provenance.leftOut).not.toContain('upscale');
    attempt.abort();
    await expect(attempt.ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(eventsOf(attempt.events, 'made')).toEqual([]);
  },
);

test('a graph that is refused is not sent to anybody else', async ({ stage }) => {
  const refusal = {
    error: { type: 'prompt_outputs_failed_validation', message: 'no', details: '', extra_info: {} },
    node_errors: {
      sample: {
        class_type: 'KSampler',
        dependent_outputs: ['result'],
        errors: [
          {
            type: 'value_bigger_than_max',
            message: 'Value too big',
            details: 'a secret text',
            extra_info: { input_name: 'steps' },
          },
        ],
      },
    },
  };
  const answer = { status: 400, text: JSON.stringify(refusal) };
  const fake = await stage.fake({ routeFaults: [{ route: 'POST /prompt', answer, times: 9 }] });
  const other = await stage.fake({ routeFaults: [{ route: 'POST /prompt', answer, times: 9 }] });
  const comfy = await stage.open([fake.url, other.url]);
  await comfy.seen(ready(2));
  const attempt = comfy.start(await makeSmallOrder());
  await expect(attempt.ended).rejects.toMatchObject({ failure: { code: 'engine-refused' } });
  const prompts = [...(await routes(fake)), ...(await routes(other))].filter((one) => one === 'POST /prompt');
  expect(prompts).toHaveLength(1);
  expect(errors(comfy)).toEqual([
    expect.objectContaining({
      code: 'invalid',
      detail: 'prompt_outputs_failed_validation; KSampler.steps value_bigger_than_max',
    }),
  ]);
});

test('a graph that is taken in part is refused whole', async ({ stage }) => {
  const text = JSON.stringify({
    prompt_id: 'x',
    number: 1,
    node_errors: { result: { class_type: 'PreviewImage', dependent_outputs: [], errors: [] } },
  });
  const fault = { route: 'POST /prompt', answer: { status: 200, text }, times: 1 };
  const fake = await stage.fake({ routeFaults: [fault] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await expect(attempt.ended).rejects.toMatchObject({ failure: { code: 'engine-refused' } });
});

test('pictures that the server has lost are sent again', async ({ stage }) => {
  const fake = await stage.fake();
  const comfy = await stage.open([fake.url]);
  expect(await images(comfy.start(await makeSmallOrder()))).toEqual([0]);
  const uploads = async () => (await routes(fake)).filter((route) => route === 'POST /upload/image').length;
  const before = await uploads();
  expect(await images(comfy.start(await makeSmallOrder({ seed: '8' })))).toEqual([0]);
  expect(await uploads()).toBe(before);
  await fake.command({ do: 'forget-uploads' });
  expect(await images(comfy.start(await makeSmallOrder({ seed: '9' })))).toEqual([0]);
  expect(await uploads()).toBe(2 * before);
});

test('what a node cannot do ends the order in plain words, and staff read which', async ({ stage }) => {
  const fault = { node: 'decode', type: 'ValueError', message: 'bad tensor\nTraceback: a secret', times: 9 };
  const fake = await stage.fake({ nodeFaults: [fault] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await expect(attempt.ended).rejects.toMatchObject({
    failure: { code: 'engine-failed', reason: 'the AI server could not draw this picture' },
  });
  expect(await queued(fake)).toBe(1);
  expect(errors(comfy)).toEqual([
    expect.objectContaining({ code: 'execution', detail: 'VAEDecode: ValueError: bad tensor' }),
  ]);
});

test('somebody else stops the job on the server: it is begun again', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample@3'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  await fetch(`${fake.url}/interrupt`, { method: 'POST', body: '{}' });
  await fake.set({ holdAt: [] });
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(fake)).toBe(2);
});

test('cancelled: it ends at once, and the server is rid of the job when the interrupt lands', async ({
  stage,
}) => {
  const fake = await stage.fake({ holdAt: ['sample@3'] });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  attempt.abort();
  await expect(attempt.ended).rejects.toMatchObject({ name: 'AbortError' });
  await fake.until({ kind: 'request', route: 'POST /interrupt' });
  await comfy.seen(({ fleet }) => fleet!.servers().some(({ state }) => state === 'draining'));
  await fake.set({ holdAt: [] });
  await fake.command({ do: 'release' });
  await fake.until({ kind: 'ended', how: 'interrupted' });
  await comfy.seen(ready(1));
  expect(eventsOf(attempt.events, 'image')).toEqual([]);
  expect(attempt.handles).toHaveLength(1);
  expect(await images(comfy.start(await makeSmallOrder({ seed: '8' })))).toEqual([0]);
});

test('an interrupt that lands too late: what was made all the same is dropped', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'], interrupts: false });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  attempt.abort();
  await expect(attempt.ended).rejects.toMatchObject({ name: 'AbortError' });
  await fake.until({ kind: 'request', route: 'POST /interrupt' });
  await fake.command({ do: 'release' });
  await fake.until({ kind: 'ended', how: 'success' });
  await fake.until({ kind: 'request', route: 'POST /history' });
  expect(eventsOf(attempt.events, 'image')).toEqual([]);
  expect((await routes(fake)).filter((route) => route === 'GET /view')).toEqual([]);
});

test('a newer server ends a job by its own call', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample@3'], version: '0.3.80' });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  attempt.abort();
  await expect(attempt.ended).rejects.toMatchObject({ name: 'AbortError' });
  await fake.until({ kind: 'interrupt' });
  expect(await routes(fake)).not.toContain('POST /interrupt');
});

test('a socket whose id belongs to somebody else takes another; the job is followed by looking', async ({
  stage,
}) => {
  const fake = await stage.fake({ holdAt: ['sample'], version: '0.3.80' });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  await fake.command({ do: 'close-sockets', code: 1008 });
  await fake.until({ kind: 'socket-open' }, 2);
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  const ids = (await fake.journal()).flatMap((one) => (one.kind === 'socket-open' ? [one.clientId] : []));
  expect(new Set(ids).size).toBe(2);
});

test('a socket that answers no ping is given up', async ({ stage }) => {
  const fake = await stage.fake({ isDeaf: true });
  await stage.open([fake.url], { timing: { pingMs: 50 } });
  await fake.until({ kind: 'socket-open' }, 2);
});

test('no previews: the picture comes all the same', async ({ stage }) => {
  const fake = await stage.fake({ previewMethod: 'none' });
  const comfy = await stage.open([fake.url]);
  const attempt = comfy.start(await makeSmallOrder());
  expect(await images(attempt)).toEqual([0]);
  expect(eventsOf(attempt.events, 'preview')).toEqual([]);
});

test('a job without any sign of life for too long is ended and begun again', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([fake.url], { timing: { silenceMs: 3_000, signMs: 50 } });
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  await fake.set({ holdAt: [] });
  await fake.until({ kind: 'request', route: 'POST /interrupt' });
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  expect(errors(comfy).map(({ code }) => code)).toContain('silent');
});

test('a server too slow to answer, as one that loads a model, keeps its job', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([fake.url], {
    timing: { getMs: 1_000, slowMs: 60_000, unreachableMs: 1_500 },
  });
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  await fake.set({ slow: { 'GET /queue': 4_000, 'GET /history': 4_000 } });
  // Four looks without an answer take longer than what is unreachable is waited for.
  const looks = (await routes(fake)).filter((route) => route === 'GET /queue').length;
  await fake.until({ kind: 'request', route: 'GET /queue' }, looks + 4);
  await fake.set({ slow: {} });
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(fake)).toBe(1);
});

test('a job on a server that is gone for good is given up when it cannot be reached', async ({ stage }) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  const comfy = await stage.open([fake.url], { timing: { getMs: 1_500, slowMs: 2_000 } });
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held' });
  await fake.set({ slow: { 'GET /queue': 4_000, 'GET /history': 4_000 } });
  await comfy.seen(({ fleet }) => fleet!.servers().some(({ state }) => state === 'offline'));
  await attempt.event('progress', ({ nodeId }) => nodeId === 'wait-for-server');
  expect(errors(comfy)[0]).toMatchObject({ code: 'timeout' });
  await fake.set({ slow: {}, holdAt: [] });
  await fake.until({ kind: 'interrupt' });
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  expect(await queued(fake)).toBe(2);
});

test('a server that refuses calls is none that draws, at rest and with an order of ours on it', async ({
  stage,
}) => {
  const fake = await stage.fake({ holdAt: ['sample'] });
  // It is waited for longer than this test runs.
  const comfy = await stage.open([fake.url], { timing: { refusedMs: 600_000 } });
  const states = () => comfy.engine.fleet?.servers().map(({ state }) => state);
  const attempt = comfy.start(await makeSmallOrder());
  await fake.until({ kind: 'held', at: 'sample' });
  expect(states()).toEqual(['busy']);
  await fake.command({ do: 'refuse' });
  await comfy.seen(() => states()?.[0] === 'checking');
  await fake.command({ do: 'accept' });
  await comfy.seen(() => states()?.[0] === 'busy');
  await fake.command({ do: 'release' });
  expect(await images(attempt)).toEqual([0]);
  await comfy.seen(ready(1));
  await fake.command({ do: 'refuse' });
  await comfy.seen(() => states()?.[0] === 'offline');
});
