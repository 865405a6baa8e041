import { X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { OrderActions } from './use-order-actions.ts';

/**
 * What can be done about one order: cancel it, or have Studio draw one that waits for an AI server.
 *
 * @param isNarrow With little room, cancelling is a cross.
 */
export function OrderButtons({
  renderId,
  orders,
  isWaiting,
  isCancelling,
  isNarrow = false,
}: {
  readonly renderId: number;
  readonly orders: Pick<OrderActions, 'cancel' | 'toStudio'>;
  readonly isWaiting: boolean;
  readonly isCancelling: boolean;
  readonly isNarrow?: boolean;
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
      {isNarrow ? (
        <IconButton
          size="sm"
          label={t.loader.cancelNamed}
          icon={isCancelling ? <Spinner /> : <X size={16} />}
          isDisabled={isSwitching || isCancelling}
          onPress={() => void orders.cancel(renderId)}
        />
      ) : (
        <Button
          size="sm"
          aria-label={t.loader.cancelNamed}
          isLoading={isCancelling}
          isDisabled={isSwitching}
          onPress={() => void orders.cancel(renderId)}
        >
          {t.loader.cancel}
        </Button>
      )}
    </>
  );
}
