import { ORDER_RESEND_MAX_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { isOrder } from '../../data/is-order.ts';
import { firstSentAt, type OutboxRow } from '../../data/outbox-row.ts';

/**
 * Lets an order pass that is sent for the first time, or again while the server still knows it by its key. One that was
 * taken back passes as well: what comes of it costs nothing.
 *
 * @param now Milliseconds since the epoch.
 * @throws AppError `order-unanswered` when it would be another order, that is charged.
 */
export function mustBeKnown(row: OutboxRow, now: number): void {
  if (!row.wasSent || (isOrder(row.work) && row.work.isCancelled === true)) return;
  if (now - firstSentAt(row) > ORDER_RESEND_MAX_MS) throw new AppError({ code: 'order-unanswered' });
}
