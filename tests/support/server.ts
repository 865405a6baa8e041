import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import type { SessionBody } from '../../src/contract/http/accounts.ts';
import { type Config, readConfig } from '../../src/server/config.ts';
import type { Database } from '../../src/server/db/database.ts';
import type { Deps } from '../../src/server/deps.ts';
import type { App } from '../../src/server/http/app.ts';
import { createServer } from '../../src/server/http/server.ts';
import { openServices } from '../../src/server/open-services.ts';
import { closeServer } from '../../src/server/process/close-server.ts';
import type { Engines } from '../../src/server/renders/engines/engine.ts';
import { guardTransactions } from './guard-transactions.ts';
import { MIGRATIONS_DIR, openTestDatabase } from './test-database.ts';
import { bundleWorkerScripts } from './worker-scripts.ts';

/** Of every test server. */
export const TEST_SECRET = 'a secret for tests only, 32 bytes';

/** A signed-in person of a test. */
export interface Person {
  readonly session: SessionBody;
  readonly email: string;
  readonly password: string;
  /** For `inject` and `fetch`. */
  readonly headers: { authorization: string };
}

export interface TestServer {
  readonly app: App;
  /** Every route that the server has, as it was registered. */
  readonly routes: readonly RouteOptions[];
  readonly deps: Deps;
  /** Origin of the listening server, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** What was asked of files, pictures, models and engines, such as `pictures.encodeRender`. */
  readonly asked: string[];
  /** Registers somebody new. */
  signUp(name?: string): Promise<Person>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly config?: Partial<Config>;
  /** A new one without it. */
  readonly database?: Database;
  readonly now?: () => Date;
  readonly logger?: Deps['logger'];
  readonly registry?: Deps['registry'];
  readonly lan?: Deps['lan'];
  readonly round?: Deps['round'];
  readonly onUserCreated?: Deps['onUserCreated'];
  readonly onUserDeleting?: Deps['onUserDeleting'];
  /** None without it. */
  /** Null: the built-in engine. None when absent. */
  readonly engines?: Engines | null;
}

/** A configuration like the one of an empty environment, in a folder of its own; no rate limits, no log. */
export async function testConfig(changes: Partial<Config> = {}): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-server-'));
  const rootDir = join(import.meta.dirname, '../..');
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '0',
    DATA_DIR: dataDir,
    COMFY_URLS: 'off',
  };
  const config = readConfig(environment, {
    rootDir,
    migrationsDir: MIGRATIONS_DIR,
    workersDir: await bundleWorkerScripts(),
  });
  return { ...config, appDir: join(dataDir, 'no-app'), ...changes };
}

/** The real server, on a port and a database of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const config = await testConfig(options.config);
  const database = options.database ?? (await openTestDatabase());
  const base = {
    config,
    database,
    secret: Buffer.from(TEST_SECRET),
    logger: options.logger ?? pino({ level: config.logLevel }),
    registry: options.registry ?? null,
    lan: options.lan ?? null,
    round: options.round ?? null,
    now: options.now ?? (() => new Date()),
  };
  const { services, offences, asked } = guardTransactions(
    database,
    await openServices(base, options.engines === null ? undefined : (options.engines ?? new Map())),
  );
  const deps: Deps = {
    ...base,
    services,
    onUserCreated: options.onUserCreated ?? (async () => {}),
    onUserDeleting: options.onUserDeleting ?? (async () => {}),
  };
  const routes: RouteOptions[] = [];
  const app = await createServer(deps, (route) => {
    checkAnswers(route);
    routes.push(route);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  let count = 0;
  return {
    app,
    routes,
    deps,
    asked,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async signUp(name = 'Ada Example') {
      count += 1;
      const email = `person${count}@example.com`;
      const password = `a long password ${count}`;
      const body = { name, email, password };
      const answer = await app.inject({ method: 'POST', url: '/api/users/register/', payload: body });
      const session = answer.json<SessionBody>();
      return { session, email, password, headers: { authorization: `Bearer ${session.access_token}` } };
    },
    async stop() {
      await closeServer(app);
      await services.close();
      await database.close();
      await rm(config.dataDir, { recursive: true, force: true });
      if (offences.length > 0) throw new Error(offences.join(', '));
    },
  };
}

/** The product writes answers by a plan of their shapes; here each is also checked to its last pattern. */
function checkAnswers(route: RouteOptions): void {
  const shapes = (route.schema?.response ?? {}) as Readonly<Record<string, unknown>>;
  const check = async (_request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
    const shape = shapes[reply.statusCode];
    if (shape instanceof z.ZodType) z.encode(shape, answer as never);
    return answer;
  };
  route.preSerialization = [route.preSerialization ?? [], check].flat();
}
