import type { App } from '../core/app.ts';
import { isOrder } from '../data/is-order.ts';
import type { OutboxRow } from '../data/outbox-row.ts';
import { dropFiles, listCaptures } from './drop-files.ts';

/** Throws an AbortError from when everything is cancelled after this call. */
export function mustNotBeStopped({ state: { order } }: Pick<App, 'state'>): () => void {
  const { stops } = order;
  return () => {
    if (order.stops !== stops) throw new DOMException('All orders were cancelled.', 'AbortError');
  };
}

/** Answers on their way are waited for so long. */
const ANSWER_MS = 5_000;

/**
 * Ends what a person has ordered and the server cannot have heard of: what is prepared, and what waits to be sent. What is
 * on its way is waited for a moment; what the server may or may not have is marked, and ends when that turns out. Orders
 * that were made without a connection wait for the person, and stay.
 *
 * @returns How many there were, without those that the server has for certain.
 */
export async function stopOrders(app: App): Promise<number> {
  const { order } = app.state;
  const { userId } = app.state.account;
  // With a key it is in the outbox already.
  const prepared = order.button === 'preparing' && order.key === null ? 1 : 0;
  order.stops += 1;
  if (userId === null) return prepared;
  const mine = () => app.db.run(() => app.db.outbox.where('userId').equals(userId).toArray());
  const waiting = (await mine()).filter(
    ({ work, state }) =>
      state === 'ready' && isOrder(work) && !(work.kind === 'order-render' && work.isOffline),
  );
  for (const { key } of waiting) await app.outbox.withdraw(key);
  const left = new Set((await mine()).map(({ key }) => key));
  const stopped = waiting.filter(({ key }) => !left.has(key));
  const files = stopped.flatMap(({ work }) => (work.kind === 'order-render' ? work.files : []));
  await waitForAnswers(app, mine);
  const marked = await markSent(app, mine);
  // What cannot be taken away goes with the sweep.
  await dropFiles(app, listCaptures(files)).catch(() => {});
  return prepared + stopped.length + marked;
}

type List = () => Promise<OutboxRow[]>;

/** Resolves when no order is being sent any more, or after {@link ANSWER_MS}. */
async function waitForAnswers(app: App, mine: List): Promise<void> {
  const isSending = async (): Promise<boolean> =>
    (await mine()).some(({ work, state }) => state === 'sending' && isOrder(work));
  let stopListening = (): void => {};
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise<void>((resolve) => {
    timeout = setTimeout(resolve, ANSWER_MS);
    stopListening = app.outbox.onEvent(() => void isSending().then((is) => is || resolve(), resolve));
  });
  if (await isSending()) await isOver;
  clearTimeout(timeout);
  stopListening();
}

/** @returns How many there are of which nobody knows whether the server has them. */
async function markSent(app: App, mine: List): Promise<number> {
  const unsure = (await mine()).filter(
    ({ work, wasSent, state }) => wasSent && (state === 'ready' || state === 'sending') && isOrder(work),
  );
  for (const { seq, work } of unsure) {
    if (isOrder(work))
      await app.db.run(() => app.db.outbox.update(seq!, { work: { ...work, isCancelled: true } }));
  }
  return unsure.length;
}
