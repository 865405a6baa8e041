import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LibraryItemBody } from '../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import { RenderSpec } from '../../src/contract/render-spec.ts';
import { seedStarterContent } from '../../src/server/libraries/seed-starter-content.ts';
import { setMaintenance } from '../../src/server/maintenance/maintenance.ts';
import { writeRecipe } from '../../src/workers/compute/archive/write-recipe.ts';
import { makeBoxes } from '../support/box-model.ts';
import { makeSmallRoot } from '../support/child-process.ts';
import { openChaosProxy } from '../support/fault-rig/chaos-proxy.ts';
import { type RenderBody, type RenderServer, startRenderServer } from '../support/render-server.ts';
import type { Person } from '../support/server.ts';
import { makePng } from '../support/tiny-image.ts';
import { linesOf, openVitrine, type Vitrine } from '../support/vitrine.ts';

let vitrine: Vitrine;
let server: RenderServer;
let root: string;
let folder: string;
let person: Person;
let key: string;
beforeAll(async () => {
  vitrine = await openVitrine();
  server = await startRenderServer({ isTracing: true });
  root = await mkdtemp(join(tmpdir(), 'vitrine-remote-'));
  // The library that both dress from.
  await mkdir(join(root, 'small'));
  await makeSmallRoot(join(root, 'small'));
  const { services, database } = server.deps;
  await seedStarterContent({ ...services, db: database.db }, join(root, 'small/content'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'person-'));
  const box = { name: 'Box', size: [1, 1.4, 0.6], centre: [0, 0, 0], colour: [0.7, 0.1, 0.1, 1] } as const;
  await writeFile(join(folder, 'box.glb'), makeBoxes([box]));
  person = await server.signUp();
  key = await makeKey(['read', 'write', 'render']);
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

async function makeKey(scopes: string[]): Promise<string> {
  const { password } = person;
  const made = await server.post(person, '/api/users/me/api-keys/', {
    name: 'Command',
    scopes,
    password,
    expires_in_days: null,
  });
  expect(made.status).toBe(201);
  return made.body.key;
}
const run = (...args: string[]) => vitrine.run(args, folder, { VITRINE_KEY: key });
const there = (...args: string[]) => run(...args, '--server', server.url);
const QUICK = ['--size', '64', '--quality', 'draft'];
const pixels = async (name: string) =>
  sharp(await readFile(join(folder, name)))
    .raw()
    .toBuffer();
/** The picture without a recipe. */
const bare = async (name: string): Promise<Blob> =>
  new Blob([
    new Uint8Array(
      await sharp(await readFile(join(folder, name)))
        .png()
        .toBuffer(),
    ),
  ]);
const renders = () => server.get<RenderBody[]>(person, '/api/render/');

test('the server makes the same picture as is made here, to the pixel, and its file has the same recipe', async () => {
  await writeFile(join(folder, 'wall.png'), makePng());
  const looks = ['--material', 'Box=Chestnut leather', '--background', 'wall.png', '--view', '30,15'];
  const here = await run('render', 'box.glb', ...QUICK, ...looks, '--out', 'here.png');
  expect(here).toMatchObject({ code: 0 });
  const far = await there('render', 'box.glb', ...QUICK, ...looks, '--out', 'there.png', '--json');
  expect(far, far.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(linesOf(far).at(-1)).toMatchObject({ kind: 'done', file: 'there.png', price: 100, widthPx: 64 });
  expect(await pixels('there.png')).toEqual(await pixels('here.png'));
  const recipeOf = async (name: string) => {
    const { engineBuild: _, ...recipe } = RenderSpec.parse(JSON.parse((await run('recipe', name)).stdout));
    return recipe;
  };
  expect(await recipeOf('there.png')).toEqual(await recipeOf('here.png'));
  expect(await server.credits(person)).toBe(1_900);
});

test('the product alone comes with its alpha, and a background of the library is the server’s item', async () => {
  await run('render', 'box.glb', ...QUICK, '--background', 'transparent', '--out', 'here.png');
  const alone = await there(
    'render',
    'box.glb',
    ...QUICK,
    '--background',
    'transparent',
    '--out',
    'alone.png',
  );
  expect(alone, alone.stderr).toMatchObject({ code: 0 });
  expect(await pixels('alone.png')).toEqual(await pixels('here.png'));
  const named = await there(
    'render',
    'box.glb',
    ...QUICK,
    '--background',
    'Graphite sweep',
    '--out',
    'named.png',
  );
  expect(named, named.stderr).toMatchObject({ code: 0 });
  const [newest] = await renders();
  expect(newest?.recipe.background).toMatchObject({ kind: 'image', libraryId: expect.any(Number) });
});

test('the same order is paid once and the model travels once, whatever the file is called', async () => {
  await there('render', 'box.glb', ...QUICK, '--out', 'a.png');
  await there('render', 'box.glb', ...QUICK, '--out', 'b.webp');
  expect(await renders()).toHaveLength(1);
  expect(await there('render', 'box.glb', ...QUICK, '--seed', '8', '--out', 'c.png')).toMatchObject({
    code: 0,
  });
  expect(await renders()).toHaveLength(2);
  expect(await server.credits(person)).toBe(1_800);
  const projects = await server.get<ProjectBody[]>(person, '/api/project/');
  expect(projects.filter(({ is_sample }) => !is_sample).map(({ model_name }) => model_name)).toEqual([
    'box.glb',
  ]);
});

test('a sheet that was killed goes on where it was: nothing is missing, and nothing was paid twice', async () => {
  const names = ['1.png', '2.png', '3.png', '4.png'];
  const rows = names.map((name, k) => `box.glb,"${k * 40},10",64,draft,${name}`);
  await writeFile(join(folder, 'sheet.csv'), ['model,view,size,quality,file', ...rows].join('\n'));
  const args = ['batch', 'sheet.csv', '--server', server.url, '--json'];
  for (const name of ['1.png', '3.png']) {
    const running = vitrine.start(args, folder, { VITRINE_KEY: key });
    await running.line(new RegExp(`"kind":"progress","file":"${name}"`));
    running.process.kill('SIGKILL');
    await running.ended;
  }
  const last = await there('batch', 'sheet.csv');
  expect(last, last.stderr).toMatchObject({ code: 0 });
  for (const name of names) expect((await pixels(name)).length).toBe(64 * 64 * 3);
  expect(await renders()).toHaveLength(names.length);
  expect(await server.credits(person)).toBe(2_000 - 100 * names.length);
  const again = await there('batch', 'sheet.csv');
  expect(again.stderr).toMatch(/^1\.png was there\n/);
  expect(await renders()).toHaveLength(names.length);
});

test('a turntable of the server goes on where it was, and no frame is paid twice', async () => {
  const spin = (...args: string[]) =>
    there('spin', 'box.glb', ...QUICK, '--out', 'spin', '--frames', ...args);
  const first = await spin('3');
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(await renders()).toHaveLength(3);
  const before = await readFile(join(folder, 'spin/frame-002.png'));
  await rm(join(folder, 'spin/frame-002.png'));
  expect(await spin('3')).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'spin/frame-002.png'))).toEqual(before);
  expect(await renders()).toHaveLength(3);
  expect(await server.credits(person)).toBe(1_700);
  await run('spin', 'box.glb', ...QUICK, '--out', 'here', '--frames', '3');
  expect(await pixels('spin/frame-003.png')).toEqual(await pixels('here/frame-003.png'));
});

