import { z } from 'zod';
import type { EngineServer } from '../../../contract/http/engines.ts';
import type { App } from '../../core/app.ts';
import { enginesQuery } from './queries.ts';

/**
 * Asks for a tiny picture of one server. What comes of it stands in the list of servers.
 *
 * @throws AppError `not-found`, `forbidden`, `rate-limited`, `server-unreachable`.
 */
export async function testServer(
  app: Pick<App, 'server' | 'queries'>,
  id: EngineServer['id'],
): Promise<void> {
  await app.server.call(`/api/staff/engines/${id}/test/`, z.object({}), { method: 'POST' });
  await app.queries.invalidateQueries({ queryKey: enginesQuery(app).queryKey });
}
