import type { EngineName } from '../../../contract/engine-name.ts';
import { RenderAcceptedBody } from '../../../contract/http/renders.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';
import { advanceLoader } from '../../state/loader-machine.ts';
import { announce } from '../../state/progress.ts';

/**
 * Has another engine draw what is left of a waiting or running order. The server ends that order, refunds what it did not
 * make, and takes the rest as a new one at today's price.
 *
 * @throws AppError `render-finished`, `engine-unavailable`, `not-traceable`, `credits-insufficient`,
 *   `server-unreachable`; the order stays as it is then.
 */
export async function switchEngine(app: App, renderId: number, engine: EngineName): Promise<void> {
  const accepted = await app.server.call(`/api/render/${renderId}/engine/`, RenderAcceptedBody, {
    method: 'POST',
    body: { engine },
  });
  const { progress } = app.state;
  progress.loader = advanceLoader(progress.loader, {
    kind: 'switched',
    renderId,
    nextId: accepted.id,
    engine,
    queuePosition: accepted.queue_position,
  });
  announce(progress, app.texts().t.loader.switched);
  await Promise.all([
    app.queries.invalidateQueries({ queryKey: ['renders'] }),
    app.queries.invalidateQueries({ queryKey: ACCOUNT_QUERY }),
  ]);
}
