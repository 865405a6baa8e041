import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { buyPack } from '../../../../src/app/features/billing/buy-pack.ts';
import { choosePlan } from '../../../../src/app/features/billing/choose-plan.ts';
import { followReturn } from '../../../../src/app/features/billing/follow-return.ts';
import { takeReturn } from '../../../../src/app/features/billing/take-return.ts';
import type { FakeAddress } from '../../../support/fake-address.ts';
import { createFakeOutside, createTestApp, until } from '../../../support/fake-outside.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';
import { makePack } from '../../../support/plans.ts';
import { createShopServer, ledgerPage, type ShopServer } from '../../../support/shop-server.ts';

const LEDGER = 'GET /api/credits/ledger/';
const ORDER = '2b1a7a34-7a4e-4a5c-9a5e-3d0c6f9b2a10';
const PURCHASE = `GET /api/subscriptions/purchases/${ORDER}/`;
const SUCCESS = { kind: 'success', orderId: ORDER } as const;
const BEFORE = { id: 4, kind: 'signup', amount: 2000 };
const PAID = { id: 5, kind: 'purchase', amount: 10_000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function open(): { server: ShopServer; app: App; address: FakeAddress } {
  const server = createShopServer();
  server.answers.set('POST /api/subscriptions/stripe/create-creditpack-checkout-session/', () => ({
    checkout_url: 'https://pay.example/1',
  }));
  server.answers.set('POST /api/subscriptions/stripe/create-checkout-session/', () => ({
    checkout_url: 'https://pay.example/2',
  }));
  server.answers.set(LEDGER, () => ledgerPage([BEFORE]));
  server.answers.set(PURCHASE, () => ({ kind: 'pack', state: 'just-paid' }));
  const app = createTestApp(createFakeOutside(server));
  return { server, app, address: app.outside.address as FakeAddress };
}

const said = (app: App): string[] =>
  app.toasts.queue.visibleToasts.map(({ content }) => `${content.kind}: ${content.title}`);
const never = new AbortController().signal;
/** Until the server has been asked and the page has gone on, while its clock stands. */
const asked = async (isThere: () => boolean): Promise<void> => {
  while (!isThere()) await new Promise(setImmediate);
};
const ledgerCalls = ({ calls }: ShopServer): number =>
  calls.filter(({ path }) => path.startsWith('/api/credits/ledger/')).length;

test('a pack goes to its checkout; back from it the credits are on top, said after 500 ms, and come', async () => {
  const { server, app, address } = open();
  await buyPack(app, makePack('medium'));
  expect(address.left).toEqual(['https://pay.example/1']);
  server.answers.set(LEDGER, () => ledgerPage([PAID, BEFORE]));

  const done = takeReturn(app, SUCCESS, never);
  await asked(() => app.state.shell.modal !== null);
  expect(app.state.shell.modal).toEqual({ kind: 'credits' });
  expect(app.state.shell.place).toBe('create');
  expect(address.dropped).toEqual(['success', 'order']);
  await vi.advanceTimersByTimeAsync(499);
  expect(said(app)).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(said(app)).toEqual(['success: Credit purchase successfully completed!']);
  expect(app.state.billing).toMatchObject({ arrival: 'arrived', arrivedCredits: 10_000 });
});

test.each([
  ['all', 10_000, 0],
  ['some', 4_000, 6_000],
] as const)(
  'what is said to have come is without what of it was owed (%s)',
  async (_share, paidDebt, arrivedCredits) => {
    const { server, app } = open();
    await buyPack(app, makePack('medium'));
    const debt = { id: 6, kind: 'clawback', amount: -paidDebt, pays_debt: true };
    server.answers.set(LEDGER, () => ledgerPage([{ id: 7, kind: 'refund', amount: 1 }, debt, PAID, BEFORE]));
    const done = takeReturn(app, SUCCESS, never);
    await vi.advanceTimersByTimeAsync(500);
    await done;
    expect(app.state.billing).toMatchObject({ arrival: 'arrived', arrivedCredits, paidDebt });
  },
);

test('from Edit it is said at once, and Create follows after 1.5 s (B2)', async () => {
  const { server, app } = open();
  app.state.shell.place = 'edit';
  await buyPack(app, makePack('medium'));
  app.state.shell.place = 'create';
  server.answers.set(LEDGER, () => ledgerPage([PAID, BEFORE]));

  const done = takeReturn(app, SUCCESS, never);
  await asked(() => said(app).length > 0);
  expect(app.state.shell).toMatchObject({ place: 'edit', modal: null });
  expect(said(app)).toEqual(['success: Credits purchased successfully!']);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(app.state.shell.place).toBe('edit');
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(app.state.shell.place).toBe('create');
});

test('a plan comes back to the plans', async () => {
  const { server, app } = open();
  await choosePlan(app, 'price_pro_yearly');
  server.answers.set(PURCHASE, () => ({ kind: 'plan', state: 'just-paid' }));
  server.answers.set(LEDGER, () => ledgerPage([{ ...PAID, kind: 'subscription' }, BEFORE]));
  const done = takeReturn(app, SUCCESS, never);
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(app.state.shell.modal).toEqual({ kind: 'pricing' });
  expect(said(app)).toEqual(['success: The plan is paid.']);
  expect(app.state.billing.arrival).toBe('arrived');
});

test('of a plan nothing is said before it is known what came; Create follows from Edit all the same', async () => {
  const { server, app } = open();
  app.state.shell.place = 'edit';
  await choosePlan(app, 'price_pro_yearly');
  server.answers.set(PURCHASE, () => ({ kind: 'plan', state: 'just-paid' }));
  const done = takeReturn(app, SUCCESS, never);
  await asked(() => ledgerCalls(server) > 0);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(app.state.shell.place).toBe('create');
  expect(said(app)).toEqual([]);
  server.answers.set(LEDGER, () => ledgerPage([{ ...PAID, kind: 'subscription' }, BEFORE]));
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  expect(said(app)).toEqual(['success: The plan is paid.']);
});

test.each([
  ['money-back', `warning: ${LATE_TEXTS.en.arrival.givenBack}`],
  ['nothing-now', `success: ${LATE_TEXTS.en.arrival.ahead}`],
] as const)(
  'a plan that brings no credits (%s) says so, and none are waited for',
  async (brings, sentence) => {
    const { server, app } = open();
    await choosePlan(app, 'price_pro_yearly');
    server.answers.set(PURCHASE, () => ({ kind: 'plan', state: 'just-paid', brings }));
    await takeReturn(app, SUCCESS, never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said(app)).toEqual([sentence]);
    expect(app.state.shell.modal).toEqual({ kind: 'pricing' });
    expect(app.state.billing.arrival).toBeNull();
  },
);

test('that it brings none may be known a little after the payment', async () => {
  const { server, app } = open();
  await choosePlan(app, 'price_pro_yearly');
  server.answers.set(PURCHASE, () => ({ kind: 'plan', state: 'just-paid', brings: 'credits' }));
  const done = takeReturn(app, SUCCESS, never);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(app.state.billing.arrival).toBe('waiting');
  server.answers.set(PURCHASE, () => ({ kind: 'plan', state: 'just-paid', brings: 'nothing-now' }));
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  expect(said(app)).toEqual([`success: ${LATE_TEXTS.en.arrival.ahead}`]);
  expect(app.state.billing.arrival).toBeNull();
});

test('credits that take their time are looked for every 2 s; refunds meanwhile are not taken for them', async () => {
  const { server, app } = open();
  await buyPack(app, makePack('medium'));
  server.answers.set(LEDGER, () => ledgerPage([{ id: 5, kind: 'refund', amount: 200 }, BEFORE]));
  const done = takeReturn(app, SUCCESS, never);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(app.state.billing.arrival).toBe('waiting');
  server.answers.set(LEDGER, () => ledgerPage([{ ...PAID, id: 6 }, BEFORE]));
  await vi.advanceTimersByTimeAsync(2_000);
  await done;
  expect(app.state.billing.arrival).toBe('arrived');
});

test('after 30 s they are said to be on their way, and nothing is asked any more', async () => {
  const { server, app } = open();
  await buyPack(app, makePack('medium'));
  const done = takeReturn(app, SUCCESS, never);
  await vi.advanceTimersByTimeAsync(33_000);
  await done;
  expect(app.state.billing.arrival).toBe('late');
  expect(said(app)).toContain(
    'info: The payment takes longer to be confirmed. What you paid for comes once it is; you can go on working.',
  );
  const asked = ledgerCalls(server);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ledgerCalls(server)).toBe(asked);
});

