import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ask } from './bench-server/load.mjs';
import { makeOrder } from './bench-server/make-order.mjs';
import { findFreePort, readConnection, start } from './bench-server/product.mjs';

/**
 * `npm run bench:pauses`: for how long the event loop of the built product does nothing else while it takes and gives the
 * largest valid values, and the lists of somebody with 5,000 renders. Each is asked a few times; printed is the longest that
 * it works at a stretch, and the longest pause, which a machine that does other things makes longer.
 */
const TIMES = 5;
const RENDERS = 5_000;
/** What a body may have, less what stands around the list that fills it. */
const BODY_BYTES = 4 * 1024 ** 2 - 64 * 1024;
const POSE = {
  position: [0, 0, 9],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};
const uuidOf = (index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-pauses-'));
const [port, pausesPort] = [await findFreePort(), await findFreePort()];
const product = start(
  ['--import', join(import.meta.dirname, 'bench-server/watch-pauses.mjs'), 'dist/server/main.js'],
  {
    ROLE: 'api',
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    PAUSES_PORT: String(pausesPort),
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: 'off',
    SIGNUP_CREDITS: '1000000000',
    RENDER_COST: '1',
  },
);
const url = `http://127.0.0.1:${port}`;
try {
  await product.line(/Vitrine is ready/);
  const person = { name: 'Ada', email: 'ada@example.com', password: 'a long password 1' };
  const session = JSON.parse(await send('POST', '/api/users/register/', {}, person));
  const headers = { authorization: `Bearer ${session.access_token}` };
  const project = JSON.parse(await ask(undefined, { url: `${url}/api/project/active/`, headers }));
  const order = await makeOrder(project, 64, { isWhole: false });
  const placing = { url: `${url}/api/render/`, method: 'POST', headers: { ...headers, ...order.headers } };
  const { id } = JSON.parse(await ask(undefined, { ...placing, body: order.body }));
  const { recipe } = JSON.parse(await ask(undefined, { url: `${url}/api/render/${id}/`, headers }));
  await copyRender(id);

  const base = `/api/project/${project.id}/`;
  const settings = { model_materials: makeMaterials(project.model_materials[0]) };
  const scene = makeScene(recipe.scene);
  const wide = await makeOrder(project, 64, {
    isWhole: false,
    fields: { scene: JSON.stringify(makeScene(recipe.scene, 900_000)) },
  });
  const hidden = { render_settings: { hidden_nodes: Array.from({ length: 100_000 }, (_, at) => at) } };
  const imported = {
    engine: 'studio',
    created_at: new Date().toISOString(),
    recipe,
    provenance: [],
    images: [],
  };
  const calls = {
    'settings: 1,000 materials with 4 MB of parts': () => send('PATCH', base, headers, settings),
    'settings: 100,000 hidden nodes': () => send('PATCH', base, headers, hidden),
    'that project': () => ask(undefined, { url: `${url}${base}`, headers }),
    'list of that project': () => ask(undefined, { url: `${url}/api/project/`, headers }),
    'a sketch of 3 MB': () => send('POST', `${base}sketches/`, headers, makeSketch(project)),
    'a recipe of 4 MB from a project file': () =>
      send('POST', `${base}renders/`, headers, { ...imported, recipe: { ...recipe, scene } }),
    'an order with a scene of 1 MB': () =>
      ask(undefined, { ...placing, headers: { ...headers, ...wide.headers }, body: wide.body }),
    'list of renders, some with such recipes': () => ask(undefined, { url: `${url}/api/render/`, headers }),
    [`list of ${RENDERS} renders, the next page`]: () =>
      ask(undefined, { url: `${url}/api/render/?cursor=${RENDERS - 200}`, headers }),
    [`gallery of ${RENDERS} renders`]: () => ask(undefined, { url: `${url}/api/render/cards/`, headers }),
    'state of the queue': () => ask(undefined, { url: `${url}/api/render/state/`, headers }),
    'files of the project': () => ask(undefined, { url: `${url}${base}files/`, headers }),
  };
  console.log(`Load ${loadavg().map((value) => value.toFixed(1))}, each ${TIMES} times.\n`);
  console.log('| Call | Longest work at a stretch, ms | Longest pause, ms |\n| --- | --- | --- |');
  for (const [name, call] of Object.entries(calls)) {
    const pauses = [];
    for (let index = 0; index < TIMES; index += 1) {
      await ask(undefined, { url: `http://127.0.0.1:${pausesPort}/`, method: 'POST' });
      await call();
      pauses.push(JSON.parse(await ask(undefined, { url: `http://127.0.0.1:${pausesPort}/` })));
    }
    const longest = ['workMs', 'pauseMs'].map((key) =>
      Math.max(...pauses.map((pause) => pause[key])).toFixed(0),
    );
    console.log(`| ${name} | ${longest.join(' | ')} |`);
  }
} finally {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

async function send(method, path, headers, value) {
  const body = Buffer.from(JSON.stringify(value));
  return ask(undefined, {
    url: url + path,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
}

/** Inserts as many finished renders as a person has after years of use. */
async function copyRender(id) {
  const client = new pg.Client(readConnection(join(folder, 'data')));
  await client.connect();
  await client.query(
    `insert into renders (user_id, project_id, status, engine, recipe, price, progress, finished_at)
     select user_id, project_id, 'completed', engine, recipe, price, 100, now()
     from renders, generate_series(1, $2) where id = $1`,
    [id, RENDERS],
  );
  await client.query(
    `insert into render_images (render_id, batch_index, image_hash, thumbnail_hash, width_px, height_px)
     select id, 0, recipe #>> '{passes,snapshot}', recipe #>> '{passes,snapshot}', 64, 64
     from renders where status = 'completed'`,
  );
  await client.end();
}

/** Each of as many materials as a project may have says of which parts it is. */
function makeMaterials(like) {
  const nodes = Array.from({ length: 1_500 }, (_, at) => at % 10);
  return Array.from({ length: 1_000 }, (_, at) => ({ ...like, id: uuidOf(at), nodes }));
}

function makeScene(like, bytes = BODY_BYTES) {
  const each = 10_000;
  const split = { from: 0, nodes: Array.from({ length: each }, () => 1) };
  const finish = { kind: 'plain', colour: '#123456', metalness: 0, roughness: 1 };
  const count = Math.floor(bytes / (2 * each + 200));
  const dressings = Array.from({ length: count }, (_, at) => ({ materialIndex: at, split, ...finish }));
  return { ...like, dressings };
}

function makeSketch(project) {
  const segment = {
    start: { x: 1.5, y: 2.5 },
    end: { x: 3.5, y: 4.5 },
    size: 9,
    opacity: 0.5,
    color: '#ffffff',
  };
  const segments = Array.from({ length: 20_000 }, () => segment);
  return {
    id: uuidOf(1),
    model_hash: project.model_hash,
    pose: POSE,
    steps: [{ id: 'one', kind: 'stroke', isEraser: false, segments }],
    updated_at: Date.now(),
  };
}
