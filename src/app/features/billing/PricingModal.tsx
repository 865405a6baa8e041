import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CreditCard } from 'lucide-react';
import { useState } from 'react';
import type { PlanBody, Recurrence } from '../../../contract/http/billing.ts';
import { useRenderCost } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Arrival } from './Arrival.tsx';
import { OwedCredits } from './OwedCredits.tsx';
import { PlanCards } from './PlanCards.tsx';
import { PlanNotice } from './PlanNotice.tsx';
import styles from './Pricing.module.css';
import { averageSaving } from './price-plan.ts';
import { plansQuery, subscriptionQuery } from './queries.ts';
import { TestBand } from './TestBand.tsx';

/** Plans by the month or the year, beside the plan that the person has (S1 2.8). */
export function PricingModal({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { t, language } = useTexts();
  const { pricing } = useLateTexts();
  const [recurrence, setRecurrence] = useState<Recurrence>('yearly');
  const plans = useQuery(plansQuery(app, language));
  const subscription = useQuery(subscriptionQuery(app));
  const isSold = (plans.data?.length ?? 0) > 0;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t.shell.pricing}
      size="xl"
      tools={isSold && <PeriodToggle plans={plans.data ?? []} value={recurrence} onChange={setRecurrence} />}
    >
      <div className={styles.body}>
        <TestBand />
        <Arrival />
        <OwedCredits />
        {plans.data === undefined || subscription.data === undefined ? (
          <Waiting
            isError={plans.isError || subscription.isError}
            cause={plans.error ?? subscription.error}
            isFetching={plans.isFetching || subscription.isFetching}
            onRetry={() => void Promise.all([plans, subscription].map(({ refetch }) => refetch()))}
          />
        ) : (
          <>
            {subscription.data !== null && <PlanNotice subscription={subscription.data} />}
            {isSold ? (
              <PlanCards plans={plans.data} recurrence={recurrence} subscription={subscription.data} />
            ) : (
              <EmptyState icon={<CreditCard size={28} />} title={pricing.none} message={pricing.noneHint} />
            )}
          </>
        )}
      </div>
      <Footer />
    </Modal>
  );
}

function PeriodToggle({
  plans,
  value,
  onChange,
}: {
  readonly plans: readonly PlanBody[];
  readonly value: Recurrence;
  readonly onChange: (value: Recurrence) => void;
}) {
  const { format } = useTexts();
  const { pricing } = useLateTexts();
  const saving = averageSaving(plans);
  return (
    <Segments
      label={pricing.period}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'yearly',
          label: pricing.yearly,
          ...(saving === null
            ? {}
            : { aside: <Badge tone="ok">{pricing.saving(format.percent(saving))}</Badge> }),
        },
        { value: 'monthly', label: pricing.monthly },
      ]}
    />
  );
}

function Waiting({
  isError,
  cause,
  isFetching,
  onRetry,
}: {
  readonly isError: boolean;
  readonly cause: unknown;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}) {
  const { pricing } = useLateTexts();
  if (!isError) {
    return (
      <p className={styles.waiting} role="status">
        <Spinner /> {pricing.loading}
      </p>
    );
  }
  return (
    <LoadFailure
      icon={<CircleAlert size={28} />}
      title={pricing.failed}
      message={pricing.failedHint}
      cause={cause}
      isLoading={isFetching}
      onRetry={onRetry}
    />
  );
}

function Footer() {
  const app = useApp();
  const { pricing } = useLateTexts();
  const cost = useRenderCost();
  const isSold = (useConfig()?.payments ?? 'off') !== 'off';
  return (
    <footer className={styles.footer}>
      <span>{pricing.cost(cost)}</span>
      {isSold && (
        <Button
          variant="quiet"
          size="sm"
          className={styles.link}
          onPress={() => {
            app.state.shell.modal = { kind: 'credits' };
          }}
        >
          {pricing.toCredits}
        </Button>
      )}
    </footer>
  );
}
