import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ask } from './bench-server/load.mjs';
import { makeOrder } from './bench-server/make-order.mjs';
import { findFreePort, readConnection, start } from './bench-server/product.mjs';

/**
 * `npm run bench:backup [renders] [kB]`: seconds of a backup beside the built product, of a second one, of a restore, and of a
 * move of its rows into another PostgreSQL and back, with 5,000 finished renders if not told otherwise, each with a picture of 100 kB and a small one that nobody else has.
 */
const RENDERS = Number(process.argv[2] ?? 5_000);
const PICTURE_BYTES = Number(process.argv[3] ?? 100) * 1_000;
const SMALL_BYTES = 5_000;

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-backup-'));
const dataDir = join(folder, 'data');
const to = join(folder, 'backups');
const port = await findFreePort();
const environment = { DATA_DIR: dataDir, COMFY_URLS: 'off' };
const product = start(['dist/server/main.js'], { ...environment, ROLE: 'api', PORT: String(port) });
let isRunning = true;
try {
  await product.line(/Vitrine is ready/);
  await fill(`http://127.0.0.1:${port}`);
  console.log(`${RENDERS} renders, load ${loadavg().map((value) => value.toFixed(1))}`);
  run('backup', 'backup.js', ['--to', to], environment);
  run('second backup', 'backup.js', ['--to', to], environment);
  await product.stop();
  isRunning = false;
  const restored = { ...environment, DATA_DIR: join(folder, 'restored') };
  run('restore', 'restore.js', [to], restored);
  await withAnother(async (url) => {
    run('move', 'move-database.js', ['--to', url], restored);
    run('back', 'move-database.js', ['--to', 'embedded'], { ...restored, DATABASE_URL: url });
  });
} finally {
  if (isRunning) await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A PostgreSQL that is not of the restored product, with an empty database. */
async function withAnother(work) {
  const another = { ...environment, DATA_DIR: join(folder, 'another') };
  const holder = start(['dist/server/main.js'], {
    ...another,
    ROLE: 'api',
    PORT: String(await findFreePort()),
  });
  try {
    await holder.line(/Vitrine is ready/);
    const { host, user, password } = readConnection(another.DATA_DIR);
    const client = new pg.Client({ host, user, password, database: 'vitrine' });
    await client.connect();
    await client.query('create database another');
    await client.end();
    await work(
      `postgresql://${user}:${encodeURIComponent(password)}@localhost/another?host=${encodeURIComponent(host)}`,
    );
  } finally {
    await holder.stop();
  }
}

function run(what, program, given, more) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('dist/server', program), ...given], {
    encoding: 'utf8',
    env: { ...process.env, ...more },
  });
  if (status !== 0) throw new Error(stderr);
  console.log(`\n${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s\n${stdout.trim()}`);
}

/** As many finished renders as a person has after years of use, each with pictures of its own. */
async function fill(url) {
  const send = (path, body, headers = {}) =>
    ask(undefined, {
      url: url + path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(body)),
    });
  const person = { name: 'Ada', email: 'ada@example.com', password: 'a long password 1' };
  const { access_token } = JSON.parse(await send('/api/users/register/', person));
  const headers = { authorization: `Bearer ${access_token}` };
  const project = JSON.parse(await ask(undefined, { url: `${url}/api/project/active/`, headers }));
  const order = await makeOrder(project, 64, { isWhole: false });
  const placing = { url: `${url}/api/render/`, method: 'POST', headers: { ...headers, ...order.headers } };
  const { id } = JSON.parse(await ask(undefined, { ...placing, body: order.body }));
  const client = new pg.Client(readConnection(dataDir));
  // Where something fails, PostgreSQL is stopped before it is closed.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(
    `insert into renders (user_id, project_id, status, engine, recipe, price, progress, finished_at)
     select user_id, project_id, 'completed', engine, recipe, price, 100, now()
     from renders, generate_series(1, $2) where id = $1 returning id`,
    [id, RENDERS],
  );
  const ids = rows.map((row) => row.id);
  const pictures = ids.map(() => writeFile(PICTURE_BYTES));
  const thumbnails = ids.map(() => writeFile(SMALL_BYTES));
  await client.query(
    `insert into files (hash, size_bytes, content_type) select unnest($1::text[]), $3::bigint, 'image/webp'
     union all select unnest($2::text[]), $4::bigint, 'image/webp'`,
    [pictures, thumbnails, PICTURE_BYTES, SMALL_BYTES],
  );
  await client.query(
    `insert into render_images (render_id, batch_index, image_hash, thumbnail_hash, width_px, height_px)
     select id, 0, image, small, 1024, 1024 from unnest($1::int[], $2::text[], $3::text[]) as one (id, image, small)`,
    [ids, pictures, thumbnails],
  );
  await client.end();
}

function writeFile(bytes) {
  const content = randomBytes(bytes);
  const hash = createHash('sha256').update(content).digest('hex');
  const place = join(dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4));
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, hash), content);
  return hash;
}
