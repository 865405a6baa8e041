import { PLAN_NAMES, type PlanName, type Recurrence } from '../../contract/http/billing.ts';

interface Held {
  readonly plan: PlanName;
  readonly recurrence: Recurrence;
}

/**
 * When another plan begins: at once if it is higher, whatever its period, or of the same rank and paid for longer, and
 * what is left of the period before counts towards its price; when the paid period ends if it is lower, or of the same
 * rank and paid for shorter. Null: it is the same.
 */
export function planChange(current: Held, wanted: Held): 'now' | 'period-end' | null {
  const steps = PLAN_NAMES.indexOf(wanted.plan) - PLAN_NAMES.indexOf(current.plan);
  if (steps === 0 && wanted.recurrence === current.recurrence) return null;
  if (steps !== 0) return steps > 0 ? 'now' : 'period-end';
  return wanted.recurrence === 'yearly' ? 'now' : 'period-end';
}
