import type { EngineName } from '../../../contract/engine-name.ts';
import type { OutboxWork } from '../../data/outbox-row.ts';

/** The engine that an order of this device names; null where it leaves the choice to the server. */
export function orderedEngine(work: OutboxWork): EngineName | null {
  if (work.kind === 'rerun-render') return work.engine;
  return work.kind === 'order-render' ? work.request.engine : null;
}
