import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Band } from './Band.tsx';
import { namePlan } from './name-plan.ts';
import { OpenInvoice } from './OpenInvoice.tsx';
import { subscriptionQuery } from './queries.ts';

/** That the person's plan was not paid, and the way to pay it, while that is so. */
export function PastDue() {
  const { plan: t, pricing } = useLateTexts();
  const { data: subscription } = useQuery(subscriptionQuery(useApp()));
  if (subscription?.status !== 'past_due') return null;
  const { plan, recurrence } = subscription;
  return (
    <Band tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />} action={<OpenInvoice />}>
      {t.pastDue(t.named(namePlan(plan.name), pricing.recurrence[recurrence]))}
    </Band>
  );
}
