import { useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import type { OrderActions } from './use-order-actions.ts';

/** What can be done about one order: cancel it, or have Studio draw one that waits for an AI server. */
export function OrderButtons({
  renderId,
  orders,
  isWaiting,
  isCancelling,
}: {
  readonly renderId: number;
  readonly orders: Pick<OrderActions, 'cancel' | 'toStudio'>;
  readonly isWaiting: boolean;
  readonly isCancelling: boolean;
}) {
  const { t } = useTexts();
  const [isSwitching, setSwitching] = useState(false);
  const { toStudio } = orders;
  return (
    <>
      {isWaiting && toStudio !== null && (
        <Button
          size="sm"
          isLoading={isSwitching}
          isDisabled={isCancelling}
          onPress={() => {
            setSwitching(true);
            void toStudio(renderId).finally(() => setSwitching(false));
          }}
        >
          {t.order.toStudio}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={t.loader.cancelNamed}
        isLoading={isCancelling}
        isDisabled={isSwitching}
        onPress={() => void orders.cancel(renderId)}
      >
        {t.loader.cancel}
      </Button>
    </>
  );
}
