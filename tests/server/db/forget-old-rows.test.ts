import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldRows } from '../../../src/server/db/forget-old-rows.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a session in use stays, an expired one goes', async () => {
  const { session } = await server.signUp();
  const { db } = server.deps.database;
  const refresh = (token: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/token/refresh/',
      payload: { refresh_token: token },
    });
  await forgetOldRows(db, new Date());
  const next = await refresh(session.refresh_token);
  expect(next.statusCode).toBe(200);
  await forgetOldRows(db, new Date(Date.now() + 31 * 24 * 3_600_000));
  expect((await refresh(next.json().refresh_token)).statusCode).toBe(401);
});
