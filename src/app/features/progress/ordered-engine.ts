import { EngineName } from '../../../contract/render-spec.ts';
import type { OutboxWork } from '../../data/db.ts';

/** The engine that an order of this device names; null where it leaves the choice to the server. */
export function orderedEngine(work: OutboxWork): EngineName | null {
  if (work.kind === 'rerun-render') return work.engine;
  if (work.kind !== 'order-render') return null;
  const named = work.fields.find(([name]) => name === 'engine')?.[1];
  return EngineName.safeParse(named).data ?? null;
}
