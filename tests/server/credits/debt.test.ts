import { eq, sum } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserId } from '../../../src/contract/ids.ts';
import { clawBackCredits } from '../../../src/server/credits/claw-back-credits.ts';
import { grantByStaff } from '../../../src/server/credits/grant-by-staff.ts';
import { grantCredits } from '../../../src/server/credits/grant-credits.ts';
import { refundCredits } from '../../../src/server/credits/refund-credits.ts';
import { reserveCredits } from '../../../src/server/credits/reserve-credits.ts';
import type { Database, Transaction } from '../../../src/server/db/database.ts';
import { users } from '../../../src/server/db/schema/accounts.ts';
import { ledger, wallets } from '../../../src/server/db/schema/money.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function makeUser(): Promise<UserId> {
  const email = `${Math.random()}@example.com`;
  const [user] = await database.db.insert(users).values({ email, emailKey: email, name: 'x' }).returning();
  const userId = UserId.parse(user?.id);
  await database.db.insert(wallets).values({ userId });
  return userId;
}
const inOne = <T>(work: (tx: Transaction) => Promise<T>) => database.db.transaction(work);

test('whatever happens, in whatever order and at once: the ledger’s sum is the balance, and it is never below zero', async () => {
  const userId = await makeUser();
  let state = 7;
  const random = (max: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % max;
  };
  /** Given and taken back for good; what is neither is set aside, owed or in the wallet. */
  const total = { given: 0, back: 0 };
  const reserved = new Map<number, number>();
  for (let round = 0; round < 40; round += 1) {
    const works = Array.from({ length: 5 }, (_, index) => {
      const cause = round * 5 + index + 1;
      const amount = 1 + random(500);
      const kind = random(4);
      if (kind === 0) {
        total.given += amount;
        const grant = { userId, kind: 'purchase', amount, reference: `p:${userId}:${cause}` } as const;
        return inOne((tx) => grantCredits(tx, grant));
      }
      if (kind === 1) {
        total.back += amount;
        const reference = `b:${userId}:${cause}`;
        return inOne((tx) =>
          clawBackCredits(tx, { userId, amount, reference, purchaseId: null, item: null }),
        );
      }
      const renderId = userId * 10_000 + cause;
      const [open] = reserved;
      if (kind === 2 && open !== undefined) {
        reserved.delete(open[0]);
        return inOne((tx) => refundCredits(tx, { userId, renderId: open[0], amount: open[1] }));
      }
      return inOne((tx) => reserveCredits(tx, { userId, renderId, price: amount })).then(
        () => reserved.set(renderId, amount),
        (error) => expect(error.failure.code).toBe('credits-insufficient'),
      );
    });
    await Promise.all(works);
    const [wallet] = await database.db.select().from(wallets).where(eq(wallets.userId, userId));
    const [row] = await database.db
      .select({ sum: sum(ledger.amount).mapWith(Number) })
      .from(ledger)
      .where(eq(ledger.userId, userId));
    const aside = [...reserved.values()].reduce((all, one) => all + one, 0);
    expect(wallet?.balance).toBeGreaterThanOrEqual(0);
    expect(row?.sum ?? 0).toBe(wallet?.balance);
    expect(wallet?.reserved).toBe(aside);
    expect((wallet?.balance ?? 0) + aside - (wallet?.debt ?? 0)).toBe(total.given - total.back);
    // Nobody has credits and owes some at once.
    expect(Math.min(wallet?.balance ?? 0, wallet?.debt ?? 0)).toBe(0);
  }
  expect(total.back).toBeGreaterThan(0);
});

test('staff give credits as often as they say so, with their words; nobody who is not there', async () => {
  const userId = await makeUser();
  const give = () => inOne((tx) => grantByStaff(tx, { userId, amount: 50, note: 'sorry' }));
  expect([await give(), await give()]).toEqual([50, 100]);
  const rows = await database.db.select().from(ledger).where(eq(ledger.userId, userId));
  expect(rows.map(({ kind, amount, note }) => ({ kind, amount, note }))).toEqual([
    { kind: 'grant', amount: 50, note: 'sorry' },
    { kind: 'grant', amount: 50, note: 'sorry' },
  ]);
  const nobody = inOne((tx) => grantByStaff(tx, { userId: UserId.parse(999_999), amount: 1, note: null }));
  await expect(nobody).rejects.toMatchObject({ failure: { code: 'not-found' } });
});
