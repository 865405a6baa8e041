import { ORDER_RESEND_MAX_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { isOrder } from '../../data/is-order.ts';
import { firstSentAt, type OutboxRow } from '../../data/outbox-row.ts';

/**
 * Whether an order goes: for the first time, or again while the server still knows it by its key. One that was taken back does
 * not after that: it would be another order, which may be drawn before it is cancelled.
 *
 * @param now Milliseconds since the epoch.
 * @throws AppError `order-unanswered` when it would be another order, that is charged.
 */
export function mayBeSent(row: OutboxRow, now: number): boolean {
  if (!row.wasSent || now - firstSentAt(row) <= ORDER_RESEND_MAX_MS) return true;
  if (isOrder(row.work) && row.work.isCancelled === true) return false;
  throw new AppError({ code: 'order-unanswered' });
}
