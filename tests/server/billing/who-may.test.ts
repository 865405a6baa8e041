import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '../../support/call-api.ts';
import { type Shop, startShop } from '../../support/money.ts';
import { startTestServer } from '../../support/server.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const MONTHLY = { price_id: 'price_test_pro_monthly' };
const CALLS = [
  ['GET', 'plans/', undefined, true],
  ['GET', 'credit-packs/', undefined, true],
  ['GET', 'subscriptions/?status=active', undefined, false],
  ['GET', 'invoices/', undefined, false],
  ['POST', 'stripe/create-checkout-session/', MONTHLY, false],
  ['POST', 'stripe/create-creditpack-checkout-session/', { pack_id: 'small' }, false],
  ['POST', 'preview-change/', MONTHLY, false],
  ['POST', 'change/', MONTHLY, false],
  ['POST', 'cancel/', undefined, false],
  ['POST', 'resume/', undefined, false],
] as const;

test.each(CALLS)('%s %s asks who calls where it must', async (method, path, body, isPublic) => {
  for (const authorization of [undefined, 'Bearer forged']) {
    const headers = authorization === undefined ? {} : { authorization };
    const url = `/api/subscriptions/${path}`;
    const answer = await shop.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    expect(answer.statusCode).toBe(isPublic ? 200 : 401);
  }
});

test('the ledger is nobody else’s', async () => {
  expect((await shop.app.inject({ url: '/api/credits/ledger/' })).statusCode).toBe(401);
});

test('what one has and pays, another neither sees nor changes', async () => {
  const [ada, grace] = [await shop.signUp(), await shop.signUp()];
  await shop.choose(await shop.order(ada, { price: 'price_test_starter_monthly' }), 'pay');
  const base = '/api/subscriptions';
  expect((await callApi(shop, grace, 'GET', `${base}/subscriptions/`)).body).toEqual([]);
  expect((await callApi(shop, grace, 'GET', `${base}/invoices/`)).body).toEqual([]);
  for (const [path, body] of [
    ['change', MONTHLY],
    ['preview-change', MONTHLY],
    ['cancel', undefined],
    ['resume', undefined],
  ] as const) {
    const answer = await callApi(shop, grace, 'POST', `${base}/${path}/`, body);
    expect(answer).toMatchObject({ status: 404, body: { code: 'subscription-missing' } });
  }
  const [plan] = (await callApi(shop, ada, 'GET', `${base}/subscriptions/?status=active`)).body;
  expect(plan).toMatchObject({ cancels_at_end: false, next: null });
});

test('a pack that is not sold any more cannot be ordered', async () => {
  const person = await shop.signUp();
  for (const packId of ['huge', '']) {
    const path = '/api/subscriptions/stripe/create-creditpack-checkout-session/';
    const answer = await callApi(shop, person, 'POST', path, { pack_id: packId });
    expect(answer.status).toBe(packId === '' ? 400 : 404);
  }
});

test('calls that reach the payment provider are limited, each for itself', async () => {
  const server = await startTestServer({ config: { payments: { kind: 'test' }, rateLimitFactor: 2 } });
  try {
    const person = await server.signUp();
    const statuses: number[] = [];
    for (let call = 0; call < 61; call += 1) {
      statuses.push((await callApi(server, person, 'POST', '/api/subscriptions/cancel/')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
    expect((await callApi(server, person, 'POST', '/api/subscriptions/resume/')).status).toBe(404);
  } finally {
    await server.stop();
  }
});

test('where nothing is sold the lists are empty, and what would cost says so', async () => {
  const server = await startTestServer();
  try {
    const person = await server.signUp();
    for (const [method, path, body] of CALLS) {
      const answer = await callApi(server, person, method, `/api/subscriptions/${path}`, body);
      if (method === 'GET') expect(answer).toEqual({ status: 200, body: [] });
      else expect(answer).toMatchObject({ status: 404, body: { code: 'not-configured' } });
    }
    const hook = await server.app.inject({ method: 'POST', url: '/api/payments/webhook/', payload: {} });
    expect(hook.statusCode).toBe(404);
    const page = await server.app.inject({ url: `/test-checkout/cs_test_${'0'.repeat(32)}/` });
    expect(page.statusCode).toBe(404);
  } finally {
    await server.stop();
  }
});
