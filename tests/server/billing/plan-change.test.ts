import { expect, test } from 'vitest';
import { readCatalogue } from '../../../src/server/billing/catalogue.ts';
import { bringCredits, countCredits } from '../../../src/server/billing/count-credits.ts';
import { endOfPeriod } from '../../../src/server/billing/end-of-period.ts';
import { forecastPlan } from '../../../src/server/billing/forecast-plan.ts';
import { planChange } from '../../../src/server/billing/plan-change.ts';
import { listTestPrices } from '../../../src/server/billing/test-checkout/test-payments.ts';
import { prorate } from '../../../src/server/billing/test-checkout/test-periods.ts';

const HELD = [
  'starter monthly',
  'pro monthly',
  'ultimate monthly',
  'starter yearly',
  'pro yearly',
  'ultimate yearly',
];
/** Rows: what is held; columns: what is wanted, in the same order. */
const TABLE = {
  'starter monthly': ['-', 'now', 'now', 'now', 'now', 'now'],
  'pro monthly': ['end', '-', 'now', 'end', 'now', 'now'],
  'ultimate monthly': ['end', 'end', '-', 'end', 'end', 'now'],
  'starter yearly': ['end', 'now', 'now', '-', 'now', 'now'],
  'pro yearly': ['end', 'end', 'now', 'end', '-', 'now'],
  'ultimate yearly': ['end', 'end', 'end', 'end', 'end', '-'],
} as const;
const WORDS = { now: 'now', end: 'period-end', '-': null } as const;

test.each(Object.entries(TABLE))('from %s to every other plan', (held, row) => {
  const read = (text: string) => {
    const [plan, recurrence] = text.split(' ');
    return { plan, recurrence } as Parameters<typeof planChange>[0];
  };
  expect(HELD.map((wanted) => planChange(read(held), read(wanted)))).toEqual(row.map((word) => WORDS[word]));
});

const catalogue = readCatalogue(undefined);
const price = (id: string) => listTestPrices(catalogue).find((one) => one.id === `price_test_${id}`)!;

test('an invoice stands for the credits of what it charges, in its share', () => {
  const line = (id: string, amount: number) => ({ price: price(id), amount });
  const count = (...lines: ReturnType<typeof line>[]) => countCredits(catalogue, lines);
  expect(count(line('pro_monthly', 6_000))).toBe(30_000);
  expect(count(line('pro_yearly', 57_600))).toBe(360_000);
  expect(count(line('starter_monthly', -1_500), line('pro_monthly', 3_000))).toBe(9_000);
  expect(count(line('starter_monthly', -1_000), line('pro_yearly', 57_600))).toBe(356_000);
  expect(count(line('ultimate_monthly', -22_000), line('starter_monthly', 3_000))).toBe(-118_000);
  expect(countCredits(catalogue, [{ price: null, amount: 99_999 }])).toBe(0);
});

test('a period ends on the same day, or on the last one of a shorter month', () => {
  const end = (start: string, recurrence: 'monthly' | 'yearly') =>
    endOfPeriod(new Date(start), recurrence).toISOString();
  expect(end('2026-01-15T10:00:00.000Z', 'monthly')).toBe('2026-02-15T10:00:00.000Z');
  expect(end('2026-01-31T10:00:00.000Z', 'monthly')).toBe('2026-02-28T10:00:00.000Z');
  expect(end('2028-02-29T10:00:00.000Z', 'yearly')).toBe('2029-02-28T10:00:00.000Z');
});

test('the rest of the period is given back and charged', () => {
  const period = { periodStart: '2026-06-01T00:00:00.000Z', periodEnd: '2026-07-01T00:00:00.000Z' };
  const amounts = (after: string, now: string) =>
    prorate(period, price('starter_monthly'), price(after), new Date(now)).map(({ amount }) => amount);
  expect(amounts('pro_monthly', '2026-06-16T00:00:00.000Z')).toEqual([-1_500, 3_000]);
  expect(amounts('pro_yearly', '2026-06-16T00:00:00.000Z')).toEqual([-1_500, 57_600]);
  expect(amounts('pro_monthly', '2026-08-01T00:00:00.000Z')).toEqual([-0, 0]);
});

test('what was given is never taken, and comes off what later invoices bring', () => {
  expect(bringCredits(130_000, 0)).toEqual({ brings: 130_000, ahead: 0 });
  expect(bringCredits(-230_000, 0)).toEqual({ brings: 0, ahead: 230_000 });
  expect(bringCredits(130_000, 230_000)).toEqual({ brings: 0, ahead: 100_000 });
  expect(bringCredits(130_000, 100_000)).toEqual({ brings: 30_000, ahead: 0 });
});

test('the next payment and the next credits are the first that are not covered by what is left', () => {
  const plan = { recurrence: 'monthly', price: 22_000, creditsOfPeriod: 130_000 } as const;
  const from = new Date('2026-01-31T10:00:00.000Z');
  const forecast = (moneyLeft: number, creditsAhead: number) =>
    forecastPlan({ ...plan, from, moneyLeft, creditsAhead });
  expect(forecast(0, 0)).toEqual({
    payment: { amount: 22_000, at: from },
    credits: { amount: 130_000, at: from },
  });
  expect(forecast(35_600, 230_000)).toEqual({
    payment: { amount: 8_400, at: new Date('2026-02-28T10:00:00.000Z') },
    credits: { amount: 30_000, at: new Date('2026-02-28T10:00:00.000Z') },
  });
});
