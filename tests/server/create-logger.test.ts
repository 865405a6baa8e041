import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/server/create-logger.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    logger: createLogger('info', { write: (line) => lines.push(line) }),
    onUserCreated: async (tx) => {
      await tx.execute('select no_such_function()');
    },
  });
});
afterAll(() => server.stop());

test('the log names routes and what broke, and holds nobody’s secrets', async () => {
  const payload = { name: 'A', email: 'private@example.com', password: 'the very secret one' };
  const headers = { authorization: 'Bearer my.secret.token' };
  await server.app.inject({ method: 'POST', url: '/api/users/register/?ticket=hidden', payload, headers });
  await server.app.inject({
    method: 'POST',
    url: '/api/users/token/refresh/',
    payload: { refresh_token: 'unknown-token' },
  });
  const log = lines.join('');
  expect(lines.map((line) => JSON.parse(line).route).filter(Boolean)).toEqual([
    '/api/users/register/',
    '/api/users/token/refresh/',
  ]);
  expect(log).toContain('no_such_function');
  for (const secret of ['very secret', 'my.secret', 'hidden', 'unknown-token', 'private@', '$argon2']) {
    expect(log).not.toContain(secret);
  }
});

test('values of a failed query and fields with secret names are left out', () => {
  const written: string[] = [];
  const logger = createLogger('info', { write: (line) => written.push(line) });
  const query = new Error('Failed query: insert into users values ($1)\nparams: private@example.com');
  logger.error({ err: new Error('outer', { cause: query }), body: { password: 'p4ss' } }, 'bug');
  expect(written[0]).toContain('insert into users');
  expect(written[0]).not.toContain('private@');
  expect(written[0]).not.toContain('p4ss');
});
