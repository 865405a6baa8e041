import fastify from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import { connectDatabase } from '../../../src/server/db/database.ts';
import type { Deps } from '../../../src/server/deps.ts';
import type { App } from '../../../src/server/http/app.ts';
import { limitBy, limitRates } from '../../../src/server/http/limit-rates.ts';
import { openTestDatabase } from '../../support/test-database.ts';

test('the factor counts once for each route, also where routes share a limit', async () => {
  const app = fastify() as unknown as App;
  const database = await openTestDatabase();
  await limitRates(app, { config: { rateLimitFactor: 2 }, database } as Deps);
  const config = { rateLimit: { max: 5, timeWindow: 60_000 } };
  for (const path of ['/api/one/', '/api/two/', '/api/three/']) app.get(path, { config }, async () => 'done');
  for (const path of ['/api/one/', '/api/two/', '/api/three/']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: path });
      expect(answer.headers['x-ratelimit-limit'], `${method} ${path}`).toBe('10');
    }
  }
  expect(config.rateLimit.max).toBe(5);
  const other = await app.inject({ url: '/api/none/' });
  expect(other.statusCode).toBe(404);
  await app.close();
  await database.close();
});

/** Two processes of one instance, as far as limits go. */
async function startTwo() {
  const connection = await openTestDatabase();
  const databases = [connection, connectDatabase(connection.connection)];
  const apps: App[] = [];
  for (const database of databases) {
    const deps = { config: { rateLimitFactor: 1 }, database } as Deps;
    const app = fastify() as unknown as App;
    await limitRates(app, deps);
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof AppError && error.failure.code === 'rate-limited' ? 429 : 500).send(),
    );
    const config = { rateLimit: { max: 4, timeWindow: 60_000 } };
    const byName = limitBy(app, deps, {
      max: 4,
      windowMs: 60_000,
      key: (request) => `order:${(request.query as { name: string }).name}`,
    });
    app.get('/api/links/', { config }, async () => 'done');
    app.get('/api/orders/', { preHandler: byName }, async () => 'done');
    app.get('/api/wide/', async () => 'done');
    await app.ready();
    apps.push(app);
  }
  const asked = { queries: 0 };
  for (const { pool } of databases) {
    const query = pool.query.bind(pool);
    pool.query = ((...args: unknown[]) => {
      asked.queries += 1;
      return Reflect.apply(query, pool, args);
    }) as typeof pool.query;
  }
  const call = async (from: number, url: string) => (await apps[from % 2]?.inject({ url }))?.statusCode;
  const stop = async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.close();
  };
  return { asked, call, stop };
}

test('two processes on one database count tight limits together, for each caller, and the wide one costs no query', async () => {
  const { asked, call, stop } = await startTwo();
  for (const url of ['/api/links/', '/api/orders/?name=ada']) {
    const answers = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((from) => call(from, url)));
    expect(
      answers.filter((status) => status === 200),
      url,
    ).toHaveLength(4);
    expect(
      answers.filter((status) => status === 429),
      url,
    ).toHaveLength(3);
  }
  expect(await call(0, '/api/orders/?name=eve')).toBe(200);
  // Whoever was refused is refused without the database being asked.
  for (const from of [0, 1]) await call(from, '/api/links/');
  asked.queries = 0;
  for (const from of [0, 1]) expect(await call(from, '/api/links/')).toBe(429);
  for (const from of [0, 1]) expect(await call(from, '/api/wide/')).toBe(200);
  expect(asked.queries).toBe(0);
  await stop();
});