test('the server makes the picture of a recipe again', async () => {
  await writeFile(join(folder, 'wall.png'), makePng());
  const looks = ['--material', 'Box=Chestnut leather', '--background', 'wall.png', '--view', '30,15'];
  await run('render', 'box.glb', ...QUICK, ...looks, '--out', 'here.png');
  const again = await there('recipe', 'here.png', '--out', 'again.png');
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(await pixels('again.png')).toEqual(await pixels('here.png'));
  expect(await renders()).toHaveLength(1);
  expect(await there('recipe', 'here.png')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--server goes with --out.'),
  });
});

test('the server makes the very picture of a batch again, with its style and its painted light', async () => {
  await run('render', 'box.glb', ...QUICK, '--out', 'plain.png');
  const plain = RenderSpec.parse(JSON.parse((await run('recipe', 'plain.png')).stdout));
  const light = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#ff8020a0' } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'light.png'), light);
  const styles = await server.get<LibraryItemBody[]>(person, '/api/style/');
  const [style] = styles;
  if (style === undefined) throw new Error('the library has no style');
  const recipe = RenderSpec.parse({
    ...plain,
    batchSize: 4,
    style: { imageHash: style.image_hash, libraryId: style.id, name: style.names.en, strength: 0.8 },
    passes: { ...plain.passes, lightmap: createHash('sha256').update(light).digest('hex') },
  });
  const write = async (imageIndex: number): Promise<string> => {
    const name = `picture_0${imageIndex + 1}.png`;
    const file = await writeRecipe(await bare('plain.png'), { version: 1, recipe, imageIndex });
    await writeFile(join(folder, name), new Uint8Array(await file.arrayBuffer()));
    return name;
  };
  for (const name of [await write(0), await write(2)]) {
    const here = await run('recipe', name, '--out', `here-${name}`);
    expect(here, here.stderr).toMatchObject({ code: 0 });
    const far = await there('recipe', name, '--out', `there-${name}`);
    expect(far, far.stderr).toMatchObject({ code: 0 });
    expect(await pixels(`there-${name}`)).toEqual(await pixels(`here-${name}`));
  }
  expect(await pixels('there-picture_01.png')).not.toEqual(await pixels('there-picture_03.png'));
  const made = (await renders()).map(({ recipe: { seed, style: worn, passes } }) => ({ seed, worn, passes }));
  const { lightmap } = recipe.passes;
  expect(made).toHaveLength(2);
  for (const one of made) expect(one).toMatchObject({ worn: recipe.style, passes: { lightmap } });
  expect(made.map(({ seed }) => Number(seed) - Number(recipe.seed)).sort()).toEqual([0, 2]);
});

