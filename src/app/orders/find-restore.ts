import { z } from 'zod';
import { isFailure } from '../../contract/failure.ts';
import { RestoreBody } from '../../contract/http/projects.ts';
import type { App } from '../core/app.ts';

const Restores = z.array(RestoreBody);

/**
 * Which times the server lacks since it was put back from backups.
 *
 * @throws AppError of the call.
 */
export async function readRestores(
  { server }: Pick<App, 'server'>,
  signal?: AbortSignal,
): Promise<readonly RestoreBody[]> {
  try {
    return await server.call('/api/project/restores/', Restores, {}, signal);
  } catch (error) {
    // Servers of old take it for the number of a project.
    if (isFailure(error, 'invalid-request') || isFailure(error, 'not-found')) return [];
    throw error;
  }
}

/**
 * The restore that explains why something is not there: it was made after the backup, and nobody deleted it.
 *
 * @param moment When it was made, milliseconds since the epoch.
 */
export function findRestore(restores: readonly RestoreBody[], moment: number): RestoreBody | undefined {
  return restores.find(({ from, to }) => Date.parse(from) <= moment && moment <= Date.parse(to));
}
