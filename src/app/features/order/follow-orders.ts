import { subscribeKey } from 'valtio/utils';
import type { App } from '../../core/app.ts';
import { isOrder } from '../../data/is-order.ts';
import type { OutboxEvent } from '../../data/outbox.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

type Stopped = Extract<OutboxEvent, { kind: 'stopped' }>;

/**
 * Keeps the render button in step with the order that it made, and says of every order why it was refused or waits.
 * Returns the function that stops.
 */
export function followOrders(app: App): () => void {
  const { order } = app.state;
  /** What stopped orders last, and orders whose lost connection was told of: one sentence for each. */
  let toldCause: string | null = null;
  const toldDelays = new Set<string>();

  const tell = ({ cause, failure }: Stopped): void => {
    if (cause.key === toldCause) return;
    toldCause = cause.key;
    const { order: t } = app.texts().t;
    const sentence = describeFailure(app.texts(), failure);
    if (!isOrder(cause.work) && cause.work.kind !== 'upload-picture') {
      app.toasts.show('error', t.autoSaveFailed(sentence.replace(/\.$/, '')), { cause: failure });
    } else if (failure.code === 'credits-insufficient') {
      app.toasts.show('info', sentence);
      app.state.shell.modal ??= { kind: 'no-credits', orderKey: cause.key };
    } else app.toasts.show('error', t.failed(sentence), { cause: failure });
  };
  const stopEvents = app.outbox.onEvent((event) => {
    if (!isOrder(event.row.work)) return;
    if (event.kind === 'stopped') tell(event);
    else if (event.kind === 'delayed' && event.failure.code === 'server-unreachable') {
      const { key } = event.row;
      if (toldDelays.has(key)) return;
      toldDelays.add(key);
      const { order: t } = app.texts().t;
      const reason = describeFailure(app.texts(), event.failure);
      app.toasts.show('error', t.connectionFailed(reason), { message: t.sentAgain });
    } else if (event.kind === 'delayed' && event.failure.code === 'maintenance') {
      const { key } = event.row;
      // It may take an hour: nobody waits for it at the button.
      if (order.key === key) release();
      if (toldDelays.has(key)) return;
      toldDelays.add(key);
      app.toasts.show('info', describeFailure(app.texts(), event.failure));
    }
  });

  let stopRow = (): void => {};
  const followRow = (key: string | null): void => {
    stopRow();
    stopRow = () => {};
    if (key === null) return;
    const read = async (): Promise<OutboxRow | undefined> => app.db.outbox.where('key').equals(key).first();
    stopRow = app.db.watch(read, (row) => {
      // Only an order that has just been pressed holds the button.
      if (order.key !== key) return;
      const isWaiting = row?.state === 'ready' || row?.state === 'sending';
      if (!isWaiting || app.reachability.connection() !== 'online') release();
      else if (row.state === 'sending') order.button = 'sending';
    });
  };
  const release = (): void => {
    if (order.key === null) return;
    order.key = null;
    order.button = 'ready';
  };
  const stopKey = subscribeKey(order, 'key', followRow);
  const stopConnection = app.reachability.onChange((connection) => {
    if (connection !== 'online') release();
  });
  return () => {
    release();
    stopEvents();
    stopKey();
    stopConnection();
    stopRow();
  };
}
