import { subscribeKey } from 'valtio/utils';
import type { App } from '../../core/app.ts';
import { isOrder } from '../../data/is-order.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';

/** What waits is counted at this pace at most, however fast it goes. */
const COUNT_PACE_MS = 100;

/**
 * Counts what waits for the server, and asks the browser to keep what this device has as soon as there is anything that the
 * server has not: rows that wait, pictures that are drawn here, edits. Returns the function that stops.
 */
export function followUnsent(app: Pick<App, 'db' | 'state' | 'outside'>, userId: number): () => void {
  const { shell, project } = app.state;
  const judge = (count: number): void => {
    if (count > 0) app.outside.device.keepStorage();
  };
  const stops = [
    app.db.watch(
      () => app.db.outbox.where('userId').equals(userId).toArray(),
      (rows) => {
        shell.pendingChanges = rows.filter(({ state }) => state === 'ready' || state === 'sending').length;
        shell.refusedChanges = rows.filter(isRefused).length;
        judge(rows.length);
      },
      COUNT_PACE_MS,
    ),
    app.db.watch(() => app.db.deviceRenders.where('userId').equals(userId).count(), judge, COUNT_PACE_MS),
    subscribeKey(project, 'dirtyFields', (fields) => judge(fields.length)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** An order that waits for the person's yes is none. */
function isRefused({ state, work }: OutboxRow): boolean {
  return state === 'dead' || (state === 'parked' && !isOrder(work));
}
