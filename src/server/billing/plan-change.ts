import { PLAN_NAMES, type PlanName, type Recurrence } from '../../contract/http/billing.ts';

interface Held {
  readonly plan: PlanName;
  readonly recurrence: Recurrence;
}

/**
 * When another plan begins: at once, with the difference charged, if it is higher, or of the same rank and paid for
 * longer; when the paid period ends if it is lower, or paid for shorter. Null: it is the same.
 */
export function planChange(current: Held, wanted: Held): 'now' | 'period-end' | null {
  const steps = PLAN_NAMES.indexOf(wanted.plan) - PLAN_NAMES.indexOf(current.plan);
  if (steps === 0 && wanted.recurrence === current.recurrence) return null;
  const isShorter = current.recurrence === 'yearly' && wanted.recurrence === 'monthly';
  return steps < 0 || isShorter ? 'period-end' : 'now';
}
