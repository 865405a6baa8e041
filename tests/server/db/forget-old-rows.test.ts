import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldRows } from '../../../src/server/db/forget-old-rows.ts';
import { paymentEvents } from '../../../src/server/db/schema/billing.ts';
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

test('messages about payments stay as long as they can be sent again', async () => {
  const { db } = server.deps.database;
  await db.insert(paymentEvents).values({ id: 'evt_1', type: 'invoice.paid' });
  const after = async (days: number) => {
    await forgetOldRows(db, new Date(Date.now() + days * 24 * 3_600_000));
    return db.$count(paymentEvents);
  };
  expect([await after(31), await after(41)]).toEqual([1, 0]);
});
