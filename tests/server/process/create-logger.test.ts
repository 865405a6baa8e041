import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/server/process/create-logger.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

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
test('an error is told without values, whatever its message and its causes hold', () => {
  const written: string[] = [];
  const logger = createLogger('info', { write: (line) => written.push(line) });
  const say = (err: unknown) => {
    logger.error({ err }, 'bug');
    return written.at(-1) ?? '';
  };
  // 1. A failed query whose values have lines of their own.
  const cause = Object.assign(new Error('duplicate key value violates "users_email"'), {
    code: '23505',
    constraint: 'users_email_unique',
    detail: 'Key (email)=(private@example.com) already exists.',
  });
  const query = Object.assign(
    new Error('Failed query: insert into "users" values ($1)\nparams: Ada\nLovelace,$argon2id$v=19$secret', {
      cause,
    }),
    { query: 'insert into "users" values ($1)', params: ['Ada\nLovelace', '$argon2id$v=19$secret'] },
  );
  const failed = say(query);
  expect(failed).toContain('insert into \\"users\\"');
  expect(failed).toContain('users_email_unique');
  expect(failed).toContain('create-logger.test');
  // 2. What is quoted, with quotes in it.
  expect(say(new SyntaxError(`Unexpected token 'x', "{"password":"hunter2"x" is not valid JSON`))).toContain(
    'is not valid JSON',
  );
  // 3. What the queue tells is no Error.
  expect(
    say({ message: 'relation is gone', stack: 'Error: hunter2\n    at queue.js:1:1', queue: 'render' }),
  ).toMatch(/relation is gone.*at queue\.js/);
  expect(say('hunter2')).toContain('"type":"string"');
  for (const secret of ['private@', 'Lovelace', 'argon2', 'hunter2'])
    expect(written.join('')).not.toContain(secret);
});

test('whoever is refused a sign-in is written down with their address and the account they meant', async () => {
  lines.length = 0;
  const login = { method: 'POST', url: '/api/users/login/' } as const;
  const payload = { email: 'ada@example.com', password: 'a guess' };
  expect((await server.app.inject({ ...login, payload, remoteAddress: '203.0.113.9' })).statusCode).toBe(401);
  const refusal = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ msg }) => msg === 'refused');
  expect(refusal).toMatchObject({
    level: 40,
    refused: 'credentials-wrong',
    address: '203.0.113.9',
    account: 'ada@example.com',
    route: '/api/users/login/',
  });
  expect(lines.join('')).not.toContain('a guess');
});
