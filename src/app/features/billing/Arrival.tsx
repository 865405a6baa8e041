import { CircleCheck, Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Band } from './Band.tsx';

/** What became of the credits that were paid at the last checkout. */
export function Arrival() {
  const { format } = useTexts();
  const { arrival: t } = useLateTexts();
  const { billing } = useApp().state;
  const { arrival, arrivedCredits, paidDebt } = useSnapshot(billing);
  useEffect(
    () => () => {
      // Read once, it is no news any more.
      if (billing.arrival !== 'waiting') billing.arrival = null;
    },
    [billing],
  );
  switch (arrival) {
    case 'waiting':
      return (
        <Band tone="info" role="status" icon={<Spinner />}>
          {t.waiting}
        </Band>
      );
    case 'late':
      return (
        <Band tone="info" role="status" icon={<Clock size={16} aria-hidden="true" />}>
          {t.late}
        </Band>
      );
    case 'arrived':
      return (
        <Band tone="ok" role="status" icon={<CircleCheck size={16} aria-hidden="true" />}>
          {paidDebt > 0
            ? t.arrivedAfterDebt(format.number(arrivedCredits), format.number(paidDebt))
            : t.arrived(format.number(arrivedCredits))}
        </Band>
      );
    case null:
      return null;
  }
}
