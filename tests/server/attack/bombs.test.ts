import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import {
  type Bomb,
  makeJsonBombs,
  makeModelBombs,
  makePictureBombs,
  makeZipBombs,
} from '../../support/attack/bombs.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';

const isThorough = process.env.ATTACK === 'thorough';
const ANSWER_MAX_BYTES = 4_096;
/** Of the largest picture, and of what an archive unpacks to: `npm test` asks for the same in small. */
const [EDGE_PX, UNPACKED_BYTES, NODES] = isThorough
  ? [16_384, 2 * 1024 ** 3, 100_000]
  : [9_000, 300 * 1024 ** 2, 20_000];

let server: RenderServer;
let person: Person;
let project: ProjectBody;
let category: string;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
  person = await server.signUp();
  project = await server.get<ProjectBody>(person, '/api/project/active/');
  category = String((await findItem(server, person, 'material', 'walnut')).category.id);
});
afterAll(() => server.stop());

/** Where a ticket was written. */
const CONTEXT = JSON.stringify({
  url: '/',
  hash: '',
  timestamp: '2026-01-01T00:00:00Z',
  userAgent: '',
  viewport: { width: 1, height: 1 },
});

interface Throw {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: FormData | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

function form(
  field: string,
  { bytes }: Bomb,
  fileName: string,
  fields: Record<string, string> = {},
): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  made.set(field, new Blob([new Uint8Array(bytes)]), fileName);
  return made;
}

/** Everywhere a picture, a model, an archive or JSON comes in. */
async function listThrows(): Promise<Throw[]> {
  const throws: Throw[] = [];
  for (const bomb of makePictureBombs(EDGE_PX)) {
    const way = (method: string, path: string, field: string, fields: Record<string, string> = {}) =>
      throws.push({ name: bomb.name, method, path, body: form(field, bomb, 'a.png', fields) });
    way('PUT', '/api/users/me/avatar/', 'avatar');
    way('POST', '/api/picture/', 'picture');
    way('POST', '/api/material/', 'image', { name: 'Oak', category });
    const told = { type: 'bug', category: 'ui', title: 'A', description: 'B', context: CONTEXT };
    way('POST', '/api/feedback/', 'screenshot', told);
  }
  for (const bomb of makeModelBombs(NODES)) {
    const path = `/api/project/${project.id}/`;
    throws.push({ name: bomb.name, method: 'PATCH', path, body: form('model', bomb, 'a.glb') });
  }
  for (const bomb of await makeZipBombs(UNPACKED_BYTES)) {
    const path = '/api/projects/batch-material-upload/';
    throws.push({
      name: bomb.name,
      method: 'POST',
      path,
      body: form('zip_file', bomb, 'a.zip', { category }),
    });
  }
  for (const { name, bytes, headers } of makeJsonBombs()) {
    for (const [method, path] of [
      ['POST', '/api/users/login/'],
      ['PATCH', `/api/project/${project.id}/`],
      ['POST', '/api/render/'],
    ] as const) {
      throws.push({ name, method, path, body: bytes, headers });
    }
  }
  return throws;
}

test('a bomb is refused in a few words, the server answers others meanwhile, and nothing of it is kept', {
  timeout: isThorough ? 1_800_000 : 240_000,
}, async () => {
  const throws = await listThrows();
  const items = () => server.get<LibraryItemBody[]>(person, '/api/material/');
  const [itemsBefore, modelBefore] = [(await items()).length, project.model_hash];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const seen: { what: string; status: number; bytes: number }[] = [];
  let peakBytes = 0;
  let slowestOtherMs = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const started = performance.now();
      const answer = await fetch(`${server.url}/api/health`);
      expect(answer.status).toBe(200);
      slowestOtherMs = Math.max(slowestOtherMs, performance.now() - started);
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
      await sleep(20);
    }
  })();
  delay.enable();
  for (const { name, method, path, body, headers } of throws) {
    const answer = await fetch(server.url + path, {
      method,
      headers: { ...person.headers, ...headers },
      body: body as BodyInit,
    });
    const text = await answer.text();
    seen.push({
      what: `${method} ${path}: ${name}: ${text.slice(0, 200)}`,
      status: answer.status,
      bytes: text.length,
    });
  }
  delay.disable();
  isOver = true;
  await others;
  if (isThorough) {
    const worst = Math.round(delay.max / 1e6);
    const mib = Math.round(peakBytes / 1024 ** 2);
    console.log(
      `${seen.length} bombs, worst pause ${worst} ms, slowest other call ${Math.round(slowestOtherMs)} ms, ${mib} MiB`,
    );
  }
  expect(seen.filter(({ status }) => status >= 500 || status < 200)).toEqual([]);
  expect(seen.filter(({ status, bytes }) => status >= 400 && bytes > ANSWER_MAX_BYTES)).toEqual([]);
  // Keys that nobody asks for are left out: the call changes nothing.
  const passed = seen.filter(({ status }) => status < 300).map(({ what }) => what);
  expect(passed.filter((what) => !what.includes(': 6,000 keys: '))).toEqual([]);
  expect((await items()).length).toBe(itemsBefore);
  expect((await server.get<ProjectBody>(person, '/api/project/active/')).model_hash).toBe(modelBefore);
});
