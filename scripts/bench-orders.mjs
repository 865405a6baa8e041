import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { makeTriangle } from './bench-orders/make-triangle.mjs';
import { createWatchdog } from './bench-orders/watchdog.mjs';
import { ask } from './bench-server/load.mjs';
import { makeNoise, makeOrder, packForm } from './bench-server/make-order.mjs';
import { findFreePort, readConnection, start } from './bench-server/product.mjs';

/**
 * `npm run bench:orders [-- --orders=500 --batch=25 --pause=10-20 --drawn=5 --limit=60 --busy=2]`: small orders and as many uploads in parallel,
 * on the built product, while every core is busy with something else, with pauses in which nothing is asked. What
 * takes longer than it may is printed with what the server and its database wait for, and counted.
 *
 * - `drawn`: orders of each batch that are drawn to their end; the others are cancelled once they are taken.
 * - `limit`: seconds that a call may take; on a machine that others load, more.
 * - `busy`: threads that burn a core each.
 */
const WHO = { name: 'Ada', email: 'ada@example.com', password: 'a long password 1' };
const SIZE_PX = 128;
const PICTURE_PX = 400;
/** Waiting for a turn and the drawing of a batch of tiny pictures. */
const DRAWN_LIMIT_MS = 300_000;
const LOOK_MS = 500;

/** Where pictures are sent, in turn. */
const UPLOADS = [
  { path: () => '/api/background/', method: 'POST', field: 'image', texts: { name: 'Noise' } },
  { path: () => '/api/picture/', method: 'POST', field: 'picture', texts: {} },
  { path: () => '/api/users/me/avatar/', method: 'PUT', field: 'avatar', texts: {} },
  {
    path: ({ project }) =>
      `/api/project/${project.id}/model-materials/00000000-0000-4000-8000-000000000001/texture/`,
    method: 'POST',
    field: 'texture',
    texts: { original_index: '0', original_id: 'Oak' },
  },
];

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '500' },
    batch: { type: 'string', default: '25' },
    pause: { type: 'string', default: '10-20' },
    drawn: { type: 'string', default: '5' },
    limit: { type: 'string', default: '60' },
    busy: { type: 'string', default: String(availableParallelism()) },
  },
});
const batch = Number(values.batch);
const callLimitMs = Number(values.limit) * 1_000;
const [pauseFrom, pauseTo = pauseFrom] = values.pause.split('-').map(Number);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-orders-'));
const [port, watchPort] = [await findFreePort(), await findFreePort()];
const url = `http://127.0.0.1:${port}`;
const product = start(
  ['--import', join(import.meta.dirname, 'bench-orders/watch.mjs'), 'dist/server/main.js'],
  {
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    WATCH_PORT: String(watchPort),
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: 'off',
    SIGNUP_CREDITS: '1000000000',
    RENDER_COST: '1',
    // Processes that were lost are told.
    LOG_LEVEL: 'warn',
  },
);
process.once('SIGINT', stop).once('SIGTERM', stop);
const burners = [];
let watchdog;
/** Milliseconds of every call that succeeded, by what it was. */
const taken = new Map();
try {
  await product.line(/Vitrine is ready/);
  const connection = readConnection(join(folder, 'data'));
  watchdog = createWatchdog({ connection, watchPort, pid: product.pid, print: console.log });
  await watchdog.start();
  const person = await signUp();
  const forms = await makeForms(person);
  for (let count = 0; count < Number(values.busy); count += 1) {
    burners.push(new Worker('for (;;);', { eval: true }));
  }
  let left = Number(values.orders);
  let failed = 0;
  while (left > 0) {
    const size = Math.min(batch, left);
    left -= size;
    await logIn(person);
    failed += await runBatch(person, forms, size);
    const average = loadavg()[0].toFixed(1);
    console.log(`${left} orders left, load ${average}, over so far ${watchdog.found.over}, failed ${failed}`);
    if (left > 0) await pause((pauseFrom + Math.random() * (pauseTo - pauseFrom)) * 1_000);
  }
  console.log('\n| Call | Count | Median, ms | p95, ms | Longest, ms |\n| --- | --- | --- | --- | --- |');
  for (const [name, times] of taken) printTimes(name, times);
  console.log(
    `\n${watchdog.found.over} over their limit, ${failed} failed; ` +
      `longest idle transaction ${Math.round(watchdog.found.longestIdleMs)} ms.`,
  );
  process.exitCode = watchdog.found.over + failed > 0 ? 1 : 0;
} finally {
  await stop();
}

async function stop() {
  for (const burner of burners) await burner.terminate();
  await watchdog?.stop();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit();
}

