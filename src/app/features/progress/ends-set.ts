import { RenderGroup } from '../../../contract/http/renders.ts';
import type { OutboxWork } from '../../data/db.ts';

/** Whether an order was made by itself, or is the last one of its set. */
export function endsSet(work: OutboxWork): boolean {
  if (work.kind !== 'order-render') return true;
  const field = work.fields.find(([name]) => name === 'group')?.[1];
  if (field === undefined) return true;
  const { index, size } = RenderGroup.parse(JSON.parse(field));
  return index === size - 1;
}
