import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBody } from '../../../src/contract/http/instance.ts';
import { createLogger } from '../../../src/server/process/create-logger.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const NUMBER = /^[0-9A-HJKMNP-TV-Z]{10}$/;

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: { allowedOrigins: ['https://shop.example'] },
    logger: createLogger('info', { write: (line) => lines.push(line) }),
    onUserCreated: async () => {
      throw new Error('A bug');
    },
  });
});
afterAll(() => server.stop());

const failOnce = (headers: Record<string, string> = {}, to = server) =>
  to.app.inject({
    method: 'POST',
    url: '/api/users/register/',
    payload: { name: 'Unlucky', email: 'unlucky@example.com', password: 'a long password' },
    headers,
  });

test('what the server could not do has a number, in the answer and in every line of the log about it', async () => {
  lines.length = 0;
  const answer = await failOnce({ origin: 'https://shop.example' });
  expect(answer.statusCode).toBe(500);
  const number = ErrorBody.parse(answer.json()).request_id ?? '';
  expect(number).toMatch(NUMBER);
  expect(answer.headers['x-request-id']).toBe(number);
  expect(answer.headers['access-control-expose-headers']).toContain('x-request-id');
  const told = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === number);
  expect(told.map(({ msg }) => msg)).toEqual(['bug', 'call']);
});

test('every answer has a number of its own, and a refusal says it in its header alone', async () => {
  const answers = [await server.app.inject('/api/health'), await server.app.inject('/api/users/me/')];
  const numbers = answers.map(({ headers }) => String(headers['x-request-id']));
  for (const number of numbers) expect(number).toMatch(NUMBER);
  expect(new Set(numbers).size).toBe(2);
  expect(answers[1]?.json()).not.toHaveProperty('request_id');
});

test('a number that comes with a call is never its own, and stands beside it in the log where it is short and plain', async () => {
  const behind = await startTestServer({
    config: { trustedProxies: ['127.0.0.1'] },
    logger: createLogger('info', { write: (line) => lines.push(line) }),
  });
  const linesOf = async (given: string) => {
    lines.length = 0;
    const answer = await behind.app.inject({ url: '/api/health', headers: { 'x-request-id': given } });
    const number = String(answer.headers['x-request-id']);
    expect(number).toMatch(NUMBER);
    return lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === number);
  };
  const given = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  expect(await linesOf(given)).toEqual([expect.objectContaining({ msg: 'call', givenId: given })]);
  for (const odd of ['', 'a b', 'a"b', 'a'.repeat(65)])
    for (const line of await linesOf(odd)) expect(line).not.toHaveProperty('givenId');
  await behind.stop();
});