test('a style that the server does not have is refused before anything is ordered', async () => {
  await run('render', 'box.glb', ...QUICK, '--out', 'plain.png');
  const bytes = makePng();
  await writeFile(join(folder, 'style.png'), bytes);
  const plain = RenderSpec.parse(JSON.parse((await run('recipe', 'plain.png')).stdout));
  const imageHash = createHash('sha256').update(bytes).digest('hex');
  const recipe = RenderSpec.parse({
    ...plain,
    style: { imageHash, libraryId: 1, name: 'Dusk', strength: 0.5 },
  });
  const file = await writeRecipe(await bare('plain.png'), { version: 1, recipe, imageIndex: 0 });
  await writeFile(join(folder, 'styled.png'), new Uint8Array(await file.arrayBuffer()));
  const refused = await there('recipe', 'styled.png', '--out', 'again.png');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('has no style “Dusk”');
  expect(await renders()).toEqual([]);
});

test('a server that is away for a while is waited for, in the middle of a sheet', async () => {
  const line = await openChaosProxy(Number(new URL(server.url).port));
  try {
    const rows = [1, 2, 3].map((k) => `box.glb,"${k * 40},10",64,draft,${k}.png`);
    await writeFile(join(folder, 'sheet.csv'), ['model,view,size,quality,file', ...rows].join('\n'));
    const args = ['batch', 'sheet.csv', '--server', `http://127.0.0.1:${line.port}`, '--json'];
    const running = vitrine.start(args, folder, { VITRINE_KEY: key });
    await running.line(/"kind":"done","file":"1\.png"/);
    line.set({ kind: 'refuse' });
    line.cut();
    await running.line(
      /"kind":"warning","message":"http:\S+ cannot be reached just now: it is waited for\."/,
    );
    line.set({ kind: 'pass' });
    expect(await running.ended).toMatchObject({ code: 0 });
    for (const k of [1, 2, 3]) expect((await pixels(`${k}.png`)).length).toBe(64 * 64 * 3);
    expect(await renders()).toHaveLength(3);
  } finally {
    await line.close();
  }
});

