import type { App } from '../../core/app.ts';
import { isOrder } from '../../data/is-order.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import type { DeviceRenderRow } from '../../values/device-render.ts';

/**
 * What of a project is ordered, and would go with it unseen: a picture that this device drew or is to draw, and an order that
 * the server has not, also one that found no project there any more. Call inside `db.run` or `db.write`.
 *
 * @returns `sending`: such a picture is on its way to the server, and is there in a moment.
 */
export async function findUnsentOrders(
  { db }: Pick<App, 'db'>,
  key: string,
): Promise<'none' | 'sending' | 'waiting'> {
  const rows = await db.outbox.filter(({ projectKey }) => projectKey === key).toArray();
  const drawn = rows.filter(({ work }) => work.kind === 'import-render' && work.deviceKey !== undefined);
  const isStopped = ({ state }: OutboxRow): boolean => state === 'parked' || state === 'dead';
  if (drawn.some((row) => !isStopped(row))) return 'sending';
  const hasOrders = rows.some((row) => isOrder(row.work) && (row.state !== 'dead' || isHomeless(row)));
  const isHere = ({ projectKey, state, images }: DeviceRenderRow): boolean =>
    projectKey === key &&
    (state === 'waiting' || state === 'drawing' || (state === 'failed' && images.length > 0));
  const isDrawing = (await db.deviceRenders.filter(isHere).count()) > 0;
  return hasOrders || isDrawing || drawn.length > 0 ? 'waiting' : 'none';
}

/** Whether an order was refused because its project was gone. */
export function isHomeless({ work, state, failure }: OutboxRow): boolean {
  return work.kind === 'order-render' && state === 'dead' && failure?.code === 'not-found';
}
