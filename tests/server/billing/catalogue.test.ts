import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIBRARY_FREE_BYTES } from '../../../src/contract/constants.ts';
import { benefitsOf } from '../../../src/server/billing/benefits.ts';
import { readCatalogue } from '../../../src/server/billing/catalogue.ts';
import { toSmallest, toWhole } from '../../../src/server/billing/stripe/currency-units.ts';

async function fileOf(content: unknown): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'vitrine-pricing-')), 'pricing.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const pack = { id: 'one', name: { en: 'One', es: 'Uno' }, price: 1.5, credits: 100 };

test('an instance sells what its file names', async () => {
  const path = await fileOf({ currency: 'USD', plans: [], packs: [pack] });
  expect(readCatalogue(path)).toEqual({ currency: 'USD', plans: [], packs: [{ ...pack, is_active: true }] });
  expect(readCatalogue(undefined).packs).toHaveLength(5);
});

const plan = { name: 'pro', price_monthly: 60, price_yearly: 48, credits_per_month: 100 };

test('a plan that names no turns and no room has what everybody has, and none sells what is free', async () => {
  const path = await fileOf({ currency: 'EUR', plans: [plan], packs: [] });
  expect(readCatalogue(path).plans).toEqual([{ ...plan, queue_turns: 1, library_gb: 4, features: [] }]);
  for (const sold of readCatalogue(undefined).plans) {
    expect(sold.features).toEqual([]);
    expect(benefitsOf(sold).queueTurns).toBeGreaterThan(1);
    expect(benefitsOf(sold).libraryBytes).toBeGreaterThan(LIBRARY_FREE_BYTES);
  }
});

test.each([
  [
    { currency: 'EUR', plans: [{ ...plan, queue_turns: 5 }], packs: [] },
    'plans.0.queue_turns: must be 1, 2, 3',
  ],
  [{ currency: 'EUR', plans: [{ ...plan, library_gb: 1 }], packs: [] }, 'plans.0.library_gb'],
  [{ currency: 'euro', plans: [], packs: [] }, 'currency: must be three capitals, such as EUR'],
  [{ currency: 'EUR', plans: [], packs: [{ ...pack, price: -1 }] }, 'packs.0.price'],
  [{ currency: 'EUR', plans: [], packs: [pack, pack] }, 'packs: has two packs of one id'],
  [{ currency: 'EUR', plans: [], packs: [], pakcs: [] }, 'pakcs'],
  [
    { currency: 'ISK', plans: [], packs: [{ ...pack, price: 12.5 }] },
    'packs.0.price: Stripe charges no part of 1 ISK, so 12.5 cannot be charged',
  ],
  [{ currency: 'UGX', plans: [{ ...plan, price_monthly: 0.5 }], packs: [] }, 'plans.0.price_monthly: Stripe'],
  [{ currency: 'JPY', plans: [{ ...plan, price_yearly: 48.3 }], packs: [] }, 'plans.0.price_yearly: Stripe'],
  [{ currency: 'KWD', plans: [], packs: [{ ...pack, price: 1.234 }] }, 'packs.0.price'],
  ['{', 'is not JSON'],
])('a wrong file is one sentence that names the place (%#)', async (content, words) => {
  const path = await fileOf(content);
  expect(() => readCatalogue(path)).toThrow(words);
  expect(() => readCatalogue(path)).toThrow(path);
});

test('a file that is not there is one sentence, too', () => {
  expect(() => readCatalogue('/nowhere/pricing.json')).toThrow(
    'PRICING_FILE /nowhere/pricing.json cannot be read.',
  );
});

test('amounts are counted in the unit that Stripe charges the currency in', () => {
  expect([toSmallest(0.29, 'EUR'), toSmallest(500, 'JPY'), toSmallest(500, 'HUF')]).toEqual([
    29, 500, 50_000,
  ]);
  expect([toWhole(29, 'EUR'), toWhole(500, 'JPY'), toWhole(50_000, 'HUF')]).toEqual([0.29, 500, 500]);
});

test('a year is charged as a whole: a twelfth of it may be what a month could not be', async () => {
  const path = await fileOf({ currency: 'JPY', plans: [{ ...plan, price_yearly: 48.5 }], packs: [] });
  expect(readCatalogue(path).plans).toMatchObject([{ price_yearly: 48.5 }]);
});
