import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cancelPlan } from '../../../../src/app/features/billing/cancel-plan.ts';
import { changePlan } from '../../../../src/app/features/billing/change-plan.ts';
import { changePreviewQuery, subscriptionQuery } from '../../../../src/app/features/billing/queries.ts';
import { resumePlan } from '../../../../src/app/features/billing/resume-plan.ts';
import { callApi } from '../../../support/call-api.ts';
import { type FakeOutside, until } from '../../../support/fake-outside.ts';
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
  expect(await cancelPlan(app)).toMatchObject({ cancels_at_end: true });
  expect(shown()).toMatchObject({ cancels_at_end: true });
  await resumePlan(app);
  expect(shown()).toMatchObject({ cancels_at_end: false });
  const preview = await app.queries.fetchQuery(changePreviewQuery(app, 'price_test_pro_monthly'));
  await changePlan(app, 'price_test_pro_monthly', preview);
  expect(shown()).toMatchObject({ plan: { name: 'pro' } });
  await shop.stop();
});

test('a plan that another window changed meanwhile is not changed as it was agreed to: what it costs now is shown', async () => {
  const shop = await startShop();
  const person = await shop.signUp();
  await shop.choose(await shop.order(person, { price: 'price_test_starter_monthly' }), 'pay');
  const app = openDevice(shop.url, person);
  const preview = new QueryObserver(app.queries, changePreviewQuery(app, 'price_test_pro_monthly'));
  const shown = () => preview.getCurrentResult().data;
  const close = preview.subscribe(() => undefined);
  await until(() => shown() !== undefined);
  const agreed = shown()!;
  expect(agreed.when).toBe('now');
  const other = { price_id: 'price_test_ultimate_monthly' };
  expect((await callApi(shop, person, 'POST', '/api/subscriptions/change/', other)).status).toBe(200);

  await expect(changePlan(app, 'price_test_pro_monthly', agreed)).rejects.toMatchObject({
    failure: { code: 'price-changed' },
  });
  expect(shown()).toMatchObject({ when: 'period-end', amount_due: 0 });
  const held = await changePlan(app, 'price_test_pro_monthly', shown()!);
  expect(held).toMatchObject({ plan: { name: 'ultimate' }, next: { plan: { name: 'pro' } } });
  close();
  await shop.stop();
});
