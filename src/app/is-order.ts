import type { OutboxWork } from './db.ts';

/** Whether work of the outbox asks for pictures. Only the person takes such a row back. */
export function isOrder({ kind }: OutboxWork): boolean {
  return kind === 'order-render' || kind === 'rerun-render';
}
