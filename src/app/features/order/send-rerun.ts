import { AppError } from '../../../contract/failure.ts';
import { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import type { SendTools } from '../../core/app.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { askForOrder } from './ask-for-order.ts';
import { type AcceptedOrder, endCancelledOrder } from './end-cancelled-order.ts';
import { mayBeSent } from './may-be-sent.ts';

/**
 * Orders a recipe again under the row's key, so that a repeat is the same order (L2).
 *
 * @returns Null for one that was taken back and is not sent any more.
 * @throws AppError `order-unanswered`, see {@link mayBeSent}.
 */
export async function sendRerun(
  tools: SendTools,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<AcceptedOrder | null> {
  if (row.work.kind !== 'rerun-render') throw new AppError({ code: 'not-found' });
  if (!mayBeSent(row, tools.now())) return null;
  const address = `/api/render/${row.work.renderId}/rerun/`;
  const accepted = await askForOrder(tools, row, () =>
    tools.server.call(address, RenderAcceptedBody, { method: 'POST', key: row.key }, signal),
  );
  await endCancelledOrder(tools, row, accepted, signal);
  return accepted;
}
