import { z } from 'zod';
import type { App } from '../../core/app.ts';
import { refreshMoney } from './refresh-money.ts';

/**
 * Lets the plan go on as it is: neither ended nor changed when its period ends.
 *
 * @throws AppError `subscription-missing`, `payment-unavailable`, `server-unreachable`.
 */
export async function resumePlan(app: App): Promise<void> {
  try {
    await app.server.call('/api/subscriptions/resume/', z.unknown(), { method: 'POST' });
  } finally {
    // Also where nobody answered: it may have been done.
    await refreshMoney(app);
  }
}
