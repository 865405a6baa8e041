import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryBody } from '../../../contract/http/keys/webhooks.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import styles from './Account.module.css';
import rows from './DeviceList.module.css';
import { tellDelivery, tellMessage } from './tell-outcome.ts';
import { deliveriesQuery, sendAgain } from './webhooks.ts';

/** What a webhook was told in the last 30 days, and what became of it. @param isOn Whether something can be sent again. */
export function WebhookLog({
  id,
  url,
  isOn,
}: {
  readonly id: string;
  readonly url: string;
  readonly isOn: boolean;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { webhooks } = useLateTexts().programs;
  const found = useInfiniteQuery(deliveriesQuery(app, id));
  const deliveries = found.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <div className={styles.log}>
      {found.isPending && <span className={rows.fact}>{t.ui.loading}</span>}
      {found.isError && <FormError cause={found.error}>{describeError(app.texts(), found.error)}</FormError>}
      {found.isSuccess && deliveries.length === 0 && <span className={rows.fact}>{webhooks.nothing}</span>}
      {deliveries.length > 0 && (
        <ul className={rows.list} aria-label={webhooks.logOf(url)}>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} webhookId={id} delivery={delivery} isOn={isOn} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <div className={styles.buttons}>
          <Button size="sm" isLoading={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            {webhooks.older}
          </Button>
        </div>
      )}
    </div>
  );
}

function Delivery({
  webhookId,
  delivery,
  isOn,
}: {
  readonly webhookId: string;
  readonly delivery: DeliveryBody;
  readonly isOn: boolean;
}) {
  const app = useApp();
  const { format } = useTexts();
  const { webhooks } = useLateTexts().programs;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const what = tellMessage(webhooks, delivery);
  const again = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await sendAgain(app, webhookId, delivery.id);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={styles.delivery}>
      <div className={rows.words}>
        <span className={rows.name}>{what}</span>
        <span className={rows.fact}>{format.dateTime(delivery.created_at)}</span>
        <span className={rows.fact}>{tellDelivery(webhooks, format, delivery)}</span>
        {error !== null && <FormError cause={error}>{describeError(app.texts(), error)}</FormError>}
      </div>
      <Button
        size="sm"
        aria-label={webhooks.againOf(what)}
        isDisabled={!isOn}
        isLoading={isBusy}
        onPress={() => void again()}
      >
        {webhooks.again}
      </Button>
    </li>
  );
}
