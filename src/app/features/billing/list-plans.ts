import { PLAN_NAMES, type PlanBody } from '../../../contract/http/billing.ts';

/** Plans with a name, in their rank (S1 5); one that has none comes last. */
export function listPlans(plans: readonly PlanBody[]): PlanBody[] {
  return plans.filter(({ name }) => name.trim() !== '').sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ name }: PlanBody): number {
  const rank = (PLAN_NAMES as readonly string[]).indexOf(name);
  return rank === -1 ? PLAN_NAMES.length : rank;
}
