import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { startFakeComfy } from '../tests/support/fake-comfyui/start-fake-comfy.ts';
import { picture, sceneOf } from '../tests/support/render-server.ts';
import { startScaledProduct } from './support/scaled-product.ts';

/**
 * `npm run bench:scale`: live channels and renders through two processes that answer and two that render, and through one that does
 * both; how late an event arrives after PostgreSQL has told it; and what memory many uploads at once take.
 */
const CHANNELS = Number(process.env.CHANNELS ?? 500);
const PER_MINUTE = 50;
const SECONDS = Number(process.env.SECONDS ?? 60);
const UPLOADS = 40;
const UPLOAD_BYTES = 24 * 1024 ** 2;
/** Orders that wait behind an AI server which never ends: each is watched by so many channels. */
const WATCHERS = 10;
const SIZE_PX = 64;

interface Caller {
  ask<Body>(path: string, body?: FormData | object): Promise<Body>;
}

async function enter(url: string, email: string): Promise<Caller> {
  let token = '';
  const ask = async <Body>(path: string, body?: FormData | object): Promise<Body> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const account = { name: 'Ada', email, password: 'a long enough password' };
  token = (await ask<{ access_token: string }>('users/register/', account)).access_token;
  return { ask };
}

async function makeOrder(caller: Caller, engine: string): Promise<FormData> {
  const project = await caller.ask<ProjectBody>('project/active/');
  const form = new FormData();
  const fields = {
    project_id: String(project.id),
    renderview_parameters: JSON.stringify({ position: [0, 0, 9], target: [0, 0, 0], fov: 45 }),
    scene: JSON.stringify(sceneOf(project)),
    background_color: '#123456',
    width: String(SIZE_PX),
    height: String(SIZE_PX),
    quality: 'draft',
    engine,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('viewer_snapshot', await picture('#808080'), 'snapshot.png');
  return form;
}

const peakMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function measure(roles: readonly ('all' | 'api' | 'worker')[]) {
  const comfy = await startFakeComfy({ holdAt: ['sample@4'] });
  const product = await startScaledProduct(
    { COMFY_URLS: comfy.url, SIGNUP_CREDITS: '10000000', RENDER_COST: '1' },
    roles,
  );
  const listening = new pg.Client({ connectionString: product.databaseUrl });
  const told = new Map<number, number>();
  const delays: number[] = [];
  const sockets: WebSocket[] = [];
  try {
    await listening.connect();
    await listening.query('listen render_changed');
    listening.on('notification', ({ payload }) => {
      const id = Number(payload);
      // Of those that came together the first one counts.
      if (!told.has(id)) told.set(id, performance.now());
    });
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, index) => enter(product.url, `ada${index}@example.com`)),
    );
    const person = (index: number) => people[index % people.length] as Caller;
    const open = async (caller: Caller, id: number, onMessage: () => void): Promise<WebSocket> => {
      const { ticket } = await caller.ask<{ ticket: string }>(`render/${id}/ticket/`, {});
      const socket = new WebSocket(`${product.url.replace('http', 'ws')}ws/render_${id}/?ticket=${ticket}`);
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('message', (data) => {
        if (!String(data).includes('"heartbeat"')) onMessage();
      });
      await new Promise((resolve) => socket.on('open', resolve));
      return socket;
    };
    const waiting = await Promise.all(people.map((one) => makeOrder(one, 'comfyui')));
    for (let index = 0; index < CHANNELS / WATCHERS; index += 1) {
      const caller = person(index);
      const { id } = await caller.ask<{ id: number }>('render/', waiting[index % people.length]);
      await Promise.all(Array.from({ length: WATCHERS }, () => open(caller, id, () => {})));
    }
    const live = await Promise.all(people.map((one) => makeOrder(one, 'studio')));
    const ends: Promise<void>[] = [];
    const began = performance.now();
    const orders = Math.round((PER_MINUTE * SECONDS) / 60);
    for (let index = 0; index < orders; index += 1) {
      const due = began + (index * 60_000) / PER_MINUTE;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const caller = person(index);
      ends.push(
        caller.ask<{ id: number }>('render/', live[index % people.length]).then(async ({ id }) => {
          const socket = await open(caller, id, () => {
            const since = told.get(id);
            told.delete(id);
            if (since !== undefined) delays.push(performance.now() - since);
          });
          if (socket.readyState < WebSocket.CLOSING)
            await new Promise<void>((resolve) => socket.once('close', () => resolve()));
        }),
      );
    }
    await Promise.all(ends);
    const seconds = (performance.now() - began) / 1000;
    delays.sort((a, b) => a - b);
    const isOpen = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;

    const bytes = new Uint8Array(UPLOAD_BYTES).fill(7);
    const uploads = Array.from({ length: UPLOADS }, (_, index) => {
      const form = new FormData();
      const fields = {
        upload_id: crypto.randomUUID(),
        chunk_index: '0',
        total_chunks: '2',
        filename: 'a.glb',
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([bytes]), 'a.glb');
      return person(index).ask('chunked-upload/', form);
    });
    const settled = await Promise.allSettled(uploads);
    const failed = settled.filter(({ status }) => status === 'rejected').length;
    const memory = product.pids().map(({ role, pid }) => `${role} ${peakMemory(pid).toFixed(0)} MB`);
    return { delays, seconds, orders, isOpen, failed, memory };
  } finally {
    for (const socket of sockets) socket.terminate();
    await listening.end();
    await product.stop();
    await comfy.kill();
  }
}

test('many machines, and one', async () => {
  const shown: Record<string, number> = {};
  for (const [name, roles] of [
    ['two that answer, two that render', ['api', 'api', 'worker', 'worker']],
    ['one process', ['all']],
  ] as const) {
    const { delays, seconds, orders, isOpen, failed, memory } = await measure(roles);
    const [half, most] = [at(delays, 0.5), at(delays, 0.99)];
    shown[name] = most;
    process.stdout.write(
      `${name}: ${orders} renders in ${seconds.toFixed(0)} s, ${isOpen} channels open at the end, ${delays.length} events: ` +
        `median ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms; ${UPLOADS} uploads of ${UPLOAD_BYTES / 1024 ** 2} MB at once, ${failed} failed; ` +
        `most memory: ${memory.join(', ')}\n`,
    );
    expect(delays.length).toBeGreaterThan(orders);
    expect(failed).toBe(0);
  }
  const [many = 1, one = 1] = Object.values(shown);
  process.stdout.write(`p99 of many over that of one: ${(many / one).toFixed(2)}\n`);
});
