import { expect, test } from 'vitest';
import { readForeignFailure } from '../../../src/app/data/read-foreign-failure.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

test.each([
  ['its own words, on one line', new Response(' no\n\n  room ', { status: 507 }), 507, 'no room'],
  ['at most 200 characters of them', new Response('x'.repeat(9_999), { status: 500 }), 500, 'x'.repeat(200)],
  [
    'no page of HTML',
    new Response('<h1>Oops</h1>', { status: 503, statusText: 'Service Unavailable', headers: html }),
    503,
    'Service Unavailable',
  ],
  ['nothing where there are none', new Response(null, { status: 410 }), 410, ''],
] as const)('an answer that is not our server’s gives %s', async (_what, response, status, body) => {
  expect(await readForeignFailure(response)).toEqual({ code: 'http-error', status, body });
});

test('a status with a sentence of its own keeps it', async () => {
  expect(await readForeignFailure(new Response('<Error/>', { status: 404 }))).toEqual({ code: 'not-found' });
  const busy = new Response('', { status: 429, headers: { 'retry-after': '7' } });
  expect(await readForeignFailure(busy)).toEqual({ code: 'rate-limited', retryAfterSeconds: 7 });
});
