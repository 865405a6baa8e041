import { AllCancelledBody } from '../../../contract/http/renders.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { advanceLoader } from '../../state/loader-machine.ts';

/**
 * Cancels everything of this person that is prepared, waits or runs; unfinished images are refunded.
 *
 * @returns How many there were, and the credits that came back.
 * @throws AppError `rate-limited`, `server-unreachable`; only what it had not heard of is cancelled then.
 */
export async function cancelAllRenders(app: App): Promise<{ count: number; refunded: number }> {
  // First, or one of them would come to the server after all others were cancelled there.
  const { stopOrders } = await loadCode(() => import('../../orders/stop-orders.ts'));
  const stopped = await stopOrders(app);
  const answer = await app.server.call('/api/render/cancel/', AllCancelledBody, { method: 'POST' });
  const { progress } = app.state;
  for (const renderId of answer.cancelled) {
    const end = { kind: 'finished', renderId, status: 'cancelled', code: null } as const;
    progress.loader = advanceLoader(progress.loader, end);
  }
  await app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
  return { count: stopped + answer.cancelled.length, refunded: answer.refunded };
}