test('a server that cannot be reached meanwhile is asked again', async () => {
  const { server, app } = open();
  await buyPack(app, makePack('medium'));
  server.answers.set(LEDGER, () => ledgerPage([PAID, BEFORE]));
  server.fail('/api/credits/ledger/', 'lost-request');
  const done = takeReturn(app, SUCCESS, never);
  await vi.advanceTimersByTimeAsync(2_000);
  await done;
  expect(app.state.billing.arrival).toBe('arrived');
});

test('a checkout that was left says that nothing was charged, where the person was', async () => {
  const { app, address } = open();
  await choosePlan(app, 'price_pro_yearly');
  await takeReturn(app, { kind: 'cancel' }, never);
  expect(app.state.shell.modal).toEqual({ kind: 'pricing' });
  expect(said(app)).toEqual(['info: The purchase was not made. Nothing was charged.']);
  expect(app.state.billing.arrival).toBeNull();
  expect(address.dropped).toEqual(['cancel', 'order']);
});

test.each([
  ['no order is named', { kind: 'success', orderId: null }, 'just-paid'],
  ['the order is none of this person\u2019s', { kind: 'success', orderId: 'another' }, 'just-paid'],
  ['the order is not paid', SUCCESS, 'not-paid'],
  ['the order was paid long ago', SUCCESS, 'paid'],
] as const)('nothing is congratulated and no window opens where %s', async (_why, end, state) => {
  const { server, app } = open();
  server.answers.set(PURCHASE, () => ({ kind: 'pack', state }));
  await takeReturn(app, end, never);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said(app)).toEqual([]);
  expect(app.state.shell.modal).toBeNull();
  expect(app.state.billing.arrival).toBeNull();
});

