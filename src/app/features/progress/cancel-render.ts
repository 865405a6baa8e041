import { CancelledBody } from '../../../contract/http/renders.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { advanceLoader } from '../../state/loader-machine.ts';

/**
 * Cancels a render that waits or runs; unfinished images are refunded (I13).
 *
 * @returns Credits that came back.
 * @throws AppError `render-finished`, `rate-limited`, `server-unreachable`.
 */
export async function cancelRender(app: App, renderId: number): Promise<number> {
  const answer = await app.server.call(`/api/render/${renderId}/cancel/`, CancelledBody, { method: 'POST' });
  const { progress } = app.state;
  progress.loader = advanceLoader(progress.loader, {
    kind: 'finished',
    renderId,
    status: 'cancelled',
    code: null,
  });
  await app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY });
  return answer.refunded;
}