test('a proxy whose server is away answers in its place, and is waited for as well', async () => {
  let isAway = false;
  const proxy = createServer((incoming, outgoing) => {
    if (isAway)
      return void outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    const { url: path, method, headers } = incoming;
    const passed = request(new URL(path ?? '/', server.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    const rows = [1, 2, 3].map((k) => `box.glb,"${k * 40},10",64,draft,${k}.png`);
    await writeFile(join(folder, 'sheet.csv'), ['model,view,size,quality,file', ...rows].join('\n'));
    const { port } = proxy.address() as AddressInfo;
    const args = ['batch', 'sheet.csv', '--server', `http://127.0.0.1:${port}`, '--json'];
    const running = vitrine.start(args, folder, { VITRINE_KEY: key });
    await running.line(/"kind":"done","file":"1\.png"/);
    isAway = true;
    await running.line(
      /"kind":"warning","message":"http:\S+ cannot be reached just now: it is waited for\."/,
    );
    isAway = false;
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(await renders()).toHaveLength(3);
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});

test('a sheet asks for no more once the server gives no more, and every row says why', async () => {
  const rows = [1, 2, 3, 4].map((k) => `box.glb,"${k * 40},10",64,draft,${k}.png`);
  await writeFile(join(folder, 'sheet.csv'), ['model,view,size,quality,file', ...rows].join('\n'));
  await server.deps.database.pool.query('update wallets set balance = 150 where user_id = $1', [
    person.session.user.id,
  ]);
  await there('render', 'box.glb', ...QUICK, '--view', '160,10', '--out', '4.png');
  const { rows: before } = await server.deps.database.pool.query('select count(*) from idempotency_keys');
  const sheet = await there('batch', 'sheet.csv');
  expect(sheet).toMatchObject({ code: 1, stderr: expect.stringContaining('3 of 4 rows failed') });
  const { rows: after } = await server.deps.database.pool.query('select count(*) from idempotency_keys');
  expect(Number(after[0].count) - Number(before[0].count)).toBeLessThanOrEqual(1);
  const told = (await readFile(join(folder, 'sheet.done.csv'), 'utf8')).trim().split('\n').slice(1);
  const refusal = 'This costs 100 credits and you have 50.';
  expect(told.filter((line) => line.includes(refusal))).toHaveLength(3);
  expect(told[3]).toMatch(/done/);
});

test('an order that came to nothing before is placed anew', async () => {
  await there('render', 'box.glb', ...QUICK, '--out', 'a.png');
  const [first] = await renders();
  const gone = await fetch(`${server.url}/api/render/${first?.id}/`, {
    method: 'DELETE',
    headers: person.headers,
  });
  expect(gone.ok).toBe(true);
  expect(await there('render', 'box.glb', ...QUICK, '--out', 'b.png')).toMatchObject({ code: 0 });
  expect((await renders()).map(({ id }) => id)).not.toContain(first?.id);
});

test('what the server refuses is one sentence', async () => {
  await server.deps.database.pool.query('update wallets set balance = 50 where user_id = $1', [
    person.session.user.id,
  ]);
  const poor = await there('render', 'box.glb', ...QUICK, '--out', 'a.png');
  expect(poor).toMatchObject({ code: 1, stdout: '', stderr: 'This costs 100 credits and you have 50.\n' });
  key = await makeKey(['read']);
  const reader = await there('render', 'box.glb', ...QUICK, '--out', 'a.png');
  expect(reader).toMatchObject({ code: 1, stderr: 'This API key lacks the scope "render".\n' });
  key = `vitrine_${'x'.repeat(43)}`;
  const stranger = await there('render', 'box.glb', ...QUICK, '--out', 'a.png', '--json');
  expect(linesOf(stranger).at(-1)).toMatchObject({ kind: 'failed', code: 'not-authenticated' });
  const nobody = await run('render', 'box.glb', ...QUICK, '--out', 'a.png', '--server', 'http://127.0.0.1:1');
  expect(nobody).toMatchObject({ code: 1 });
  expect(nobody.stderr).toMatch(/^http:\/\/127\.0\.0\.1:1 cannot be reached: .*\n$/);
});

test('a model that has no room there leaves no project behind', async () => {
  const projects = () => server.get<ProjectBody[]>(person, '/api/project/');
  const before = await projects();
  const { config } = server.deps;
  Object.assign(config, { modelSpaceBytes: 1_000 });
  try {
    const full = await there('render', 'box.glb', ...QUICK, '--out', 'a.png', '--json');
    expect(full).toMatchObject({ code: 1 });
    expect(linesOf(full).at(-1)).toMatchObject({ kind: 'failed', code: 'model-space-full' });
  } finally {
    Object.assign(config, { modelSpaceBytes: null });
  }
  expect(await projects()).toEqual(before);
  expect(await renders()).toEqual([]);
});

test('a call that ends in the middle of the model leaves no project, and the next call makes one', async () => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  // Takes the model, and never answers.
  const proxy = createServer((incoming, outgoing) => {
    const { url: path = '/', method, headers } = incoming;
    if (path === '/api/chunked-upload/') return void incoming.resume().on('end', arrive);
    const passed = request(new URL(path, server.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const own = async () => {
    const projects = await server.get<ProjectBody[]>(person, '/api/project/');
    return projects.filter(({ is_sample }) => !is_sample);
  };
  try {
    const { port } = proxy.address() as AddressInfo;
    const args = ['render', 'box.glb', ...QUICK, '--out', 'a.png'];
    const cut = vitrine.start([...args, '--server', `http://127.0.0.1:${port}`], folder, {
      VITRINE_KEY: key,
    });
    await arrived;
    cut.process.kill('SIGKILL');
    await cut.ended;
    expect(await own()).toEqual([]);
    expect(await there(...args)).toMatchObject({ code: 0 });
    expect((await own()).map(({ name, model_name }) => [name, model_name])).toEqual([['box.glb', 'box.glb']]);
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});

test('while the server is worked on, that is what is said; a limit is waited for', async () => {
  const strict = await startRenderServer({ isWorking: false, config: { rateLimitFactor: 1 } });
  try {
    person = await strict.signUp();
    const { body } = await strict.post(person, '/api/users/me/api-keys/', {
      name: 'Command',
      scopes: ['read', 'write', 'render'],
      password: person.password,
      expires_in_days: null,
    });
    key = body.key;
    const args = ['render', 'box.glb', ...QUICK, '--out', 'a.png', '--server', strict.url];
    const { db } = strict.deps.database;
    await setMaintenance(db, { message: 'Back at noon.', since: new Date().toISOString() });
    expect(await run(...args)).toMatchObject({ code: 1, stderr: 'Back at noon.\n' });
    await setMaintenance(db, null);
    let status = 200;
    while (status === 200) ({ status } = await strict.post(person, '/api/recipe-files/', { hashes: [] }));
    expect(status).toBe(429);
    const running = vitrine.start([...args, '--json'], folder, { VITRINE_KEY: key });
    await running.line(/"kind":"warning","message":"http:\S+ asks to wait \d+ s\."/);
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 143, stderr: '' });
    expect(await strict.get(person, '/api/render/')).toEqual([]);
  } finally {
    await strict.stop();
  }
});

test('a key that others on the way can read is warned of', async () => {
  const open = server.url.replace('127.0.0.1', '0.0.0.0');
  const { stderr } = await run('render', 'box.glb', ...QUICK, '--out', 'a.png', '--server', open);
  expect(stderr).toMatch(
    /^The API key goes to http:\/\/0\.0\.0\.0:\d+ for everybody on the way to read: use https\.\n/,
  );
});

test('a key is read out of a file, and never off the command line', async () => {
  await writeFile(join(folder, 'key.txt'), `${key}\n`);
  const args = ['render', 'box.glb', ...QUICK, '--out', 'a.png'];
  const call = (...more: string[]) => vitrine.run([...args, ...more], folder, { VITRINE_KEY: '' });
  expect(await call('--server', server.url, '--key-file', 'key.txt')).toMatchObject({ code: 0 });
  const cases: [string[], RegExp][] = [
    [['--server', server.url, '--key', key], /^There is no option --key/],
    [['--server', server.url], /^--server needs an API key: in VITRINE_KEY/],
    [['--server', server.url, '--key-file', 'gone.txt'], /^There is no file .*gone\.txt/],
    [['--server', 'shop'], /^--server is an http or https address/],
    [['--key-file', 'key.txt'], /^--key-file goes with --server/],
  ];
  for (const [more, sentence] of cases) {
    const ended = await call(...more);
    expect(ended.stderr).toMatch(sentence);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
  }
});
