import { expect, test } from 'vitest';
import type { PlanOffer } from '../../../../src/app/features/billing/judge-plan.ts';
import { nextOffer } from '../../../../src/app/features/billing/next-offer.ts';

test.each<readonly [readonly PlanOffer[], number]>([
  [['choose', 'choose', 'choose'], 1],
  [['choose'], 0],
  [['current', 'upgrade', 'upgrade'], 1],
  [['downgrade', 'current', 'upgrade'], 2],
  [['downgrade', 'downgrade', 'current'], -1],
  [['downgrade', 'downgrade', 'to-yearly'], -1],
])('of %j one is put forward: %d', (offers, place) => {
  expect(nextOffer(offers.map((offer) => ({ offer, isOffered: true })))).toBe(place);
});

test('what cannot be pressed is not put forward', () => {
  const states = [
    { offer: 'current' as const, isOffered: false },
    { offer: 'upgrade' as const, isOffered: false },
  ];
  expect(nextOffer(states)).toBe(-1);
});
