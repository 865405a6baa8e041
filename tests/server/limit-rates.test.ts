import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Deps } from '../../src/server/deps.ts';
import { limitRates } from '../../src/server/limit-rates.ts';
import type { App } from '../../src/server/server.ts';

test('the factor counts once for each route, also where routes share a limit', async () => {
  const app = fastify() as unknown as App;
  await limitRates(app, { config: { rateLimitFactor: 2 } } as Deps);
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
});
