import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { isOrder } from '../../data/is-order.ts';
import { listDependants } from '../../data/list-dependants.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './PromptPanel.module.css';
import { isRedirectable, isReducible, redirectOrder, reduceOrder } from './redirect-order.ts';

/** Orders that have not been accepted: waiting for the connection, for the person's yes, or refused with a reason. */
export function WaitingOrders() {
  const app = useApp();
  const userId = useAccount()?.id ?? null;
  const rows = useLiveQuery(
    async () => (userId === null ? [] : await app.db.outbox.where('userId').equals(userId).toArray()),
    [userId],
  );
  const orders = (rows ?? []).filter(isWaiting);
  if (orders.length === 0) return null;
  const keys = new Set(orders.map(({ key }) => key));
  const heads = orders.filter(({ dependsOn }) => dependsOn === null || !keys.has(dependsOn));
  return (
    <ul className={styles.waiting}>
      {heads.map((row) => (
        <WaitingOrder key={row.key} row={row} count={1 + listDependants(orders, row.key).length} />
      ))}
    </ul>
  );
}

/** @param count Orders that go or are taken back with it, itself among them. */
function WaitingOrder({ row, count }: { readonly row: OutboxRow; readonly count: number }) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { waitingSet, orderWords: words, keptProduct } = useLateTexts();
  const balance = useAccount()?.credits ?? null;
  const time = texts.format.dateTime(row.createdAt);
  const withdraw = async (): Promise<void> => {
    if (!(await app.outbox.withdraw(row.key))) app.toasts.show('info', t.order.tooLateToWithdraw);
  };
  const isSet = count > 1;
  // Credits that have come since then make the refusal old news.
  const isPayable =
    row.failure?.code === 'credits-insufficient' &&
    row.failure.price > 0 &&
    (balance ?? 0) >= row.failure.price;
  // It waited too long, and asks once more.
  const isExpired = row.failure?.code === 'order-expired';
  const text =
    row.failure?.code === 'order-unanswered'
      ? describeFailure(texts, row.failure)
      : row.failure !== null && !isPayable && !isExpired
        ? `${isSet ? waitingSet.refused(count) : words.waitingRefused} ${describeFailure(texts, row.failure)}`
        : row.state === 'parked'
          ? (isSet ? waitingSet.send : words.waitingSend)(time, count)
          : (isSet ? waitingSet.offline : words.waitingOffline)(time, count);
  return (
    <li className={styles.waitingOrder}>
      <span>{text}</span>
      <div className={styles.waitingActions}>
        <Button size="sm" variant="quiet" onPress={() => void withdraw()}>
          {t.order.withdraw}
        </Button>
        {isRedirectable(row) && (
          <Button size="sm" onPress={() => void redirectOrder(app, row)}>
            {t.order.toStudio}
          </Button>
        )}
        {isReducible(row) && (
          <Button size="sm" onPress={() => void reduceOrder(app, row)}>
            {row.failure?.code === 'product-not-kept' ? keptProduct.paint : t.order.drawWithout}
          </Button>
        )}
        {row.state === 'parked' && (
          <Button size="sm" onPress={() => void app.outbox.release(row.key)}>
            {t.order.send}
          </Button>
        )}
      </div>
    </li>
  );
}

function isWaiting(row: OutboxRow): boolean {
  if (!isOrder(row.work)) return false;
  if (row.state === 'parked' || row.state === 'dead') return true;
  return row.work.kind === 'order-render' && row.work.isOffline && !row.wasSent;
}
