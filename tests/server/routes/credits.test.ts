import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantCredits } from '../../../src/server/credits/grant-credits.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the ledger tells everything once, newest first, page by page, and only one’s own', async () => {
  const [ada, grace] = [await server.signUp(), await server.signUp()];
  await server.deps.database.db.transaction(async (tx) => {
    for (let index = 0; index < 104; index += 1) {
      const grant = {
        userId: ada.session.user.id,
        kind: 'grant',
        amount: 1,
        reference: `test:${index}`,
      } as const;
      await grantCredits(tx, grant);
    }
  });
  const get = async (person: typeof ada, query = '') =>
    (await server.app.inject({ url: `/api/credits/ledger/${query}`, headers: person.headers })).json();

  expect(await get(ada)).toHaveLength(100);
  const first = await get(ada, '?cursor=');
  const second = await get(ada, `?cursor=${first.next}`);
  const all = [...first.results, ...second.results];
  expect(second.next).toBeNull();
  expect(all.map((entry) => entry.balance_after)).toEqual(
    Array.from({ length: 105 }, (_, index) => 2104 - index),
  );
  expect(all.reduce((sum, entry) => sum + entry.amount, 0)).toBe(2104);
  expect(await get(grace)).toHaveLength(1);
  const gifts = await get(ada, `?cursor=${first.next}&sort=gifts`);
  expect(gifts.results.map(({ kind }: { kind: string }) => kind)).toEqual([
    'grant',
    'grant',
    'grant',
    'grant',
    'signup',
  ]);
  expect(await get(ada, '?cursor=&sort=payments')).toEqual({ results: [], next: null });
  const url = '/api/credits/ledger/?cursor=&sort=thefts';
  expect((await server.app.inject({ url, headers: ada.headers })).statusCode).toBe(400);
});
