import { expect, test } from 'vitest';
import { averageSaving, pricePlan } from '../../../../src/app/features/billing/price-plan.ts';
import { makePlan } from '../../../support/plans.ts';

const PLANS = [makePlan('starter'), makePlan('pro'), makePlan('ultimate')];

test('by the year a month costs less, and the whole year is paid today (B17)', () => {
  expect(PLANS.map((plan) => pricePlan(plan, 'yearly'))).toMatchObject([
    { perMonth: 24, before: 30, today: 288, priceId: 'price_starter_yearly' },
    { perMonth: 48, before: 60, today: 576, priceId: 'price_pro_yearly' },
    { perMonth: 175, before: 220, today: 2100, priceId: 'price_ultimate_yearly' },
  ]);
});

test('by the month nothing is crossed out, and a month is paid today', () => {
  expect(pricePlan(makePlan('pro'), 'monthly')).toMatchObject({
    perMonth: 60,
    before: null,
    saving: null,
    today: 60,
    priceId: 'price_pro_monthly',
  });
});

test('percents are whole: 175 instead of 220 is 20 % (B18), and so is the average of all (B20)', () => {
  const percent = (fraction: number | null) => Math.round((fraction ?? 0) * 100);
  expect(PLANS.map((plan) => percent(pricePlan(plan, 'yearly').saving))).toEqual([20, 20, 20]);
  expect(percent(averageSaving(PLANS))).toBe(20);
  expect(percent(averageSaving([makePlan('pro', { annual_saving_percent: 10 }), makePlan('starter')]))).toBe(
    15,
  );
});

test('where nothing is saved, nothing is said of it', () => {
  const plain = makePlan('pro', { price_yearly: 60, annual_saving_percent: null });
  expect(pricePlan(plain, 'yearly').saving).toBeNull();
  expect(averageSaving([plain])).toBeNull();
  expect(averageSaving([])).toBeNull();
});

test('without a percent of the server it follows from the prices', () => {
  expect(pricePlan(makePlan('pro', { annual_saving_percent: null }), 'yearly').saving).toBeCloseTo(0.2);
});
