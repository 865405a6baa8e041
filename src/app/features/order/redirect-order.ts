import type { App } from '../../core/app.ts';
import { listDependants } from '../../data/list-dependants.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import type { OrderRequest } from '../../values/order-request.ts';

/** Whether an order of this device was refused because its engine, or what it asks of that, is not there. */
export function isRedirectable({ work, failure }: OutboxRow): boolean {
  return (
    work.kind === 'order-render' &&
    (failure?.code === 'engine-unavailable' || failure?.code === 'engine-lacks') &&
    work.request.engine !== null &&
    work.request.engine !== 'studio'
  );
}

/** Whether an order of this device was refused because its engine cannot draw something of the model, or cannot keep the product. */
export function isReducible({ work, failure }: OutboxRow): boolean {
  return (
    work.kind === 'order-render' &&
    (failure?.code === 'not-traceable' || failure?.code === 'product-not-kept')
  );
}

type Tools = Pick<App, 'db' | 'outbox'>;

/** Has Studio draw an order that was refused for want of an AI server, with all that waits for it, as they were frozen. */
export function redirectOrder(app: Tools, row: OutboxRow): Promise<void> {
  // Enlarging, graphs of one's own and a product kept apart are an AI engine's.
  return changeOrder(app, row, ({ keepsProduct, paintsProduct, ...request }) => ({
    ...request,
    engine: request.engine && ('studio' as const),
    outputPx: null,
    workflow: null,
  }));
}

/** Has an order drawn without what its engine cannot draw or keep, with all that waits for it, as they were frozen. */
export function reduceOrder(app: Tools, row: OutboxRow): Promise<void> {
  // Each is one question: who lets the AI paint the product has heard of nothing that is left out of it.
  const yes = row.failure?.code === 'product-not-kept' ? { paintsProduct: true } : { drawsWithout: true };
  return changeOrder(app, row, (request) => ({ ...request, ...yes }));
}

async function changeOrder(
  app: Tools,
  row: OutboxRow,
  change: (request: OrderRequest) => OrderRequest,
): Promise<void> {
  await app.db.write(async () => {
    for (const { work, seq } of [row, ...listDependants(await app.db.outbox.toArray(), row.key)]) {
      if (work.kind !== 'order-render') continue;
      await app.db.outbox.update(seq!, { work: { ...work, request: change(work.request) } });
    }
  });
  await app.outbox.release(row.key);
}
