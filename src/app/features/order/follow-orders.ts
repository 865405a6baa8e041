import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { App } from '../../core/app.ts';
import { isOrder } from '../../data/is-order.ts';
import type { OutboxEvent } from '../../data/outbox.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/** Milliseconds. What the server had no time for is tried again sooner; what it is being worked on, or refuses too often, later. */
const HELD_MS = 5_000;

type Stopped = Extract<OutboxEvent, { kind: 'stopped' }>;

/**
 * Keeps the render button in step with the order that it made, says of every order why it was refused or waits, and has the
 * browser ask before the page is left while an order is not kept yet.
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
    // Taken back, and not sent any more.
    else if (event.kind === 'sent' && event.value === null)
      app.toasts.show('info', app.texts().t.order.neverAnswered);
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
      app.toasts.show('info', `${app.texts().t.shell.maintenance} ${event.failure.message ?? ''}`.trim());
    }
  });

  let stopRow = (): void => {};
  const followRow = (key: string | null): void => {
    stopRow();
    stopRow = () => {};
    if (key === null) return;
    const read = async () => {
      const row = await app.db.outbox.where('key').equals(key).first();
      return { row, isHeld: row !== undefined && (await isHeld(app, row)) };
    };
    stopRow = app.db.watch(read, ({ row, isHeld }) => {
      // Only an order that has just been pressed holds the button.
      if (order.key !== key) return;
      const isWaiting = row?.state === 'ready' || row?.state === 'sending';
      if (!isWaiting || isHeld || app.reachability.connection() !== 'online') release();
      else if (row.state === 'sending') order.button = 'sending';
    });
  };
  const release = (): void => {
    if (order.key === null) return;
    order.key = null;
    order.button = 'ready';
  };
  const stopKey = subscribeKey(order, 'key', followRow);
  let stopAsking: (() => void) | null = null;
  const stopOrder = subscribe(order, () => {
    // Its pictures are being taken, and nothing of it is kept yet.
    const isUnkept = order.button === 'preparing' && order.key === null;
    if (isUnkept) stopAsking ??= app.outside.page.askBeforeLeaving();
    else {
      stopAsking?.();
      stopAsking = null;
    }
  });
  const stopConnection = app.reachability.onChange((connection) => {
    if (connection !== 'online') release();
  });
  return () => {
    release();
    stopEvents();
    stopKey();
    stopOrder();
    stopAsking?.();
    stopConnection();
    stopRow();
  };
}

/** Whether what goes before an order, such as the save of its project, was put off for longer than anybody waits at a button. */
async function isHeld(
  { db, outside }: Pick<App, 'db' | 'outside'>,
  { stream, seq }: OutboxRow,
): Promise<boolean> {
  const rows = await db.outbox.where('stream').equals(stream).toArray();
  const later = outside.now() + HELD_MS;
  return rows.some((row) => (row.seq ?? 0) < (seq ?? 0) && row.state === 'ready' && row.nextAt > later);
}
