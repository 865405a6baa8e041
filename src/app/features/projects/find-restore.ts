import { z } from 'zod';
import { isFailure } from '../../../contract/failure.ts';
import { RestoreBody } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';

const Restores = z.array(RestoreBody);

/**
 * The backup that the server was put back from, where that explains why a project is not there: it was made since then, and nobody
 * deleted it.
 *
 * @returns When the backup was made, ISO 8601; null for a project that was deleted.
 * @throws AppError of the call.
 */
export async function findRestore(
  app: Pick<App, 'server'>,
  { madeAt }: Pick<ProjectRow, 'madeAt'>,
  signal: AbortSignal,
): Promise<string | null> {
  if (madeAt == null) return null;
  const moment = Date.parse(madeAt);
  try {
    const restores = await app.server.call('/api/project/restores/', Restores, {}, signal);
    const cause = restores.find(({ from, to }) => Date.parse(from) <= moment && moment <= Date.parse(to));
    return cause?.backup ?? null;
  } catch (error) {
    // Servers of old take it for the number of a project.
    if (isFailure(error, 'invalid-request') || isFailure(error, 'not-found')) return null;
    throw error;
  }
}