test('a payment that is still being confirmed is congratulated when it is', async () => {
  const { server, app } = open();
  await buyPack(app, makePack('medium'));
  server.answers.set(PURCHASE, () => ({ kind: 'pack', state: 'processing' }));
  const done = takeReturn(app, SUCCESS, never);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(app.state.billing.arrival).toBe('waiting');
  expect(said(app)).toEqual([]);
  server.answers.set(PURCHASE, () => ({ kind: 'pack', state: 'just-paid' }));
  server.answers.set(LEDGER, () => ledgerPage([PAID, BEFORE]));
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  expect(said(app)).toEqual(['success: Credit purchase successfully completed!']);
});

test('a checkout that nobody left for is not said to be cancelled', async () => {
  const { app } = open();
  await takeReturn(app, { kind: 'cancel' }, never);
  expect(said(app)).toEqual([]);
  expect(app.state.shell.modal).toBeNull();
});

test('the address is taken up once, however often the person signs in', async () => {
  vi.useRealTimers();
  const { app } = open();
  const returned: App = { ...app, outside: { ...app.outside, query: `success=credits&order=${ORDER}` } };
  const fail = (error: unknown): never => {
    throw error;
  };
  const stop = followReturn(returned, fail);
  await until(() => app.state.shell.modal?.kind === 'credits');
  stop();
  app.state.shell.modal = null;
  followReturn(returned, fail)();
  expect(app.state.shell.modal).toBeNull();
});

test.each(['', 'invitation_token=1'])('an address with "%s" is none of its business', (query) => {
  const { app } = open();
  followReturn({ ...app, outside: { ...app.outside, query } }, () => undefined)();
  expect(app.state.billing.isReturnTaken).toBe(false);
});

test('a payment that cannot be asked for while it is confirmed is said to be on its way as soon as any other', async () => {
  const { server, app } = open();
  await buyPack(app, makePack('medium'));
  server.answers.set(PURCHASE, () => ({ kind: 'pack', state: 'processing' }));
  const done = takeReturn(app, SUCCESS, never);
  await asked(() => app.state.billing.arrival === 'waiting');
  server.answers.set(PURCHASE, () => {
    throw new TypeError('fetch failed');
  });
  await vi.advanceTimersByTimeAsync(35_000);
  expect(app.state.billing.arrival).toBe('late');
  await done;
});
