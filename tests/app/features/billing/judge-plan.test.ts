import { expect, test } from 'vitest';
import { judgePlan } from '../../../../src/app/features/billing/judge-plan.ts';
import type { PlanName, Recurrence, SubscriptionBody } from '../../../../src/contract/http/billing.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';
import { makePlan } from '../../../support/plans.ts';

const PLANS = [makePlan('starter'), makePlan('pro'), makePlan('ultimate')];
const OFF = 'disabled';
const ON = 'enabled';

function holds(plan: PlanName, recurrence: Recurrence, change: Partial<SubscriptionBody> = {}) {
  return {
    id: 1,
    plan: { name: plan },
    recurrence,
    status: 'active' as const,
    period_end: '2027-05-03T00:00:00.000Z',
    cancels_at_end: false,
    next: null,
    ...change,
  };
}

type Row = readonly [
  situation: string,
  held: SubscriptionBody | null,
  plan: PlanName,
  toggle: Recurrence,
  en: string,
  es: string,
  state: string,
];

test.each<Row>([
  // S1 4.7
  ['same plan, same recurrence', holds('pro', 'yearly'), 'pro', 'yearly', 'Current plan', 'Plan actual', OFF],
  [
    'same plan, by the year',
    holds('pro', 'monthly'),
    'pro',
    'yearly',
    'Switch to Yearly',
    'Cambiar a anual',
    ON,
  ],
  [
    'same plan, by the month',
    holds('pro', 'yearly'),
    'pro',
    'monthly',
    'Switch to Monthly',
    'Cambiar a mensual',
    ON,
  ],
  ['higher plan', holds('pro', 'yearly'), 'ultimate', 'yearly', 'Upgrade Plan', 'Mejorar el plan', ON],
  ['lower plan', holds('pro', 'yearly'), 'starter', 'yearly', 'Downgrade Plan', 'Reducir el plan', ON],
  ['no subscription', null, 'pro', 'yearly', 'Choose plan', 'Elegir plan', ON],
  // What the table leaves open: rank before recurrence
  [
    'higher plan, by the month',
    holds('pro', 'yearly'),
    'ultimate',
    'monthly',
    'Upgrade Plan',
    'Mejorar el plan',
    ON,
  ],
  [
    'lower plan, by the year',
    holds('pro', 'monthly'),
    'starter',
    'yearly',
    'Downgrade Plan',
    'Reducir el plan',
    ON,
  ],
  // A change that waits for the end of the period
  [
    'what the plan becomes',
    holds('pro', 'yearly', { next: { plan: { name: 'starter' }, recurrence: 'monthly' } }),
    'starter',
    'monthly',
    'Planned',
    'Previsto',
    OFF,
  ],
  [
    'the plan that still runs',
    holds('pro', 'yearly', { next: { plan: { name: 'starter' }, recurrence: 'monthly' } }),
    'pro',
    'yearly',
    'Current plan',
    'Plan actual',
    OFF,
  ],
  [
    'what it becomes, by the other recurrence',
    holds('pro', 'yearly', { next: { plan: { name: 'starter' }, recurrence: 'monthly' } }),
    'starter',
    'yearly',
    'Downgrade Plan',
    'Reducir el plan',
    ON,
  ],
  // Not paid: first that
  [
    'past due, its own card',
    holds('pro', 'yearly', { status: 'past_due' }),
    'pro',
    'yearly',
    'Current plan',
    'Plan actual',
    OFF,
  ],
  [
    'past due, a higher plan',
    holds('pro', 'yearly', { status: 'past_due' }),
    'ultimate',
    'yearly',
    'Upgrade Plan',
    'Mejorar el plan',
    OFF,
  ],
  // Ends with the period
  [
    'cancelled, its own card',
    holds('pro', 'yearly', { cancels_at_end: true }),
    'pro',
    'yearly',
    'Current plan',
    'Plan actual',
    OFF,
  ],
  [
    'cancelled, a higher plan',
    holds('pro', 'yearly', { cancels_at_end: true }),
    'ultimate',
    'yearly',
    'Upgrade Plan',
    'Mejorar el plan',
    ON,
  ],
  [
    'ended',
    holds('pro', 'yearly', { status: 'canceled' }),
    'pro',
    'yearly',
    'Choose plan',
    'Elegir plan',
    ON,
  ],
  [
    'never paid',
    holds('pro', 'yearly', { status: 'incomplete' }),
    'starter',
    'yearly',
    'Choose plan',
    'Elegir plan',
    ON,
  ],
])('%s', (_situation, held, plan, toggle, en, es, state) => {
  const found = judgePlan(PLANS, PLANS.find(({ name }) => name === plan)!, toggle, held);
  expect(LATE_TEXTS.en.pricing.offers[found.offer]).toBe(en);
  expect(LATE_TEXTS.es.pricing.offers[found.offer]).toBe(es);
  expect(found.isOffered ? ON : OFF).toBe(state);
});
