import type { z } from 'zod';
import { FindBackupsBody, FoundBackupsBody, RestoreBody, RestoreState } from '../../contract/restore.ts';
import { splitAddress } from '../backup/find-backup.ts';
import { listBackups } from '../backup/list-backups.ts';
import { withPlace } from '../backup/places/open-place.ts';
import { PlaceFailure } from '../backup/places/place-failure.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { SetupError } from '../process/setup-error.ts';
import type { RestoreHere } from '../restore/restore-here.ts';

const MINUTE_MS = 60_000;
const TRIES_PER_MINUTE = 20;

/** /api/restore/: a backup in place of a first start, for whoever holds the owner's link. */
export function restoreRoutes(app: App, deps: Deps, here: RestoreHere): void {
  const isPublic = true;
  const rateLimit = { max: TRIES_PER_MINUTE, timeWindow: MINUTE_MS };

  /** A place of backups, or one of them: then that alone. */
  async function find(path: string | null): Promise<z.infer<typeof FoundBackupsBody>> {
    const given = path ?? deps.config.backups.to;
    try {
      const { address: folder, name: one } = splitAddress(given);
      const all = await withPlace(folder, deps.config, (place) => listBackups(place));
      return { folder, problem: null, backups: all.filter(({ name }) => one === null || name === one) };
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      return { folder: given, problem, backups: [] };
    }
  }

  app.post(
    '/api/restore/backups/',
    {
      config: { isPublic, rateLimit },
      schema: {
        summary: 'Lists backups that a new instance can be restored from',
        body: FindBackupsBody,
        response: { 200: FoundBackupsBody },
      },
    },
    async (request) => {
      await here.check(request.body.token);
      return find(request.body.path);
    },
  );

  app.post(
    '/api/restore/',
    {
      config: { isPublic, rateLimit },
      schema: {
        summary: 'Restores a new instance from a backup',
        body: RestoreBody,
        response: { 202: RestoreState },
      },
    },
    async (request, reply) => {
      const { token, folder, name } = request.body;
      const link = await here.check(token);
      here.begin({ pool: folder, name }, link);
      return reply.code(202).send(here.state());
    },
  );

  app.get(
    '/api/restore/',
    {
      config: { isPublic, isAlone: true },
      schema: { summary: 'Tells how far a restore is', response: { 200: RestoreState } },
    },
    async () => here.state(),
  );
}

function problemOf(error: unknown): z.infer<typeof FoundBackupsBody>['problem'] {
  if (error instanceof PlaceFailure) return error.problem === 'away' ? 'away' : 'refused';
  return error instanceof SetupError ? 'address' : null;
}
