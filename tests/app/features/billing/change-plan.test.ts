import { expect, test } from 'vitest';
import { cancelPlan } from '../../../../src/app/features/billing/cancel-plan.ts';
import { changePlan } from '../../../../src/app/features/billing/change-plan.ts';
import { subscriptionQuery } from '../../../../src/app/features/billing/queries.ts';
import { resumePlan } from '../../../../src/app/features/billing/resume-plan.ts';
import type { FakeOutside } from '../../../support/fake-outside.ts';
import { startShop } from '../../../support/money.ts';
import { openDevice } from '../../../support/real-outside.ts';

test('what the server answers to a change of the plan is shown, also where asking again fails', async () => {
  const shop = await startShop();
  const person = await shop.signUp();
  await shop.choose(await shop.order(person, { price: 'price_test_starter_monthly' }), 'pay');
  const app = openDevice(shop.url, person);
  const { queryKey } = subscriptionQuery(app);
  const shown = () => app.queries.getQueryData(queryKey);
  await app.queries.fetchQuery(subscriptionQuery(app));
  expect(shown()).toMatchObject({ plan: { name: 'starter' }, cancels_at_end: false });
  const { fetch } = app.outside;
  const lose: typeof fetch = (input, init) =>
    init?.method === 'POST' ? fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'));
  Object.assign(app.outside as FakeOutside, { fetch: lose });
  await cancelPlan(app);
  expect(shown()).toMatchObject({ cancels_at_end: true });
  await resumePlan(app);
  expect(shown()).toMatchObject({ cancels_at_end: false });
  await changePlan(app, 'price_test_pro_monthly', new Date().toISOString());
  expect(shown()).toMatchObject({ plan: { name: 'pro' } });
  await shop.stop();
});
