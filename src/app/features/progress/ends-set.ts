import type { OutboxWork } from '../../data/outbox-row.ts';

/** Whether an order was made by itself, or is the last one of its set. */
export function endsSet(work: OutboxWork): boolean {
  if (work.kind !== 'order-render' || work.request.group === null) return true;
  const { index, size } = work.request.group;
  return index === size - 1;
}
