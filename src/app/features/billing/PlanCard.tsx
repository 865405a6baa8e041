import { Check } from 'lucide-react';
import { LIBRARY_FREE_BYTES } from '../../../contract/constants.ts';
import type { PlanBody, Recurrence } from '../../../contract/http/billing.ts';
import { useRenderCost } from '../../core/use-account.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import type { PlanState } from './judge-plan.ts';
import { namePlan } from './name-plan.ts';
import styles from './Pricing.module.css';
import { pricePlan } from './price-plan.ts';
import { shortenNumbers } from './shorten-numbers.ts';

/** One plan: its price, the button of what it offers, and what it brings. */
export function PlanCard({
  plan,
  recurrence,
  state,
  isBest,
  isNext,
  isBusy,
  isBlocked,
  onPress,
}: {
  readonly plan: PlanBody;
  readonly recurrence: Recurrence;
  readonly state: PlanState;
  readonly isBest: boolean;
  /** The one that is put forward. */
  readonly isNext: boolean;
  readonly isBusy: boolean;
  /** Something else is under way. */
  readonly isBlocked: boolean;
  readonly onPress: () => void;
}) {
  const { format } = useTexts();
  const { pricing, packs } = useLateTexts();
  const cost = useRenderCost();
  const price = pricePlan(plan, recurrence);
  const money = (value: number): string => format.money(value, plan.currency);
  const isCurrent = state.offer === 'current';
  const name = namePlan(plan.name);
  const month = format.planFeature(plan.credits_per_month);
  const pictures = Math.floor(plan.credits_per_month / cost);
  const features = [
    recurrence === 'yearly'
      ? pricing.creditsOfYear(month, format.planFeature(plan.credits_per_year))
      : pricing.credits(month),
    pricing.pictures(format.planFeature(pictures), money(price.perImage)),
    ...(plan.queue_turns > 1 ? [pricing.turns(plan.queue_turns)] : []),
    ...(plan.library_bytes > LIBRARY_FREE_BYTES
      ? [pricing.space(format.bytes(plan.library_bytes), format.bytes(LIBRARY_FREE_BYTES))]
      : []),
    ...plan.features.map((line) => shortenNumbers(line, format)),
  ];
  return (
    <li className={classes(styles.plan, isCurrent && styles.current)} aria-label={name}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {isBest && <Badge tone="solid">{pricing.best}</Badge>}
        {isCurrent && <Badge tone="ok">{pricing.current}</Badge>}
        {price.saving !== null && (
          <Badge className={styles.saving}>{pricing.saving(format.percent(price.saving))}</Badge>
        )}
      </div>
      <div className={styles.price}>
        <span className={styles.amount}>{money(price.perMonth)}</span>
        <span className={styles.terms}>
          {price.before !== null && (
            <>
              <span className="spoken">{pricing.was(money(price.before))}</span>
              <s className={styles.before} aria-hidden="true">
                {money(price.before)}
              </s>
            </>
          )}
          {recurrence === 'yearly' ? pricing.billedYearly : pricing.billedMonthly}
        </span>
      </div>
      <Button
        size="lg"
        isWide
        variant={isNext ? 'primary' : 'secondary'}
        className={isCurrent ? styles.mine : undefined}
        aria-label={`${pricing.offers[state.offer]}, ${name}`}
        isDisabled={!state.isOffered || (isBlocked && !isBusy)}
        isLoading={isBusy}
        loadingLabel={packs.processing}
        onPress={onPress}
      >
        {pricing.offers[state.offer]}
      </Button>
      {state.offer === 'choose' && <p className={styles.today}>{pricing.paidToday(money(price.today))}</p>}
      <ul className={styles.features}>
        {features.map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
    </li>
  );
}
