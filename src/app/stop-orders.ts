import type { App } from './app.ts';
import { dropFiles } from './features/order/drop-files.ts';
import { isOrder } from './is-order.ts';

/** Throws an AbortError from when everything is cancelled after this call. */
export function mustNotBeStopped({ state: { order } }: Pick<App, 'state'>): () => void {
  const { stops } = order;
  return () => {
    if (order.stops !== stops) throw new DOMException('All orders were cancelled.', 'AbortError');
  };
}

/**
 * Ends what a person has ordered and the server cannot have heard of: what is prepared, and what waits to be sent. Orders
 * that were made without a connection wait for the person, and stay.
 *
 * @returns How many there were.
 */
export async function stopOrders(app: App): Promise<number> {
  const { order } = app.state;
  const { userId } = app.state.account;
  const prepared = order.button === 'preparing' ? 1 : 0;
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
  await dropFiles(
    app,
    files.map(([, hash]) => hash),
    null,
  );
  return prepared + stopped.length;
}
