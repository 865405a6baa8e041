import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import type { LibraryItemBody } from '../../src/contract/http/libraries.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import type { RenderBody as RenderShape } from '../../src/contract/http/renders.ts';
import type { LiveHeartbeat, RenderMessage } from '../../src/contract/render-events.ts';
import { seedStarterContent } from '../../src/server/libraries/seed-starter-content.ts';
import { copySampleProject } from '../../src/server/projects/copy-sample-project.ts';
import type { Engines } from '../../src/server/renders/engines/engine.ts';
import { type RenderWorker, startWorker } from '../../src/server/renders/queue/start-worker.ts';
import { type Person, startTestServer, type TestServer, type TestServerOptions } from './server.ts';
import { createTestEngine, type TestEngine } from './test-engine.ts';
import { writeTinyContent } from './tiny-content.ts';

/** Width and height of the pictures tests order. */
export const SIZE_PX = 64;

/** The real server with starter content and a worker, on an engine of the test's. */
export interface RenderServer extends TestServer {
  readonly engine: TestEngine;
  /** On servers of others; none is ready until a test says so. */
  readonly aiEngine: TestEngine;
  /** What a start of the server does with the starter content. */
  seed(): Promise<void>;
  /** Starts a worker that is stopped with the server. */
  work(): Promise<RenderWorker>;
  get<Body>(person: Person, path: string): Promise<Body>;
  /** Places an order on the person's active project; `changes` replace fields, undefined leaves one out. */
  order(
    person: Person,
    changes?: Fields,
    key?: string,
    signal?: AbortSignal,
  ): Promise<{ status: number; body: OrderAnswer }>;
  post(
    person: Person,
    path: string,
    body?: object,
    key?: string,
  ): Promise<{ status: number; body: OrderAnswer }>;
  /** Everything the live channel says until it closes. */
  follow(person: Person, renderId: number, onMessage?: (text: string) => void): Promise<RenderMessage[]>;
  /** Waits for the end of an order. */
  finish(person: Person, renderId: number): Promise<RenderBody>;
  credits(person: Person): Promise<number>;
}
export type Fields = Record<string, string | number | Blob | undefined>;
// biome-ignore lint/suspicious/noExplicitAny: answers of all kinds, which the tests compare as they are
type OrderAnswer = any;
export type RenderBody = z.infer<typeof RenderShape>;

/**
 * @param options.isWorking False leaves orders in the queue until `work()`.
 * @param options.isTracing True: the built-in engine makes the pictures, and `engine` is idle.
 */
export async function startRenderServer(
  options: Omit<TestServerOptions, 'engines' | 'onUserCreated'> & {
    readonly isWorking?: boolean;
    readonly isTracing?: boolean;
  } = {},
): Promise<RenderServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-content-'));
  const contentDir = await writeTinyContent(folder);
  const engine = createTestEngine();
  const aiEngine = createTestEngine('comfyui');
  const engines: Engines = new Map([
    ['studio', engine],
    ['comfyui', aiEngine],
  ]);
  const server = await startTestServer({
    ...options,
    config: { contentDir, ...options.config },
    engines: options.isTracing === true ? null : engines,
    onUserCreated: copySampleProject,
  });
  const { database, services, logger } = server.deps;
  const seed = () => seedStarterContent({ ...services, db: database.db }, contentDir);
  await seed();
  const workers: RenderWorker[] = [];
  const work = async () => {
    const worker = await startWorker({ ...services, db: database.db, logger });
    workers.push(worker);
    return worker;
  };
  if (options.isWorking !== false) await work();

  const get = async <Body>(person: Person, path: string): Promise<Body> => {
    const answer = await fetch(server.url + path, { headers: person.headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const send = async (
    person: Person,
    path: string,
    body: FormData | string | undefined,
    key?: string,
    signal: AbortSignal | null = null,
  ) => {
    const headers: Record<string, string> = { ...person.headers };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: body ?? null, signal });
    return { status: answer.status, body: await answer.json() };
  };
  const follow = async (person: Person, renderId: number, onMessage?: (text: string) => void) => {
    const { body } = await send(person, `/api/render/${renderId}/ticket/`, undefined);
    const address = `${server.url.replace('http', 'ws')}/ws/render_${renderId}/?ticket=${body.ticket}`;
    const channel = new WebSocket(address);
    if (onMessage !== undefined) channel.on('message', (data) => onMessage(String(data)));
    return readMessages(channel);
  };

  return {
    ...server,
    engine,
    aiEngine,
    seed,
    work,
    get,
    follow,
    async order(person, changes = {}, key, signal) {
      const form = await fillOrder(await get<ProjectBody>(person, '/api/project/active/'), changes);
      return send(person, '/api/render/', form, key, signal);
    },
    post: (person, path, body, key) => send(person, path, body && JSON.stringify(body), key),
    async finish(person, renderId) {
      await follow(person, renderId);
      return get<RenderBody>(person, `/api/render/${renderId}/`);
    },
    credits: async (person) => (await get<{ credits: number }>(person, '/api/users/me/')).credits,
    async stop() {
      for (const worker of workers) await worker.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves with all messages once the server has closed the channel. */
export function readMessages(socket: WebSocket): Promise<RenderMessage[]> {
  const messages: RenderMessage[] = [];
  return new Promise((resolve, reject) => {
    socket.on('message', (data) => {
      const message: RenderMessage | LiveHeartbeat = JSON.parse(String(data));
      if (message.type !== 'heartbeat') messages.push(message);
    });
    socket.on('close', () => resolve(messages));
    socket.on('error', reject);
  });
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The scene of a project whose one material wears its library texture. */
export function sceneOf(project: ProjectBody): object {
  const [material] = project.model_materials;
  return {
    modelHash: project.model_hash,
    modelName: project.model_name,
    normalisation: IDENTITY,
    modelTransform: IDENTITY,
    hiddenNodes: [],
    toneMapping: 'neutral',
    exposure: 0.6,
    dressings: [
      {
        kind: 'library',
        materialIndex: material?.originalIndex,
        textureHash: material?.textureHash,
        libraryId: material?.libraryId,
        name: material?.libraryMaterialName,
        colour: '#ffffff',
        metalness: 0,
        roughness: 0.5,
        tileSize: 1,
        rotationRadians: 0,
        bumpHeight: 0,
      },
    ],
  };
}

/** A flat PNG for a field of an order. */
export async function picture(colour: string, widthPx = SIZE_PX, heightPx = SIZE_PX): Promise<Blob> {
  const image = sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: colour } });
  return new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' });
}

async function fillOrder(project: ProjectBody, changes: Fields): Promise<FormData> {
  const fields: Fields = {
    project_id: project.id,
    renderview_parameters: JSON.stringify({ position: [0, 0, 9], target: [0, 0, 0], fov: 45 }),
    scene: JSON.stringify(sceneOf(project)),
    background_color: '#123456',
    positive_prompt: 'a square',
    width: SIZE_PX,
    height: SIZE_PX,
    viewer_snapshot: await picture('#808080'),
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value, `${name}.png`);
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

/** The library item with a slug of the tiny content. */
export async function findItem(
  server: RenderServer,
  person: Person,
  kind: 'material' | 'background' | 'style',
  name: string,
): Promise<LibraryItemBody> {
  const items = await server.get<LibraryItemBody[]>(person, `/api/${kind}/`);
  const item = items.find((candidate) => candidate.name === name);
  if (item === undefined) throw new Error(`no ${kind} ${name}`);
  return item;
}
