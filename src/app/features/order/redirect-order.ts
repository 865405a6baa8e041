import type { App } from '../../core/app.ts';
import type { OutboxRow } from '../../data/db.ts';
import { listDependants } from '../../data/list-dependants.ts';

/** Whether an order of this device was refused because its engine is not there. */
export function isRedirectable({ work, failure }: OutboxRow): boolean {
  return (
    work.kind === 'order-render' &&
    failure?.code === 'engine-unavailable' &&
    work.request.engine !== null &&
    work.request.engine !== 'studio'
  );
}

/** Has Studio draw an order that was refused for want of an AI server, with all that waits for it, as they were frozen. */
export async function redirectOrder(app: Pick<App, 'db' | 'outbox'>, row: OutboxRow): Promise<void> {
  await app.db.write(async () => {
    for (const { work, seq } of [row, ...listDependants(await app.db.outbox.toArray(), row.key)]) {
      if (work.kind !== 'order-render') continue;
      // Enlarging and graphs of one's own are an AI engine's.
      const request = {
        ...work.request,
        engine: work.request.engine && ('studio' as const),
        outputPx: null,
        workflow: null,
      };
      await app.db.outbox.update(seq!, { work: { ...work, request } });
    }
  });
  await app.outbox.release(row.key);
}
