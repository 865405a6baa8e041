import { eq, sum } from 'drizzle-orm';
import { expect } from 'vitest';
import { openSession } from '../../src/server/accounts/sessions/open-session.ts';
import { passTime } from '../../src/server/billing/test-checkout/keep-test-checkout.ts';
import { ledger, wallets } from '../../src/server/db/schema/money.ts';
import { callApi } from './call-api.ts';
import { type Person, startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** A server that sells through its test checkout, on a clock of the test's. */
export interface Shop extends TestServer {
  /** Moves the clock, and lets happen what is due then. */
  passDays(days: number): Promise<void>;
  /** Orders a pack or plan; address of its checkout's page. */
  order(person: Person, wish: { pack: string } | { price: string }, key?: string): Promise<string>;
  /** Chooses on a checkout's page; where it leads to. */
  choose(pageUrl: string, outcome: 'pay' | 'decline' | 'cancel', card?: 'fails-later'): Promise<string>;
}

export async function startShop(options: TestServerOptions = {}): Promise<Shop> {
  let offsetMs = 0;
  const people: Person[] = [];
  const server = await startTestServer({
    ...options,
    config: { payments: { kind: 'test' }, ...options.config },
    now: () => new Date(Date.now() + offsetMs),
  });
  return {
    ...server,
    async signUp(name) {
      const person = await server.signUp(name);
      people.push(person);
      return person;
    },
    async passDays(days) {
      offsetMs += days * 24 * 3_600_000;
      await passTime(server.deps);
      // Tokens have expired in the meantime, and sessions that nobody used.
      const { deps } = server;
      for (const { headers, session } of people) {
        const next = await deps.database.db.transaction((tx) =>
          openSession(tx, deps, session.user.id, { address: '127.0.0.1', userAgent: '' }),
        );
        headers.authorization = `Bearer ${next.access_token}`;
      }
    },
    async order(person, wish, key) {
      const isPack = 'pack' in wish;
      const path = isPack ? 'create-creditpack-checkout-session' : 'create-checkout-session';
      const body = isPack ? { pack_id: wish.pack } : { price_id: wish.price };
      // As from the page that this very server serves.
      const headers = { origin: server.url, ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const answer = await callApi(
        server,
        person,
        'POST',
        `/api/subscriptions/stripe/${path}/`,
        body,
        headers,
      );
      expect(answer).toMatchObject({ status: 200 });
      return answer.body.checkout_url;
    },
    async choose(pageUrl, outcome, card) {
      const body = new URLSearchParams({ outcome, ...(card === undefined ? {} : { card }) });
      const answer = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' });
      expect(answer.status).toBe(303);
      return answer.headers.get('location') ?? '';
    },
  };
}

/** What an account has; checks that its ledger says the same. */
export async function readMoney(
  server: Pick<TestServer, 'deps'>,
  person: Pick<Person, 'session'>,
): Promise<{ balance: number; reserved: number; debt: number }> {
  const { db } = server.deps.database;
  const userId = person.session.user.id;
  const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, userId));
  const [total] = await db
    .select({ sum: sum(ledger.amount).mapWith(Number) })
    .from(ledger)
    .where(eq(ledger.userId, userId));
  const { balance = -1, reserved = -1, debt = -1 } = wallet ?? {};
  expect(total?.sum ?? 0).toBe(balance);
  expect(balance).toBeGreaterThanOrEqual(0);
  return { balance, reserved, debt };
}
