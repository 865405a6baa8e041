import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, load } from './bench-server/load.mjs';
import { makeOrder } from './bench-server/make-order.mjs';
import { findFreePort, readConnection, start } from './bench-server/product.mjs';

/**
 * `npm run bench:server [rounds]`: answers a second of the five busiest reads and of placing an order, of the built product
 * and of an empty Fastify route that asks the same database as often, one after the other; medians of the rounds and
 * their ratio. Then how long two reads take beside many orders at once, each with as many pictures as an order may have.
 * Rates of a busy machine say little, ratios do. Never fails for a figure.
 */
const CONNECTIONS = 10;
const DURATION_MS = 1_000;
const MIN_ROUNDS = 5;
/** Calls that are counted to find how often one asks the database. */
const COUNTED = 10;
/** Side of the pictures of an order that is placed by itself. */
const ORDER_PX = 64;
/** Orders that come at once, and the side of their pictures. */
const AT_ONCE = 30;
const PASS_PX = 512;
/** Reads that are timed while nothing else is asked. */
const QUIET_READS = 200;
/** Orders that the list of renders shows. */
const RENDERS = 30;

const rounds = Math.max(Number(process.argv[2] ?? MIN_ROUNDS), MIN_ROUNDS);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-server-'));
const countPort = await findFreePort();
const port = await findFreePort();
const product = start(
  ['--import', join(import.meta.dirname, 'bench-server/count-queries.mjs'), 'dist/server/main.js'],
  {
    // Nobody paints: only what answers people is measured.
    ROLE: 'api',
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    COUNT_PORT: String(countPort),
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: 'off',
    SIGNUP_CREDITS: '1000000000',
    RENDER_COST: '1',
  },
);
let empty;
try {
  await product.line(/Vitrine is ready/);
  const url = `http://127.0.0.1:${port}`;
  empty = start([join(import.meta.dirname, 'bench-server/empty-server.mjs')], {
    CONNECTION: JSON.stringify(readConnection(join(folder, 'data'))),
  });
  const [, emptyPort] = await empty.line(/ready (\d+)/);
  const { calls, project, headers } = await makeCalls(url);

  console.log(
    `Load ${loadavg().map((value) => value.toFixed(1))}, ${rounds} rounds of ${DURATION_MS / 1000} s each.\n`,
  );
  console.log(
    '| Call | Round trips | Product, 1/s | Empty route, 1/s | Ratio |\n| --- | --- | --- | --- | --- |',
  );
  for (const [name, call] of Object.entries(calls)) {
    const trips = await countTrips(call);
    const other = { ...call, url: `http://127.0.0.1:${emptyPort}/${trips}` };
    const rates = { product: [], empty: [], ratio: [] };
    for (let round = 0; round < rounds; round += 1) {
      const own = await load(call, CONNECTIONS, DURATION_MS);
      const bare = await load(other, CONNECTIONS, DURATION_MS);
      rates.product.push(own);
      rates.empty.push(bare);
      rates.ratio.push(own / bare);
    }
    const figures = [
      median(rates.product).toFixed(0),
      median(rates.empty).toFixed(0),
      median(rates.ratio).toFixed(2),
    ];
    console.log(`| ${name} | ${trips} | ${figures.join(' | ')} |`);
  }
  await printBeside(url, project, headers);
} finally {
  await empty?.stop();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A person with orders, and what that person's page asks. */
async function makeCalls(url) {
  const json = { 'content-type': 'application/json' };
  const person = { name: 'Ada', email: 'ada@example.com', password: 'a long password 1' };
  const session = JSON.parse(
    await ask(undefined, {
      url: `${url}/api/users/register/`,
      method: 'POST',
      headers: json,
      body: Buffer.from(JSON.stringify(person)),
    }),
  );
  const headers = { authorization: `Bearer ${session.access_token}` };
  const read = (path) => ({ url: url + path, headers });
  const project = JSON.parse(await ask(undefined, read('/api/project/active/')));
  const order = await makeOrder(project, ORDER_PX, { isWhole: false });
  const placing = {
    url: `${url}/api/render/`,
    method: 'POST',
    headers: { ...headers, ...order.headers },
    body: order.body,
  };
  let render;
  for (let index = 0; index < RENDERS; index += 1) render = JSON.parse(await ask(undefined, placing));
  const calls = {
    'who I am': read('/api/users/me/'),
    'active project': read('/api/project/active/'),
    'list of renders': read('/api/render/'),
    'state of a render': read(`/api/render/${render.id}/`),
    'library of materials': read('/api/material/'),
    'placing an order': placing,
  };
  return { calls, project, headers };
}

/** 95 of 100 reads are quicker: while nothing else is asked, and while many orders are taken. */
async function printBeside(url, project, headers) {
  const order = await makeOrder(project, PASS_PX, { isWhole: true });
  const placing = {
    url: `${url}/api/render/`,
    method: 'POST',
    headers: { ...headers, ...order.headers },
    body: order.body,
  };
  const reads = {
    health: { url: `${url}/api/health/` },
    'list of projects': { url: `${url}/api/project/summaries/`, headers },
  };
  console.log(
    `\n| Beside ${AT_ONCE} orders at once | Quiet, p95 ms | Beside, p95 ms | Ratio |\n| --- | --- | --- | --- |`,
  );
  for (const [name, read] of Object.entries(reads)) {
    let count = 0;
    const quiet = await timeReads(read, () => count++ < QUIET_READS);
    let areAnswered = false;
    const since = performance.now();
    const orders = Promise.all(Array.from({ length: AT_ONCE }, () => ask(undefined, placing))).then(() => {
      areAnswered = true;
    });
    const beside = await timeReads(read, () => !areAnswered);
    await orders;
    const figures = [quiet.toFixed(1), beside.toFixed(1), (beside / quiet).toFixed(1)].join(' | ');
    const took = ((performance.now() - since) / 1_000).toFixed(1);
    console.log(`| ${name} (orders took ${took} s) | ${figures} |`);
  }
}

async function timeReads(read, goesOn) {
  const taken = [];
  while (goesOn()) {
    const since = performance.now();
    await ask(undefined, read);
    taken.push(performance.now() - since);
  }
  taken.sort((a, b) => a - b);
  return taken[Math.floor(taken.length * 0.95)] ?? 0;
}

async function countTrips(call) {
  const read = async () => Number(await ask(undefined, { url: `http://127.0.0.1:${countPort}/` }));
  const before = await read();
  for (let index = 0; index < COUNTED; index += 1) await ask(undefined, call);
  return Math.round(((await read()) - before) / COUNTED);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
