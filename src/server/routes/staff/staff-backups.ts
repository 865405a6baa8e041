import type { FastifyRequest } from 'fastify';
import { type BackupFailure, CheckBackupBody, StaffBackupsBody } from '../../../contract/backups.ts';
import { HOUR_MS } from '../../../contract/constants.ts';
import { readOwner } from '../../accounts/owner-settings.ts';
import { checkConfirmed } from '../../accounts/sessions/confirm-session.ts';
import { type FoundBackup, type KnownBackups, listBackups } from '../../backup/list-backups.ts';
import { PlaceFailure } from '../../backup/places/place-failure.ts';
import { whyFailed } from '../../backup/why-failed.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app.ts';
import { callerOf, sessionOf } from '../../http/authenticate.ts';
import { checkOwner } from '../../staff/check-owner.ts';
import { readBackupState } from '../../staff/read-backup-state.ts';
import { startBackup, startCheck } from '../../staff/start-backup.ts';

/** /api/staff/backups/: what there is to restore from. Nothing of a backup leaves the server this way. */
export function staffBackupRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { backups } = deps.config;
  const place = deps.services.backups;
  const known: KnownBackups = new Map();

  async function list(): Promise<{ found: FoundBackup[]; failure: BackupFailure | null }> {
    try {
      return { found: await listBackups(place, known), failure: null };
    } catch (error) {
      if (!(error instanceof PlaceFailure)) throw error;
      return { found: [], failure: { since: deps.now().toISOString(), ...whyFailed(error) } };
    }
  }

  async function describe(request: FastifyRequest): Promise<StaffBackupsBody> {
    const state = await readBackupState(db, place, backups, deps.now());
    const { found, failure } = await list();
    return {
      folder: backups.to,
      is_owner: (await readOwner(db)) === callerOf(request),
      every_hours: state.everyMs === null ? null : state.everyMs / HOUR_MS,
      last_at: state.lastAt?.toISOString() ?? null,
      is_overdue: state.isOverdue,
      failure: state.failure,
      list_failure: failure,
      check_failure: state.checkFailure,
      run: state.run,
      backups: found.map((one) => ({ ...one, checked: state.checks[one.name] ?? null })),
    };
  }

  const preHandler = async (request: FastifyRequest): Promise<void> => {
    await checkOwner(db, callerOf(request));
    await checkConfirmed(db, sessionOf(request), deps.now());
  };

  app.get(
    '/api/staff/backups/',
    { schema: { summary: 'Lists backups and how the last one went', response: { 200: StaffBackupsBody } } },
    describe,
  );

  // Not through `runOnce`: called again while one is made, nothing more is begun.
  app.post(
    '/api/staff/backups/',
    { schema: { summary: 'Makes a backup', response: { 202: StaffBackupsBody } }, preHandler },
    async (request, reply) => {
      await startBackup(deps, callerOf(request));
      return reply.code(202).send(await describe(request));
    },
  );

  app.post(
    '/api/staff/backups/check/',
    {
      schema: {
        summary: 'Reads a backup back, to its end',
        body: CheckBackupBody,
        response: { 202: StaffBackupsBody },
      },
      preHandler,
    },
    async (request, reply) => {
      await startCheck(deps, callerOf(request), request.body.name);
      return reply.code(202).send(await describe(request));
    },
  );
}
