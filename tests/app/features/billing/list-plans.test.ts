import { expect, test } from 'vitest';
import { listPacks } from '../../../../src/app/features/billing/list-packs.ts';
import { listPlans } from '../../../../src/app/features/billing/list-plans.ts';
import { makePack, makePlan } from '../../../support/plans.ts';

test('plans stand in their rank, whatever their prices; one without a name is left out (S1 5)', () => {
  const asked = [
    makePlan('ultimate', { price_monthly: 1 }),
    makePlan('  '),
    makePlan('starter'),
    makePlan('team'),
    makePlan('pro'),
  ];
  expect(listPlans(asked).map(({ name }) => name)).toEqual(['starter', 'pro', 'ultimate', 'team']);
});

test('packs that are sold stand by price (S1 5)', () => {
  const asked = [
    makePack('large', { price: 54 }),
    makePack('old', { price: 1, is_active: false }),
    makePack('small', { price: 6 }),
    makePack('medium', { price: 25 }),
  ];
  expect(listPacks(asked).map(({ id }) => id)).toEqual(['small', 'medium', 'large']);
});