function printTimes(name, times) {
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
  console.log(`| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
}

/** What one batch sends. Made once: the cores are the server's afterwards. */
async function makeForms(person) {
  const forms = [];
  for (let index = 0; index < batch; index += 1) {
    const kind = UPLOADS[index % UPLOADS.length];
    const order = await makeOrder(person.project, SIZE_PX, { isWhole: true, fields: { quality: 'draft' } });
    forms.push({ kind, order, upload: await packForm(await makeUploadForm(kind)) });
  }
  return forms;
}

/** Orders and uploads of one batch at once, then the drawing of what is not cancelled. @returns How many failed. */
async function runBatch(person, forms, size) {
  let failed = 0;
  const attempt = (name, work, limitMs = callLimitMs) =>
    watchdog
      .watch(name, limitMs, async () => {
        const since = performance.now();
        const answer = await work();
        const times = taken.get(name) ?? [];
        taken.set(name, [...times, performance.now() - since]);
        return answer;
      })
      .catch((error) => {
        failed += 1;
        console.log(`failed: ${name}: ${error.message}`);
        return null;
      });
  const sent = forms.slice(0, size);
  const orders = sent.map(({ order }) => attempt('order', () => send(person, 'POST', '/api/render/', order)));
  const uploads = sent.map(({ kind, upload }) =>
    attempt(`upload of a ${kind.field}`, () => send(person, kind.method, kind.path(person), upload)),
  );
  const accepted = (await Promise.all(orders)).filter((order) => order !== null);
  await Promise.all(uploads);
  const drawn = accepted.slice(0, Number(values.drawn));
  await Promise.all(
    accepted.slice(drawn.length).map(({ id }) => attempt('cancel', () => cancel(person, id))),
  );
  await Promise.all(drawn.map(({ id }) => attempt('render', () => awaitEnd(person, id), DRAWN_LIMIT_MS)));
  return failed;
}

async function makeUploadForm({ field, texts }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  const bytes = await makeNoise(PICTURE_PX).jpeg({ quality: 90 }).withMetadata().toBuffer();
  form.set(field, new Blob([bytes], { type: 'image/jpeg' }), 'noise.jpg');
  return form;
}

async function awaitEnd(person, id) {
  for (;;) {
    const { status } = await send(person, 'GET', `/api/render/${id}/`);
    if (status === 'completed') return;
    if (status !== 'queued' && status !== 'processing') throw new Error(`it ended as ${status}`);
    await pause(LOOK_MS);
  }
}

/** One that was drawn in the meantime is finished. */
async function cancel(person, id) {
  try {
    await send(person, 'POST', `/api/render/${id}/cancel/`);
  } catch (error) {
    if (!error.message.includes('render-finished')) throw error;
  }
}

/** A token is good for some minutes only. */
async function logIn(person) {
  const { email, password } = WHO;
  const session = await send(
    { headers: {} },
    'POST',
    '/api/users/login/',
    JSON.stringify({ email, password }),
  );
  person.headers = { authorization: `Bearer ${session.access_token}` };
}

/** Somebody new, whose active project shows a triangle. */
async function signUp() {
  const person = { headers: {} };
  const session = await send(person, 'POST', '/api/users/register/', JSON.stringify(WHO));
  person.headers = { authorization: `Bearer ${session.access_token}` };
  const { id } = await send(person, 'GET', '/api/project/active/');
  const upload_id = randomUUID();
  const form = new FormData();
  const part = { upload_id, chunk_index: '0', total_chunks: '1', filename: 'triangle.glb', project_id: id };
  for (const [name, value] of Object.entries(part)) form.set(name, String(value));
  form.set('file', new Blob([makeTriangle()]), 'triangle.glb');
  await send(person, 'POST', '/api/chunked-upload/', await packForm(form));
  const whole = { upload_id, project_id: id, total_chunks: 1, filename: 'triangle.glb' };
  await send(person, 'POST', '/api/chunked-upload/complete/', JSON.stringify(whole));
  return { ...person, project: await send(person, 'GET', `/api/project/${id}/`) };
}

/** One call with a key of its own; its answer. @param sent JSON as text, or a packed form. */
async function send(person, method, path, sent = {}) {
  const json = { headers: { 'content-type': 'application/json' }, body: Buffer.from(String(sent)) };
  const form = typeof sent === 'string' ? json : sent;
  const headers = { ...person.headers, ...form.headers };
  if (method !== 'GET') headers['idempotency-key'] = randomUUID();
  const text = await ask(undefined, { url: url + path, method, headers, body: form.body });
  return text === '' ? null : JSON.parse(text);
}
