import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '../../support/call-api.ts';
import { type FakeStripe, startFakeStripe } from '../../support/fake-stripe/start-fake-stripe.ts';
import { readMoney, type Shop, startShop } from '../../support/money.ts';

let stripe: FakeStripe;
let shop: Shop;
beforeAll(async () => {
  stripe = await startFakeStripe();
  shop = await startShop({ config: { payments: stripe.settings } });
});
afterAll(async () => {
  await shop.stop();
  await stripe.stop();
});

const sessionOf = (url: string): string => url.split('/').at(-1) ?? '';
const newest = async (object: string) => (await stripe.things(object)).at(-1)!;
const listMessages = async () => (await stripe.events()).map(({ id }) => id);

/** Every order of a list is as likely; the same seed, the same order. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const shuffled = [...items];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
  }
  return shuffled;
}

test.each([1, 2, 3, 4])(
  'each message five times, in any order, several at once: the balance is right (%i)',
  async (seed) => {
    const person = await shop.signUp();
    const pro = (await stripe.things('price')).find(({ lookup_key }) => lookup_key === 'vitrine_pro_monthly');
    const sessions = [
      sessionOf(await shop.order(person, { pack: 'medium' })),
      sessionOf(await shop.order(person, { pack: 'large' })),
      sessionOf(await shop.order(person, { pack: 'small' })),
      sessionOf(await shop.order(person, { price: pro?.id ?? '' })),
    ];
    const get = async (path: string) => (await callApi(shop, person, 'GET', path)).body;
    const before = (await listMessages()).length;
    const payments: string[] = [];
    for (const id of sessions) {
      await stripe.does('complete', { id });
      payments.push((await newest('payment_intent')).id);
    }
    const subscription = (await newest('subscription')).id;
    // Half of the medium pack goes back, the large one is disputed and won, the small one disputed and lost.
    await stripe.does('giveBack', { id: payments[0]!, amount: 1_250 });
    await stripe.does('dispute', { id: payments[1]!, status: 'needs_response' });
    await stripe.does('dispute', { id: payments[1]!, status: 'won' });
    await stripe.does('dispute', { id: payments[2]!, status: 'lost' });
    await stripe.does('renew', { id: subscription, isPaid: true });
    await stripe.does('renew', { id: subscription, isPaid: false });
    await stripe.does('payInvoice', { id: (await newest('invoice')).id });
    await stripe.does('giveBack', { id: payments[3]! });

    const news = (await listMessages()).slice(before);
    expect(news.length).toBeGreaterThan(12);
    const often = shuffle([...news, ...news, ...news, ...news, ...news], seed);
    expect(new Set(await stripe.deliver(shop.url, often, 4))).toEqual(new Set([200]));
    // 2,000 at sign-up, 5,000 + 24,000 of packs, and two of three months of the plan.
    expect(await readMoney(shop, person)).toEqual({ balance: 91_000, reserved: 0, debt: 0 });
    expect((await get('/api/subscriptions/subscriptions/?status=active'))[0]).toMatchObject({
      plan: { name: 'pro' },
      status: 'active',
    });
    const ledger = await get('/api/credits/ledger/');
    const given = ledger.filter(
      ({ kind }: { kind: string }) => kind === 'purchase' || kind === 'subscription',
    );
    expect(given.map(({ amount }: { amount: number }) => amount).sort()).toEqual([
      10_000, 2_000, 24_000, 30_000, 30_000, 30_000,
    ]);
  },
);
