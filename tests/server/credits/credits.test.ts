import { eq, sum } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserId } from '../../../src/contract/ids.ts';
import { captureCredits } from '../../../src/server/credits/capture-credits.ts';
import { grantCredits } from '../../../src/server/credits/grant-credits.ts';
import { refundCredits } from '../../../src/server/credits/refund-credits.ts';
import { reserveCredits } from '../../../src/server/credits/reserve-credits.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { ledger, wallets } from '../../../src/server/db/schema/money.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function makeUser(balance: number): Promise<UserId> {
  const email = `${Math.random()}@example.com`;
  const [user] = await database.db
    .insert(users)
    .values({ email, emailKey: email, name: 'x', passwordHash: 'x' })
    .returning();
  const userId = UserId.parse(user?.id);
  await database.db.insert(wallets).values({ userId });
  await database.db.transaction((tx) =>
    grantCredits(tx, { userId, kind: 'grant', amount: balance, reference: `user:${userId}` }),
  );
  return userId;
}

async function readMoney(userId: UserId) {
  const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, userId));
  const [total] = await database.db
    .select({ sum: sum(ledger.amount).mapWith(Number) })
    .from(ledger)
    .where(eq(ledger.userId, userId));
  return { balance: wallet?.balance, reserved: wallet?.reserved, sum: total?.sum };
}

const reserve = (userId: UserId, renderId: number, price: number) =>
  database.db.transaction((tx) => reserveCredits(tx, { userId, renderId, price }));

test('forty orders at once on credits for ten: exactly ten pass', async () => {
  const userId = await makeUser(2000);
  const orders = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => reserve(userId, 1000 + index, 200)),
  );
  expect(orders.filter((order) => order.status === 'fulfilled')).toHaveLength(10);
  for (const order of orders) {
    if (order.status === 'rejected') {
      expect(order.reason.failure).toEqual({ code: 'credits-insufficient', price: 200, balance: 0 });
    }
  }
  expect(await readMoney(userId)).toEqual({ balance: 0, reserved: 2000, sum: 0 });
});

test('the same cause moves credits once, however often and at once it is told', async () => {
  const userId = await makeUser(1000);
  const balances = await Promise.all([1, 2, 3, 4, 5].map(() => reserve(userId, 1, 200)));
  expect(balances).toEqual([800, 800, 800, 800, 800]);
  const grants = [1, 2, 3, 4, 5].map(() =>
    database.db.transaction((tx) =>
      grantCredits(tx, { userId, kind: 'purchase', amount: 50, reference: 'payment:1' }),
    ),
  );
  expect(await Promise.all(grants)).toEqual([850, 850, 850, 850, 850]);
  expect(await readMoney(userId)).toEqual({ balance: 850, reserved: 200, sum: 850 });
});

test('an order of four, two finished, the rest refunded', async () => {
  const userId = await makeUser(1000);
  await reserve(userId, 2, 800);
  await database.db.transaction(async (tx) => {
    await captureCredits(tx, { userId, renderId: 2, part: 0, price: 200 });
    await captureCredits(tx, { userId, renderId: 2, part: 1, price: 200 });
  });
  const refund = () =>
    database.db.transaction((tx) => refundCredits(tx, { userId, renderId: 2, amount: 400 }));
  expect([await refund(), await refund()]).toEqual([600, 600]);
  expect(await readMoney(userId)).toEqual({ balance: 600, reserved: 0, sum: 600 });
});

test('what is rolled back did not happen', async () => {
  const userId = await makeUser(1000);
  const failing = database.db.transaction(async (tx) => {
    await reserveCredits(tx, { userId, renderId: 3, price: 200 });
    throw new Error('the queue is down');
  });
  await expect(failing).rejects.toThrow('the queue is down');
  expect(await readMoney(userId)).toEqual({ balance: 1000, reserved: 0, sum: 1000 });
});

test('more than was reserved can never be captured or refunded', async () => {
  const userId = await makeUser(1000);
  await reserve(userId, 4, 200);
  const refund = database.db.transaction((tx) => refundCredits(tx, { userId, renderId: 4, amount: 300 }));
  await expect(refund).rejects.toThrow();
  expect(await readMoney(userId)).toEqual({ balance: 800, reserved: 200, sum: 800 });
});
