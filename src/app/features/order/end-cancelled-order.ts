import type { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { CancelledBody, type RenderAcceptedBody } from '../../../contract/http/renders.ts';
import type { SendTools } from '../../core/app.ts';
import { isOrder } from '../../data/is-order.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';

/** What the server answered to an order. */
export type AcceptedOrder = z.infer<typeof RenderAcceptedBody>;

/**
 * Cancels an order that was accepted after its person had taken it back (`stop-orders.ts`): it costs nothing then.
 *
 * @throws AppError `server-unreachable` and the like: the row is to be sent again.
 */
export async function endCancelledOrder(
  { db, server }: SendTools,
  { seq }: OutboxRow,
  { id }: AcceptedOrder,
  signal: AbortSignal,
): Promise<void> {
  const row = await db.run(() => db.outbox.get(seq!));
  if (row === undefined || !isOrder(row.work) || row.work.isCancelled !== true) return;
  try {
    await server.call(`/api/render/${id}/cancel/`, CancelledBody, { method: 'POST' }, signal);
  } catch (error) {
    if (!(error instanceof AppError && error.failure.code === 'render-finished')) throw error;
  }
}
