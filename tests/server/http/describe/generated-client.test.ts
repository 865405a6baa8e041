import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import openapiTypescript, { type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../../../support/box-model.ts';
import { ROOT } from '../../../support/bundles-of.ts';
import { type RenderServer, startRenderServer } from '../../../support/render-server.ts';

/** A client that is generated from /api/docs/json, and checked by the compiler against it, does the main job with an API key. */

/** What somebody who has read nothing but the document would write. */
const PROGRAM = `
import { readFileSync, writeFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import type { paths } from './schema';

const { VITRINE_URL = '', VITRINE_KEY = '', MODEL = '', SNAPSHOT = '', OUT = '' } = process.env;
const api = createClient<paths>({ baseUrl: VITRINE_URL, headers: { authorization: 'Bearer ' + VITRINE_KEY } });
/** As multipart/form-data: files as they are, objects as JSON. */
const bodySerializer = (body: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value instanceof Blob) form.set(name, value, name);
    else if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return form;
};
// The document says of a file that it is a text of format binary.
const file = (path: string) => new Blob([readFileSync(path)]) as unknown as string;
function given<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const { credits } = given(await api.GET('/api/users/me/'));
const project = given(await api.POST('/api/project/', { body: { name: 'From a program' } }));
const upload = { upload_id: crypto.randomUUID(), filename: 'box.glb', total_chunks: 1 };
given(await api.POST('/api/chunked-upload/', { body: { ...upload, chunk_index: 0, file: file(MODEL) }, bodySerializer }));
const { sha256 } = given(await api.POST('/api/chunked-upload/complete/', { body: { ...upload, project_id: project.id } }));
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const order = given(
  await api.POST('/api/render/', {
    body: {
      project_id: project.id,
      renderview_parameters: { position: [0, 0, 9], target: [0, 0, 0], fov: 45 },
      scene: {
        modelHash: sha256,
        modelName: 'box.glb',
        normalisation: IDENTITY,
        modelTransform: IDENTITY,
        hiddenNodes: [],
        toneMapping: 'neutral',
        exposure: 0.6,
        dressings: [],
      },
      background_color: '#f4f1ea',
      width: 64,
      height: 64,
      viewer_snapshot: file(SNAPSHOT),
    },
    bodySerializer,
  }),
);
let render = given(await api.GET('/api/render/{id}/', { params: { path: { id: order.id } } }));
while (render.status === 'queued' || render.status === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, 200));
  render = given(await api.GET('/api/render/{id}/', { params: { path: { id: order.id } } }));
}
if (render.main_output_url === null) throw new Error(render.status);
const picture = await fetch(new URL(render.main_output_url, VITRINE_URL));
writeFileSync(OUT, Buffer.from(await picture.arrayBuffer()));
const after = given(await api.GET('/api/users/me/'));
console.log(JSON.stringify({ status: render.status, paid: credits - after.credits, type: picture.headers.get('content-type') }));
`;

let server: RenderServer;
let folder: string;
beforeAll(async () => {
  server = await startRenderServer();
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'generated-client-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...environment } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const [code] = await once(child, 'close');
  return { code, printed };
}

test('it is generated, compiled, and uploads a model, orders a picture and fetches it', async () => {
  const document = (await server.app.inject('/api/docs/json')).json<OpenAPI3>();
  await writeFile(join(folder, 'schema.d.ts'), await openapiTypescript(document));
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  const options = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'ES2023', module: 'ESNext' },
      ...{ moduleResolution: 'Bundler', types: ['node'], lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
    },
    files: ['program.ts', 'schema.d.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  expect(await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toEqual({
    code: 0,
    printed: '',
  });
  const out = join(folder, 'program.mjs');
  await build({
    entryPoints: [join(folder, 'program.ts')],
    outfile: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });

  const person = await server.signUp();
  const key = await server.app.inject({
    method: 'POST',
    url: '/api/users/me/api-keys/',
    headers: person.headers,
    payload: {
      name: 'Program',
      scopes: ['read', 'write', 'render'],
      expires_in_days: 1,
      password: person.password,
    },
  });
  await writeFile(
    join(folder, 'box.glb'),
    makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]),
  );
  const { default: sharp } = await import('sharp');
  const flat = sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } });
  await writeFile(join(folder, 'snapshot.png'), await flat.png().toBuffer());
  const ran = await run(process.execPath, [out], {
    VITRINE_URL: server.url,
    VITRINE_KEY: key.json().key,
    MODEL: 'box.glb',
    SNAPSHOT: 'snapshot.png',
    OUT: 'picture.png',
  });
  expect(ran.printed, ran.printed).toMatch(/^\{/);
  expect(JSON.parse(ran.printed)).toEqual({ status: 'completed', paid: 200, type: 'image/png' });
  expect((await sharp(await readFile(join(folder, 'picture.png'))).metadata()).format).toBe('png');
});
