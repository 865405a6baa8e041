import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { SessionBody } from '../../src/contract/http/accounts.ts';
import type { ProjectBody } from '../../src/contract/http/projects.ts';
import type { RenderBody } from '../../src/contract/http/renders.ts';
import { bundleEntry, type Child, makeSmallRoot, startChild } from './child-process.ts';
import { picture, sceneOf } from './render-server.ts';
import { buildKernel } from './trace-host.ts';
import { bundleWorkerScripts } from './worker-scripts.ts';

/** Asks again until it is so; the test's own limit ends it. */
export const POLL = { timeout: 300_000, interval: 50 };

/** Servers of one DATA_DIR in processes of their own, each with everything embedded, to be killed. */
export interface MortalServers {
  readonly dataDir: string;
  /** A worker has no address. */
  start(role?: 'all' | 'api' | 'worker'): Promise<{ readonly child: Child; readonly url: string }>;
  stop(child: Child): Promise<void>;
  /** Process number of their PostgreSQL. */
  postmaster(): Promise<number>;
  /** Ends all of them, and forgets their data. */
  close(): Promise<void>;
}

/** @param environment Of the servers, besides what makes them find each other. */
export async function openMortalServers(environment: Record<string, string> = {}): Promise<MortalServers> {
  buildKernel();
  const root = await mkdtemp(join(tmpdir(), 'vitrine-mortal-'));
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(root, 0o755);
  const main = dirname(await bundleEntry('src/server/main.ts'));
  const folder = `${main}-with-workers`;
  for (const part of [main, await bundleWorkerScripts()]) await cp(part, folder, { recursive: true });
  const children: Child[] = [];
  const dataDir = join(root, 'data');
  const cwd = join(root, 'small');
  await mkdir(cwd);
  await makeSmallRoot(cwd);
  return {
    dataDir,
    async start(role = 'all') {
      const places = { DATA_DIR: dataDir, STATE_DIR: join(root, 'state'), ROLE: role, PORT: '0' };
      const child = startChild(
        join(folder, 'main.js'),
        {
          ...places,
          RATE_LIMIT_FACTOR: '0',
          COMFY_URLS: 'off',
          JWT_SECRET: 'the same secret on every node of this test',
          ...environment,
        },
        { cwd },
      );
      children.push(child);
      const [, url = ''] = await child.line(role === 'worker' ? /ready to render/ : /ready: (http:\S+)\//);
      return { child, url };
    },
    async stop(child) {
      child.process.kill('SIGTERM');
      expect((await child.ended).code).toBe(0);
    },
    async postmaster() {
      const isRoot = process.getuid?.() === 0;
      const home = isRoot
        ? (JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { folder: string }).folder
        : join(dataDir, 'postgres');
      return Number((await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
    },
    async close() {
      for (const child of children) child.process.kill('SIGTERM');
      await Promise.all(children.map((child) => child.ended));
      await rm(root, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Somebody who is signed in. */
export type MortalPerson = Awaited<ReturnType<typeof registerMortal>>;

/** Registers somebody. */
export async function registerMortal(url: string, email: string) {
  const registered = await fetch(`${url}/api/users/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email, password: 'a long password of mine' }),
  });
  const session = (await registered.json()) as SessionBody;
  const headers = { authorization: `Bearer ${session.access_token}` };
  const read = async <Body>(address: string): Promise<Body> =>
    (await fetch(address, { headers })).json() as Body;
  return { headers, read };
}

/** As an order of {@link orderMortal} has the lights of its file. */
export const MORTAL_FILE_LIGHTS = { isOn: true, strength: 2.5 };

/** Two small drafts of the sample project, as a person orders them. */
export async function orderMortal(
  url: string,
  { headers, read }: MortalPerson,
  known?: ProjectBody,
): Promise<Response> {
  const project = known ?? (await read<ProjectBody>(`${url}/api/project/active/`));
  const form = new FormData();
  const fields = {
    project_id: project.id,
    renderview_parameters: JSON.stringify({ position: [0, 0, 0.5], target: [0, 0.05, 0], fov: 45 }),
    scene: JSON.stringify({ ...sceneOf(project), dressings: [], fileLights: MORTAL_FILE_LIGHTS }),
    background_color: '#808080',
    width: 64,
    height: 64,
    quality: 'draft',
    batch_size: 2,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('viewer_snapshot', await picture('#808080'), 'snapshot.png');
  return fetch(`${url}/api/render/`, { method: 'POST', headers, body: form });
}

/** Registers somebody and orders {@link orderMortal}. */
export async function placeMortalOrder(url: string, email: string) {
  const person = await registerMortal(url, email);
  const ordered = await orderMortal(url, person);
  expect(ordered.status).toBe(202);
  const { id } = (await ordered.json()) as { id: number };
  const { read } = person;
  return {
    person,
    id,
    stateAt: (address: string) => read<RenderBody>(`${address}/api/render/${id}/`),
    ledgerAt: async (address: string) =>
      (await read<{ kind: string }[]>(`${address}/api/credits/ledger/`)).map(({ kind }) => kind),
  };
}
