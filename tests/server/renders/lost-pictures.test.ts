import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../support/bundle.ts';
import { picture, type RenderServer, startRenderServer } from '../../support/render-server.ts';

let server: RenderServer;
beforeAll(async () => {
  const workersDir = await bundle('odd-pictures', {
    'picture-process': 'tests/support/odd-pictures.ts',
    'model-worker': 'src/server/models/model-worker.ts',
  });
  server = await startRenderServer({ config: { workersDir } });
});
afterAll(() => server.stop());

test('an order with a picture that ends whatever opens it is refused plainly; nothing is charged, its key is free', async () => {
  const person = await server.signUp();
  const key = randomUUID();
  const outline = { outline_snapshot: await picture('#ffffff') };
  for (const _attempt of [1, 2]) {
    expect(await server.order(person, outline, key)).toMatchObject({
      status: 503,
      body: { code: 'picture-work-failed' },
    });
  }
  expect(await server.credits(person)).toBe(2000);
  const { rows } = await server.deps.database.pool.query(
    `select from pg_locks join pg_stat_activity using (pid)
     where datname = current_database() and locktype = 'advisory'`,
  );
  expect(rows).toEqual([]);
  const { status } = await server.order(person, {}, key);
  expect(status).toBe(202);
});

test('a finished render that cannot be saved ends, says why, and gives every credit back', async () => {
  const person = await server.signUp();
  const size = { width: 65, height: 65, viewer_snapshot: await picture('#808080', 65, 65) };
  const { body } = await server.order(person, size);
  expect(await server.finish(person, body.id)).toMatchObject({
    status: 'error',
    error_code: 'picture-work-failed',
    refunded: 200,
    output_images: [],
  });
  expect(await server.credits(person)).toBe(2000);
  const next = await server.order(person);
  expect(await server.finish(person, next.body.id)).toMatchObject({ status: 'completed' });
});
