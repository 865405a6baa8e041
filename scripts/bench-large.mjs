import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from './bench-server/load.mjs';
import { makeOrder } from './bench-server/make-order.mjs';
import { findFreePort, start } from './bench-server/product.mjs';

/**
 * `npm run bench:large`, or `-- 4096:standard` for others than these: what a large picture of the sample takes of the built
 * product: seconds, bytes of its file, the most memory that the server and the processes beside it ever held, and the
 * longest that the server's event loop worked at a stretch. Reads /proc: on Linux alone.
 */
const KINDS = process.argv.length > 2 ? process.argv.slice(2) : ['2048:draft', '8192:draft', '4096:standard'];
/** Longest side of what the stage draws for an order. */
const STAGE_PX = 2048;
const LOOK_MS = 200;
const MEBIBYTE = 1024;
/** A token is good for twice as long. */
const SESSION_MS = 5 * 60_000;
const PERSON = { name: 'Ada', email: 'ada@example.com', password: 'a long password 1' };
let signedInAt = 0;

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-large-'));
const [port, pausesPort] = [await findFreePort(), await findFreePort()];
const watch = { url: `http://127.0.0.1:${pausesPort}/` };
const url = `http://127.0.0.1:${port}`;
const product = start(
  ['--import', join(import.meta.dirname, 'bench-server/watch-pauses.mjs'), 'dist/server/main.js'],
  {
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    PAUSES_PORT: String(pausesPort),
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: 'off',
    SIGNUP_CREDITS: '1000000',
  },
);
try {
  await product.line(/Vitrine is ready/);
  await post('/api/users/register/', PERSON);
  const headers = await signIn();
  const project = JSON.parse(await ask(undefined, { url: `${url}/api/project/active/`, headers }));
  console.log(`Load ${loadavg().map((value) => value.toFixed(1))}.\n`);
  console.log(
    '| Picture | Seconds | File, MB | Server, MiB | Picture process, MiB | Work at a stretch, ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const kind of KINDS) {
    const [size, quality] = kind.split(':');
    const made = await measure(headers, project, Number(size), quality);
    console.log(`| ${size} x ${size}, ${quality} | ${made.join(' | ')} |`);
  }
} finally {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(headers, project, sizePx, quality) {
  const passPx = Math.min(STAGE_PX, sizePx);
  const order = await makeOrder(project, passPx, {
    isWhole: false,
    fields: { width: sizePx, height: sizePx, quality, fix_seed: 'true', seed: '16' },
  });
  for (const { pid } of await listProcesses())
    await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
  await ask(undefined, { ...watch, method: 'POST' });
  const began = performance.now();
  const placing = { url: `${url}/api/render/`, method: 'POST', headers: { ...headers, ...order.headers } };
  const { id } = JSON.parse(await ask(undefined, { ...placing, body: order.body }));
  const most = { server: 0, beside: 0 };
  for (;;) {
    for (const { pid, isServer } of await listProcesses()) {
      const mebibytes = await readPeak(pid);
      const who = isServer ? 'server' : 'beside';
      most[who] = Math.max(most[who], mebibytes);
    }
    const age = performance.now() - signedInAt;
    if (age > SESSION_MS) Object.assign(headers, await signIn());
    const render = JSON.parse(await ask(undefined, { url: `${url}/api/render/${id}/`, headers }));
    if (render.status === 'error' || render.status === 'cancelled') throw new Error(render.error_code);
    if (render.status === 'completed') {
      const seconds = (performance.now() - began) / 1000;
      const { workMs } = JSON.parse(await ask(undefined, watch));
      const file = await ask(undefined, { url: url + render.output_images[0].image, headers });
      return [
        seconds.toFixed(0),
        (file.length / 1e6).toFixed(1),
        most.server.toFixed(0),
        most.beside.toFixed(0),
        workMs.toFixed(0),
      ];
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function signIn() {
  const { access_token: token } = JSON.parse(await post('/api/users/login/', PERSON));
  signedInAt = performance.now();
  return { authorization: `Bearer ${token}` };
}

function post(path, value) {
  const headers = { 'content-type': 'application/json' };
  return ask(undefined, {
    url: url + path,
    method: 'POST',
    headers,
    body: Buffer.from(JSON.stringify(value)),
  });
}

/** The server, and the Node processes that it started. */
async function listProcesses() {
  const found = [{ pid: product.pid, isServer: true }];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]);
    if (parent === product.pid && stat.includes('(node)')) found.push({ pid: Number(pid), isServer: false });
  }
  return found;
}

async function readPeak(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / MEBIBYTE;
}
