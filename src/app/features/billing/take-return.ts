import {
  ARRIVAL_PATIENCE_MS,
  ARRIVAL_POLL_MS,
  CREATE_AFTER_PURCHASE_MS,
  PURCHASE_NOTICE_MS,
} from '../../../contract/constants.ts';
import { AppError, type Failure } from '../../../contract/failure.ts';
import { PurchaseBody } from '../../../contract/http/billing.ts';
import type { LedgerEntryBody } from '../../../contract/http/credits.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { CheckoutEnd } from './checkout-end.ts';
import { type Departure, takeDeparture } from './leave-for-checkout.ts';
import { fetchLedger } from './queries.ts';
import { refreshMoney } from './refresh-money.ts';

const WORTH_ASKING_AGAIN: ReadonlySet<Failure['code']> = new Set([
  'server-unreachable',
  'server-failed',
  'server-unready',
  'payment-unavailable',
  'rate-limited',
]);

/**
 * Goes on after a checkout, once: says what came of it where the person was (B2, B3), and waits for what was paid. A
 * purchase is congratulated only when the server says that it was paid just now.
 */
export async function takeReturn(app: App, end: CheckoutEnd, signal: AbortSignal): Promise<void> {
  const { shell, billing } = app.state;
  const departure = takeDeparture(app.outside);
  billing.isReturnTaken = true;
  for (const name of [end.kind, 'order']) app.outside.address.dropQuery(name);
  if (departure !== null) shell.place = departure.place;
  const { arrival } = lateTextsOf(shell.language);
  if (end.kind === 'cancel') {
    if (departure === null) return;
    shell.modal = { kind: departure.window };
    app.toasts.show('info', arrival.cancelled, { area: 'pricing' });
    return;
  }
  const purchase = end.orderId === null ? null : await readPurchase(app, end.orderId, signal);
  if (purchase === null || end.orderId === null || signal.aborted) return;
  if (purchase.state !== 'processing' && purchase.state !== 'just-paid') return;
  const isPlan = purchase.kind === 'plan';
  const isEdit = shell.place === 'edit';
  if (!isEdit) shell.modal = { kind: departure?.window ?? (isPlan ? 'pricing' : 'credits') };
  billing.arrival = 'waiting';
  const paid = purchase.state === 'just-paid' ? purchase : await awaitPayment(app, end.orderId, signal);
  if (paid === null) return sayLate(app);
  if (paid.brings !== 'credits') return sayNoCredits(app, paid.brings);
  const waiting = awaitCredits(app, isPlan ? end.orderId : null, departure, signal);
  if (isEdit) {
    if (!isPlan) say(app, arrival.doneInEdit);
    await pause(CREATE_AFTER_PURCHASE_MS, signal);
    if (!signal.aborted && shell.place === 'edit') shell.place = 'create';
  } else if (!isPlan) {
    await pause(PURCHASE_NOTICE_MS, signal);
    if (!signal.aborted) say(app, arrival.done);
  }
  await waiting;
}

/** Null for an order that is none of this person's. A server that cannot be reached is asked again for a while. */
async function readPurchase(app: App, orderId: string, signal: AbortSignal): Promise<PurchaseBody | null> {
  for (let waitedMs = 0; waitedMs <= ARRIVAL_PATIENCE_MS && !signal.aborted; waitedMs += ARRIVAL_POLL_MS) {
    const purchase = await askPurchase(app, orderId, signal);
    if (purchase !== undefined) return purchase;
    await pause(ARRIVAL_POLL_MS, signal);
  }
  return null;
}

/** Once. Undefined where it is worth asking again. */
async function askPurchase(
  app: App,
  orderId: string,
  signal: AbortSignal,
): Promise<PurchaseBody | null | undefined> {
  const path = `/api/subscriptions/purchases/${encodeURIComponent(orderId)}/`;
  try {
    return await app.server.call(path, PurchaseBody, {}, signal);
  } catch (error) {
    return error instanceof AppError && WORTH_ASKING_AGAIN.has(error.failure.code) ? undefined : null;
  }
}

