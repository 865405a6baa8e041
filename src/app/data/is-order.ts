import type { OutboxWork } from './outbox-row.ts';

/** Whether work of the outbox asks for pictures. Only the person takes such a row back. */
export function isOrder(
  work: OutboxWork,
): work is Extract<OutboxWork, { kind: 'order-render' | 'rerun-render' }> {
  return work.kind === 'order-render' || work.kind === 'rerun-render';
}
