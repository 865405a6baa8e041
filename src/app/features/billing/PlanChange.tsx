import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import type {
  ChangePreview,
  PlanBody,
  Recurrence,
  SubscriptionBody,
} from '../../../contract/http/billing.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import dialog from '../../ui/Dialogs.module.css';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Band } from './Band.tsx';
import { changePlan } from './change-plan.ts';
import { describeChangeError } from './describe-checkout-error.ts';
import { namePlan } from './name-plan.ts';
import styles from './PlanChange.module.css';
import { changePreviewQuery } from './queries.ts';
import { TestBand } from './TestBand.tsx';

/** What another plan costs now, brings and when it begins; then the change. */
export function PlanChange({
  plan,
  priceId,
  recurrence,
  onClose,
}: {
  readonly plan: PlanBody;
  readonly priceId: string;
  readonly recurrence: Recurrence;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { plan: own, pricing } = useLateTexts();
  const preview = useQuery(changePreviewQuery(app, priceId));
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const title = own.changeTitle(own.named(namePlan(plan.name), pricing.recurrence[recurrence]));
  const error = failure ?? preview.error;

  const nameHeld = ({ plan, recurrence }: Pick<SubscriptionBody, 'plan' | 'recurrence'>): string =>
    own.named(namePlan(plan.name), pricing.recurrence[recurrence]);
  const confirm = async (agreed: ChangePreview): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const held = await changePlan(app, priceId, agreed);
      const { next, period_end: day } = held;
      const done =
        next === null ? own.changedNow(nameHeld(held)) : own.changedLater(nameHeld(next), format.date(day));
      app.toasts.show('success', done, { area: 'pricing' });
      onClose();
    } catch (reason) {
      setFailure(reason);
      setBusy(false);
    }
  };
  const confirmLabel = ({ when, amount_due: due, currency, effective_at: day }: ChangePreview): string => {
    if (when === 'period-end') return own.changeOn(format.date(day));
    return due > 0 ? own.changeNow(format.money(due, currency)) : own.changeFree;
  };
  return (
    <Modal isOpen onClose={onClose} title={title} size="sm" isHeaderHidden>
      <div className={dialog.body}>
        <h2 className={dialog.title}>{title}</h2>
        <TestBand />
        {preview.data !== undefined && <Facts preview={preview.data} />}
        {preview.isPending && (
          <p className={styles.waiting} role="status">
            <Spinner /> {own.calculating}
          </p>
        )}
        {error !== null && (
          <Band tone="danger" role="alert" icon={<CircleAlert size={16} aria-hidden="true" />} cause={error}>
            {describeChangeError(texts, error)}
          </Band>
        )}
        <div className={dialog.actions}>
          <Button onPress={onClose} autoFocus>
            {t.ui.cancel}
          </Button>
          {preview.data !== undefined && (
            <Button variant="primary" isLoading={isBusy} onPress={() => void confirm(preview.data)}>
              {confirmLabel(preview.data)}
            </Button>
          )}
          {preview.isError && (
            <Button isLoading={preview.isFetching} onPress={() => void preview.refetch()}>
              {t.ui.retry}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

/** What is paid and comes now, and what later. */
function Facts({ preview }: { readonly preview: ChangePreview }) {
  const { format } = useTexts();
  const { plan: t } = useLateTexts();
  const { when, currency, effective_at: day, recurrence, next_payment, next_credits } = preview;
  const money = (value: number): string => format.money(value, currency);
  const isNow = when === 'now';
  const facts: readonly (readonly [string, string | null])[] = [
    [t.dueNow, preview.amount_due > 0 ? money(preview.amount_due) : t.nothing],
    [t.creditsNow, preview.credits > 0 ? format.change(preview.credits) : t.nothing],
    [t.from, isNow ? t.now : format.date(day)],
    [t.left, preview.credit_left > 0 ? money(preview.credit_left) : null],
    [t.nextPayment, next_payment && t.onDay(money(next_payment.amount), format.date(next_payment.at))],
    [
      t.nextCredits,
      next_credits && t.onDay(format.change(next_credits.amount), format.date(next_credits.at)),
    ],
    [t.regular, t.every[recurrence](money(preview.price))],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
        )}
      </dl>
      {isNow && preview.credit_left > 0 && <p className={styles.hint}>{t.leftHint}</p>}
    </>
  );
}
