import {
  ARRIVAL_PATIENCE_MS,
  ARRIVAL_POLL_MS,
  CREATE_AFTER_PURCHASE_MS,
  PURCHASE_NOTICE_MS,
} from '../../../contract/constants.ts';
import type { LedgerEntryBody } from '../../../contract/http/credits.ts';
import type { App } from '../../app.ts';
import { LATE_TEXTS } from '../../texts/use-late-texts.ts';
import type { CheckoutEnd } from './follow-return.ts';
import { type Departure, takeDeparture } from './leave-for-checkout.ts';
import { fetchLedger } from './queries.ts';
import { refreshMoney } from './refresh-money.ts';

/** Goes on after a checkout, once: says what came of it where the person was (B2, B3), and waits for what was paid. */
export async function takeReturn(app: App, end: CheckoutEnd, signal: AbortSignal): Promise<void> {
  const { shell, billing } = app.state;
  const departure = takeDeparture(app.outside);
  const isPaid = end !== 'cancelled';
  billing.isReturnTaken = true;
  app.outside.address.dropQuery(isPaid ? 'success' : 'cancel');
  if (departure !== null) shell.place = departure.place;
  const isEdit = shell.place === 'edit' && isPaid;
  if (!isEdit) shell.modal = { kind: departure?.window ?? (end === 'plan' ? 'pricing' : 'credits') };
  const { arrival } = LATE_TEXTS[shell.language];
  if (!isPaid) {
    app.toasts.show('info', arrival.cancelled, { area: 'pricing' });
    return;
  }
  const waiting = awaitCredits(app, departure, signal);
  if (isEdit) {
    say(app, end === 'plan' ? arrival.planDone : arrival.doneInEdit);
    await pause(CREATE_AFTER_PURCHASE_MS, signal);
    if (!signal.aborted && shell.place === 'edit') shell.place = 'create';
  } else {
    await pause(PURCHASE_NOTICE_MS, signal);
    if (!signal.aborted) say(app, end === 'plan' ? arrival.planDone : arrival.done);
  }
  await waiting;
}

function say(app: App, sentence: string): void {
  app.toasts.show('success', sentence, { area: 'pricing' });
}

/** The payment's own message reaches the server before or after the person comes back. */
async function awaitCredits(app: App, departure: Departure | null, signal: AbortSignal): Promise<void> {
  const { billing } = app.state;
  const since = departure?.ledgerId ?? null;
  if (since === null) {
    await refreshMoney(app);
    return;
  }
  billing.arrival = 'waiting';
  for (let waitedMs = 0; waitedMs <= ARRIVAL_PATIENCE_MS && !signal.aborted; waitedMs += ARRIVAL_POLL_MS) {
    const paid = (await readNewest(app, signal)).filter((entry) => entry.id > since && isPaid(entry));
    if (paid.length > 0) {
      billing.arrivedCredits = paid.reduce((sum, { amount }) => sum + amount, 0);
      billing.arrival = 'arrived';
      await refreshMoney(app);
      return;
    }
    await pause(ARRIVAL_POLL_MS, signal);
  }
  if (signal.aborted) return;
  billing.arrival = 'late';
  app.toasts.show('info', LATE_TEXTS[app.state.shell.language].arrival.late, { area: 'pricing' });
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

function isPaid({ kind }: LedgerEntryBody): boolean {
  return kind === 'purchase' || kind === 'subscription';
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
