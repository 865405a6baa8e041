import { Refusal } from './fake-bank.ts';

/** What an amount must be a multiple of, where that is not 1 (docs.stripe.com/currencies). */
const STEPS: Readonly<Record<string, number>> = {
  isk: 100,
  ugx: 100,
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
};
/** The least that is charged, of what is charged in Stripe's own units. */
const LEAST: Readonly<Record<string, number>> = { eur: 50, usd: 50, jpy: 50, huf: 17_500 };

/** An amount in the units of its currency, as strictly as Stripe takes it. @throws Refusal */
export function readAmount(sent: { readonly currency: string; readonly unit_amount: string }): number {
  const { currency, unit_amount } = sent;
  const refuse = (code: string) => new Refusal(400, 'invalid_request_error', code);
  if (!/^[a-z]{3}$/.test(currency)) throw refuse('invalid_currency');
  if (!/^\d+$/.test(unit_amount)) throw refuse('parameter_invalid_integer');
  const amount = Number(unit_amount);
  if (amount % (STEPS[currency] ?? 1) !== 0) throw refuse('invalid_charge_amount');
  if (amount < (LEAST[currency] ?? 1)) throw refuse('amount_too_small');
  return amount;
}
