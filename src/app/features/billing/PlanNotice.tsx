import { CalendarClock, CircleAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SubscriptionBody } from '../../../contract/http/billing.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { Band } from './Band.tsx';
import { cancelPlan } from './cancel-plan.ts';
import { describeChangeError } from './describe-checkout-error.ts';
import { Invoices } from './Invoices.tsx';
import { namePlan } from './name-plan.ts';
import { OpenInvoice } from './OpenInvoice.tsx';
import styles from './PlanNotice.module.css';
import { resumePlan } from './resume-plan.ts';

/** How the person's plan stands: until when, what comes then, and what was not paid; with its invoices. */
export function PlanNotice({ subscription }: { readonly subscription: SubscriptionBody }) {
  const texts = useTexts();
  const { format } = texts;
  const { plan: t, pricing } = useLateTexts();
  const [areInvoicesShown, setInvoicesShown] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { status, next, cancels_at_end: isEnding } = subscription;
  const day = format.date(subscription.period_end);
  const name = t.named(namePlan(subscription.plan.name), pricing.recurrence[subscription.recurrence]);
  const isPastDue = status === 'past_due';
  const sentence = (): string => {
    if (isPastDue) return t.pastDue(name);
    if (isEnding) return t.ends(name, day);
    if (next === null) return t.renews(name, day);
    return t.changes(name, t.named(namePlan(next.plan.name), pricing.recurrence[next.recurrence]), day);
  };
  const Icon = isPastDue ? TriangleAlert : CalendarClock;
  return (
    <section className={styles.notice} aria-label={t.label}>
      <Band
        tone={isPastDue ? 'warn' : 'plain'}
        icon={<Icon size={16} aria-hidden="true" />}
        action={
          <span className={styles.actions}>
            {isPastDue && <OpenInvoice />}
            <Button
              variant="quiet"
              size="sm"
              aria-expanded={areInvoicesShown}
              onPress={() => setInvoicesShown(!areInvoicesShown)}
            >
              {t.invoices}
            </Button>
            {isEnding || next !== null ? (
              <Resume onError={setError} />
            ) : (
              <Cancel name={name} day={day} onError={setError} />
            )}
          </span>
        }
      >
        {sentence()}
      </Band>
      {error !== null && (
        <Band tone="danger" role="alert" icon={<CircleAlert size={16} aria-hidden="true" />}>
          {describeChangeError(texts, error)}
        </Band>
      )}
      {areInvoicesShown && <Invoices />}
    </section>
  );
}

function Resume({ onError }: { readonly onError: (error: unknown) => void }) {
  const app = useApp();
  const { plan: t } = useLateTexts();
  const [isBusy, setBusy] = useState(false);
  const resume = async (): Promise<void> => {
    setBusy(true);
    onError(null);
    try {
      await resumePlan(app);
      app.toasts.show('success', t.resumed, { area: 'pricing' });
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" isLoading={isBusy} onPress={() => void resume()}>
      {t.resume}
    </Button>
  );
}

function Cancel({
  name,
  day,
  onError,
}: {
  readonly name: string;
  readonly day: string;
  readonly onError: (error: unknown) => void;
}) {
  const app = useApp();
  const { format } = useTexts();
  const { plan: t } = useLateTexts();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    setAsked(false);
    setBusy(true);
    onError(null);
    try {
      const { period_end: end } = await cancelPlan(app);
      app.toasts.show('success', t.cancelled(format.date(end)), { area: 'pricing' });
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="quiet" size="sm" isLoading={isBusy} onPress={() => setAsked(true)}>
        {t.cancel}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t.cancelTitle}
        message={t.cancelMessage(name, day)}
        confirmLabel={t.cancel}
        cancelLabel={t.keep}
        onConfirm={() => void cancel()}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
