import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { printBeside } from './bench-server/beside.mjs';
import { ask, load } from './bench-server/load.mjs';
import { makeOrder } from './bench-server/make-order.mjs';
import { watchProcessor } from './bench-server/processor-time.mjs';
import { findFreePort, readConnection, start } from './bench-server/product.mjs';

/**
 * `npm run bench:server [rounds] [part of a call's name]`: five busy reads and the placing of an order, of the built product and of its peer
 * (`bench-server/peer.mjs`), which asks the same database the same statements, prepared, and answers the same bytes. Rounds of
 * both take turns; printed are medians and the medians of the rounds' ratios. On a machine that does other
 * things, too, the ratio of processor time is the one to read. Then how long reads take beside many orders at once. Never fails
 * for a figure.
 */
const CONNECTIONS = 10;
const DURATION_MS = 800;
const MIN_ROUNDS = 5;
/** Before the first round: code that runs often is compiled by then. */
const WARM_UP_MS = 1_500;
/** Each round has as many calls one after the other, over one connection. */
const REST_MS = 150;
/** How often a call's statements are recorded: the shortest recording has no statements of other work in it. */
const RECORDINGS = 3;
/** Side of the picture of an order that is placed by itself. */
const ORDER_PX = 64;
/** Orders that the list of renders shows. */
const RENDERS = 30;
/** What earlier rounds have queued would be counted by later ones. */
const EMPTY_QUEUE = `update renders set status = 'cancelled' where status = 'queued'; delete from pgboss.job`;

const rounds = Math.max(Number(process.argv[2] ?? MIN_ROUNDS), MIN_ROUNDS);
/** Runs only the calls whose names contain this, and not the reads beside many orders. */
const wanted = process.argv[3] ?? '';
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-server-'));
const recordPort = await findFreePort();
const port = await findFreePort();
const profile = process.env.PROFILE_DIR ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE_DIR}`] : [];
const product = start(
  [
    ...profile,
    '--import',
    join(import.meta.dirname, 'bench-server/record-queries.mjs'),
    'dist/server/main.js',
  ],
  {
    // No worker runs: only the answering of calls is measured.
    ROLE: 'api',
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    RECORD_PORT: String(recordPort),
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: 'off',
    SIGNUP_CREDITS: '1000000000',
    RENDER_COST: '1',
  },
);
let peer;
let processor;
try {
  await product.line(/Vitrine is ready/);
  const url = `http://127.0.0.1:${port}`;
  const connection = readConnection(join(folder, 'data'));
  processor = await watchProcessor(connection);
  peer = start([join(import.meta.dirname, 'bench-server/peer.mjs')], {
    CONNECTION: JSON.stringify(connection),
    FOLDER: folder,
  });
  const [, peerPort] = await peer.line(/ready (\d+)/);
  const { calls, project, headers } = await makeCalls(url);
  const servers = {
    product: { pid: product.pid, names: ['vitrine', 'vitrine-queue'] },
    peer: { pid: peer.pid, names: ['peer'] },
  };

  console.log(
    `Load ${loadavg().map((value) => value.toFixed(1))}, ${rounds} rounds, ${CONNECTIONS} connections.`,
  );
  console.log('Each cell: product / peer. Processor time is per call, of the server and of PostgreSQL.\n');
  console.log(
    '| Call | Round trips | 1/s | Ratio | Server, ms | Ratio | PostgreSQL, ms | At rest p50, p99 ms | Under load p50, p99 ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, call] of Object.entries(calls).filter(([each]) => each.includes(wanted))) {
    await processor.query(EMPTY_QUEUE);
    const recorded = await record(call);
    const path = `http://127.0.0.1:${peerPort}/${encodeURIComponent(name)}`;
    await tell(`http://127.0.0.1:${peerPort}/calls/${encodeURIComponent(name)}`, recorded);
    const pair = { product: call, peer: { ...call, url: path } };
    await load(pair.product, CONNECTIONS, WARM_UP_MS);
    await load(pair.peer, CONNECTIONS, WARM_UP_MS);
    const seen = { product: [], peer: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const who of ['product', 'peer']) {
        await processor.query(EMPTY_QUEUE);
        const rest = await load(pair[who], 1, REST_MS);
        const busy = () => load(pair[who], CONNECTIONS, DURATION_MS);
        const { result, serverMs, databaseMs } = await processor.measure(servers[who], busy);
        seen[who].push({
          rate: (result.calls * 1_000) / result.tookMs,
          server: serverMs / result.calls,
          database: databaseMs / result.calls,
          rest: rest.latencies,
          busy: result.latencies,
        });
      }
    }
    print(name, recorded.statements.length, seen);
  }
  if (wanted === '') await printBeside(url, project, headers);
} finally {
  await processor?.close();
  await peer?.stop();
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

/** What a call asks the database and what it answers. */
async function record(call) {
  const recorder = { url: `http://127.0.0.1:${recordPort}/` };
  let shortest;
  for (let index = 0; index < RECORDINGS; index += 1) {
    await ask(undefined, { ...recorder, method: 'POST' });
    const answer = JSON.parse(await ask(undefined, call));
    const statements = JSON.parse(await ask(undefined, recorder));
    const placed = call.method === 'POST' ? answer.id : undefined;
    if (shortest === undefined || statements.length < shortest.statements.length) {
      shortest = { statements, answer, placed };
    }
  }
  return shortest;
}

async function tell(url, value) {
  const headers = { 'content-type': 'application/json' };
  await ask(undefined, { url, method: 'POST', headers, body: Buffer.from(JSON.stringify(value)) });
}

function print(name, trips, { product: own, peer: other }) {
  const both = (write) => `${write(own)} / ${write(other)}`;
  const middle = (key, digits) => both((rows) => median(rows.map((row) => row[key])).toFixed(digits));
  const ratio = (divide) => median(own.map((row, at) => divide(row, other[at]))).toFixed(2);
  const spread = (key) =>
    both((rows) => {
      const all = rows.flatMap((row) => row[key]).sort((a, b) => a - b);
      return [0.5, 0.99].map((share) => all[Math.floor(all.length * share)].toFixed(1)).join(', ');
    });
  const cells = [
    name,
    trips,
    middle('rate', 0),
    ratio((a, b) => a.rate / b.rate),
    middle('server', 2),
    ratio((a, b) => b.server / a.server),
    middle('database', 2),
    spread('rest'),
    spread('busy'),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
