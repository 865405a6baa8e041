import { z } from 'zod';
import type { App } from '../../core/app.ts';
import { refreshMoney } from './refresh-money.ts';

/**
 * Lets the plan end with the period that is paid.
 *
 * @throws AppError `subscription-missing`, `payment-unavailable`, `server-unreachable`.
 */
export async function cancelPlan(app: App): Promise<void> {
  try {
    await app.server.call('/api/subscriptions/cancel/', z.unknown(), { method: 'POST' });
  } finally {
    // Also where nobody answered: it may have been done.
    await refreshMoney(app);
  }
}
