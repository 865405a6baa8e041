import type { Recurrence } from '../../contract/http/billing.ts';

/**
 * The end of periods that begin then, by the calendar; the last day of a shorter month where the day is missing.
 *
 * @param count How many periods on.
 */
export function endOfPeriod(start: Date, recurrence: Recurrence, count = 1): Date {
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + (recurrence === 'yearly' ? 12 : 1) * count);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
