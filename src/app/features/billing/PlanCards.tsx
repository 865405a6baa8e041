import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PlanBody, Recurrence, SubscriptionBody } from '../../../contract/http/billing.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Band } from './Band.tsx';
import { choosePlan } from './choose-plan.ts';
import { describePlanError } from './describe-checkout-error.ts';
import { EducationalCard } from './EducationalCard.tsx';
import { judgePlan } from './judge-plan.ts';
import { nextOffer } from './next-offer.ts';
import { PlanCard } from './PlanCard.tsx';
import { PlanChange } from './PlanChange.tsx';
import styles from './Pricing.module.css';
import { pricePlan } from './price-plan.ts';
import { useDeparture } from './use-departure.ts';

/** A card for each plan and one for schools. The first plan goes to the checkout, another one is looked at before. */
export function PlanCards({
  plans,
  recurrence,
  subscription,
}: {
  readonly plans: readonly PlanBody[];
  readonly recurrence: Recurrence;
  readonly subscription: SubscriptionBody | null;
}) {
  const app = useApp();
  const texts = useTexts();
  const leaving = useDeparture();
  const [changing, setChanging] = useState<{ plan: PlanBody; priceId: string } | null>(null);
  const states = plans.map((plan) => judgePlan(plans, plan, recurrence, subscription));
  const next = nextOffer(states);
  const press = (plan: PlanBody, isFirst: boolean): void => {
    const { priceId } = pricePlan(plan, recurrence);
    if (isFirst || priceId === null) leaving.start(plan.name, () => choosePlan(app, priceId));
    else setChanging({ plan, priceId });
  };
  return (
    <>
      {leaving.error !== null && (
        <Band
          tone="danger"
          role="alert"
          icon={<CircleAlert size={16} aria-hidden="true" />}
          cause={leaving.error}
        >
          {describePlanError(texts, leaving.error)}
        </Band>
      )}
      <ul className={styles.plans}>
        {plans.map((plan, index) => {
          const state = states[index]!;
          return (
            <PlanCard
              key={plan.id}
              plan={plan}
              recurrence={recurrence}
              state={state}
              isBest={index === 1}
              isNext={index === next}
              isBusy={leaving.going === plan.name}
              isBlocked={leaving.going !== null}
              onPress={() => press(plan, state.offer === 'choose')}
            />
          );
        })}
        <EducationalCard />
      </ul>
      {changing !== null && (
        <PlanChange {...changing} recurrence={recurrence} onClose={() => setChanging(null)} />
      )}
    </>
  );
}