/** @returns Null where the payment was not confirmed while there was patience. */
async function awaitPayment(app: App, orderId: string, signal: AbortSignal): Promise<PurchaseBody | null> {
  for (let waitedMs = 0; waitedMs <= ARRIVAL_PATIENCE_MS && !signal.aborted; waitedMs += ARRIVAL_POLL_MS) {
    await pause(ARRIVAL_POLL_MS, signal);
    const purchase = await askPurchase(app, orderId, signal);
    if (purchase?.state === 'just-paid') return purchase;
  }
  return null;
}

function say(app: App, sentence: string): void {
  app.toasts.show('success', sentence, { area: 'pricing' });
}

/**
 * The payment's own message reaches the server before or after the person comes back. Of a plan one sentence is said, once it is known
 * what came: it may bring no credits now, or be given back.
 *
 * @param planOrderId Null for a pack.
 */
async function awaitCredits(
  app: App,
  planOrderId: string | null,
  departure: Departure | null,
  signal: AbortSignal,
): Promise<void> {
  const { billing } = app.state;
  const sayPaid = (): void => {
    if (planOrderId !== null) say(app, lateTextsOf(app.state.shell.language).arrival.planDone);
  };
  const since = departure?.ledgerId ?? null;
  if (since === null) {
    billing.arrival = null;
    sayPaid();
    await refreshMoney(app);
    return;
  }
  for (let waitedMs = 0; waitedMs <= ARRIVAL_PATIENCE_MS && !signal.aborted; waitedMs += ARRIVAL_POLL_MS) {
    const came = addUp((await readNewest(app, signal)).filter(({ id }) => id > since));
    if (came !== null) {
      billing.arrivedCredits = came.paid - came.debt;
      billing.paidDebt = came.debt;
      billing.arrival = 'arrived';
      sayPaid();
      await refreshMoney(app);
      return;
    }
    // It is known a little after the payment.
    const purchase = planOrderId === null ? null : await askPurchase(app, planOrderId, signal);
    if (purchase != null && purchase.brings !== 'credits') return sayNoCredits(app, purchase.brings);
    await pause(ARRIVAL_POLL_MS, signal);
  }
  if (!signal.aborted) await sayLate(app);
}

/** Nobody waits for credits that do not come. */
async function sayNoCredits(app: App, brings: 'nothing-now' | 'money-back'): Promise<void> {
  const { arrival } = lateTextsOf(app.state.shell.language);
  app.state.billing.arrival = null;
  if (brings === 'money-back') app.toasts.show('warning', arrival.givenBack, { area: 'pricing' });
  else app.toasts.show('success', arrival.ahead, { area: 'pricing' });
  await refreshMoney(app);
}

async function sayLate(app: App): Promise<void> {
  app.state.billing.arrival = 'late';
  app.toasts.show('info', lateTextsOf(app.state.shell.language).arrival.late, { area: 'pricing' });
  await refreshMoney(app);
}

/** Nothing while the server cannot be reached: it is asked again. */
async function readNewest(app: App, signal: AbortSignal): Promise<readonly LedgerEntryBody[]> {
  try {
    return (await fetchLedger(app, '', app.state.shell.language, null, signal)).results;
  } catch {
    return [];
  }
}

/**
 * What was paid for, and how much of it went to what the account owed: the server books that right behind.
 *
 * @param entries Newest first.
 * @returns Null where nothing was paid.
 */
function addUp(entries: readonly LedgerEntryBody[]): { paid: number; debt: number } | null {
  const sum = { paid: 0, debt: 0 };
  let isAny = false;
  for (const [index, { kind, amount }] of entries.entries()) {
    if (kind !== 'purchase' && kind !== 'subscription') continue;
    isAny = true;
    sum.paid += amount;
    const behind = entries[index - 1];
    if (behind?.pays_debt === true) sum.debt -= behind.amount;
  }
  return isAny ? sum : null;
}

/** Resolves after that time, or at once when it is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
