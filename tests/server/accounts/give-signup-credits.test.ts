import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveSignupCredits, givesCreditsAtOnce } from '../../../src/server/accounts/give-signup-credits.ts';
import { startTestServer, type TestServer, testConfig } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { host: '0.0.0.0' } });
});
afterAll(() => server.stop());

test.each([
  [true, {}],
  [true, { host: 'localhost' }],
  [true, { host: '::1', publicUrl: 'http://[::1]:8000' }],
  [true, { host: '127.0.0.2', publicUrl: 'http://127.0.0.1:8000' }],
  [false, { host: '0.0.0.0' }],
  [false, { host: '::' }],
  [false, { host: '192.168.1.5' }],
  [false, { host: '127.example.com' }],
  // A proxy on the same machine lets others in.
  [false, { publicUrl: 'https://vitrine.example.com' }],
  [false, { trustedProxies: ['127.0.0.1'] }],
])('credits at once: %s for %o', async (isAtOnce, changes) => {
  expect(givesCreditsAtOnce(await testConfig(changes))).toBe(isAtOnce);
});

test('where others reach the server, credits wait until somebody approves, and come once', async () => {
  const person = await server.signUp();
  const { id } = person.session.user;
  expect(person.session.user).toMatchObject({ credits: 0, pending_credits: 2000 });
  const { db } = server.deps.database;
  const approve = () => db.transaction((tx) => giveSignupCredits(tx, server.deps, id));
  expect(await Promise.all([approve(), approve(), approve()])).toEqual([2000, 2000, 2000]);
  const me = await server.app.inject({ url: '/api/users/me/', headers: person.headers });
  expect(me.json()).toMatchObject({ credits: 2000, pending_credits: 0, is_email_verified: false });
  const movements = await server.app.inject({ url: '/api/credits/ledger/', headers: person.headers });
  expect(movements.json()).toMatchObject([{ kind: 'signup', amount: 2000 }]);
});
