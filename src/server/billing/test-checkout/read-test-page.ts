import { AppError } from '../../../contract/failure.ts';
import { creditsOf, nameItem } from '../catalogue.ts';
import { findTestPrice } from './test-outcomes.ts';
import type { TestPage } from './test-page.ts';
import type { TestBank } from './test-payments.ts';
import { findTestObject, readTestObject } from './test-store.ts';

/**
 * What the page of a test checkout, or of an invoice, shows.
 *
 * @throws AppError `not-found`.
 */
export async function readTestPage(bank: TestBank, id: string, isDeclined: boolean): Promise<TestPage> {
  const session = await findTestObject(bank.db, 'cs', id);
  if (session !== null) {
    const { language, amount, currency, packName, priceId, status } = session;
    const { packs, plans } = bank.catalogue;
    const pack = packs.find(({ name }) => name[language] === packName);
    const price = priceId === null ? null : findTestPrice(bank, priceId);
    const plan = plans.find(({ name }) => name === price?.plan);
    return {
      language,
      credits: plan && price ? creditsOf(plan, price.recurrence) : (pack?.credits ?? null),
      item: packName ?? nameItem(bank.catalogue, price?.plan ?? '', language),
      period: price?.recurrence ?? null,
      amount,
      currency,
      state: status === 'open' ? 'open' : status === 'complete' ? 'paid' : 'closed',
      isDeclined,
      hasCards: price !== null,
      canCancel: true,
      backUrl: status === 'complete' ? session.successUrl : session.cancelUrl,
    };
  }
  const invoice = await findTestObject(bank.db, 'in', id);
  if (invoice === null) throw new AppError({ code: 'not-found' });
  const { language, homeUrl } = await readTestObject(bank.db, 'sub', invoice.subscriptionId);
  return {
    language,
    credits: null,
    item: invoice.number,
    period: null,
    amount: invoice.amount,
    currency: invoice.currency,
    state: invoice.status === 'failed' ? 'open' : invoice.status === 'paid' ? 'paid' : 'closed',
    isDeclined,
    hasCards: true,
    canCancel: false,
    backUrl: homeUrl,
  };
}
