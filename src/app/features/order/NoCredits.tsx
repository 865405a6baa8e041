import { useEffect } from 'react';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { isOrder } from '../../data/is-order.ts';
import { listDependants } from '../../data/list-dependants.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import dialog from '../../ui/Dialogs.module.css';
import { Modal } from '../../ui/Modal.tsx';
import { waitsForMail } from '../../values/waits-for-mail.ts';

/**
 * What an order that was refused costs, what there is, and what can be done: it is kept, and goes again when the balance
 * covers it.
 *
 * @param onBuy Where credits can be bought.
 */
export function NoCredits({
  orderKey,
  onBuy,
  onClose,
}: {
  readonly orderKey: string;
  readonly onBuy?: () => void;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { t, format } = useTexts();
  const { noCredits: texts, packs } = useLateTexts();
  const account = useAccount();
  const balance = account?.credits ?? null;
  const pending = account?.pending_credits ?? 0;
  const isMailed = waitsForMail(account ?? { is_email_verified: false }, useConfig()?.sends_mail === true);
  const rows = useLiveQuery(() => app.db.outbox.toArray(), []);
  const row = rows?.find(({ key }) => key === orderKey);
  const isGone = rows !== undefined && row === undefined;
  useEffect(() => {
    // Sent or taken back, here or in another tab.
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (rows === undefined || row === undefined || row.failure?.code !== 'credits-insufficient') return null;

  const orders = [row, ...listDependants(rows, orderKey)].filter(({ work }) => isOrder(work));
  const { price: told, balance: had } = row.failure;
  const price = Math.max(told, sumPrices(orders));
  const now = balance ?? had;
  const send = (): void => {
    onClose();
    void app.outbox.release(orderKey);
  };
  const withdraw = async (): Promise<void> => {
    onClose();
    if (!(await app.outbox.withdraw(orderKey))) app.toasts.show('info', t.order.tooLateToWithdraw);
  };
  return (
    <Modal isOpen onClose={onClose} title={texts.title} size="sm" isHeaderHidden>
      <div className={dialog.body}>
        <h2 className={dialog.title}>{texts.title}</h2>
        <p className={dialog.message}>
          {texts.facts(orders.length, format.number(price), format.number(now))}
        </p>
        <p className={dialog.message}>{texts.kept}</p>
        {pending > 0 && (
          <p className={dialog.message}>
            {(isMailed ? packs.pendingMail : packs.pendingOwner)(format.number(pending))}
          </p>
        )}
        {onBuy === undefined && <p className={dialog.message}>{texts.ask}</p>}
        <div className={dialog.actions}>
          <Button variant="quiet" onPress={() => void withdraw()}>
            {t.order.withdraw}
          </Button>
          <Button onPress={onClose} autoFocus>
            {texts.later}
          </Button>
          {now >= price ? (
            <Button variant="primary" onPress={send}>
              {t.order.send}
            </Button>
          ) : (
            onBuy !== undefined && (
              <Button variant="primary" onPress={onBuy}>
                {texts.buy}
              </Button>
            )
          )}
        </div>
      </div>
    </Modal>
  );
}

function sumPrices(orders: readonly OutboxRow[]): number {
  return orders.reduce((sum, { work }) => sum + (work.kind === 'order-render' ? work.price : 0), 0);
}
