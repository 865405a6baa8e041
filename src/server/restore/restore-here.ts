import { sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { RestoreRefusal, RestoreState } from '../../contract/restore.ts';
import { findOwnerLink, type OwnerLink } from '../accounts/owner-settings.ts';
import { withPlace } from '../backup/places/open-place.ts';
import { type BackupPart, checkBackup } from '../backup/restore-backup.ts';
import { users } from '../db/schema/accounts.ts';
import { SESSION } from '../db/session-names.ts';
import type { Deps } from '../deps.ts';
import { refusalOf } from './restore-asked.ts';
import { type AskedBackup, writeRestoreRequest } from './restore-request.ts';

/** What the first page can have restored, in a server that nobody has an account of. */
export interface RestoreHere {
  isOffered(): Promise<boolean>;
  /**
   * Lets on whoever holds the owner's link, while there is no account.
   *
   * @throws AppError `owner-link-invalid`, `not-configured`.
   */
  check(token: string): Promise<OwnerLink>;
  state(): RestoreState;
  /** Reads all of a backup, and ends this server for one that restores it, where it is whole. One at a time. */
  begin(backup: AskedBackup, link: OwnerLink): void;
}

export function createRestoreHere(deps: Deps): RestoreHere {
  const { config, round, services } = deps;
  const { db } = deps.database;
  const idle = { done: 0, total: 0, refusal: null };
  const refused = (refusal: RestoreRefusal): RestoreState => ({ ...idle, step: 'refused', refusal });
  const earlier = round?.outcome?.refusal ?? null;
  let state: RestoreState = earlier === null ? { ...idle, step: 'idle' } : refused(earlier);

  const isOffered = async (): Promise<boolean> => {
    if (round === null) return false;
    const [account] = await db.select({ id: users.id }).from(users).limit(1);
    return account === undefined;
  };
  const readFirst = async (asked: AskedBackup, link: OwnerLink, signal: AbortSignal): Promise<void> => {
    let part: BackupPart = 'contents';
    try {
      const manifest = await withPlace(asked.pool, config, (place) =>
        checkBackup({ place, name: asked.name }, config, false, signal, (next, done = 0, total = 0) => {
          part = next;
          state = { step: 'reading', done, total, refusal: null };
        }),
      );
      if (manifest.files === null) state = refused('database-only');
      else if (await hasOthers(deps)) state = refused('others');
      else if (!(await isOffered())) state = refused('occupied');
      else {
        await writeRestoreRequest(config.dataDir, asked, link);
        state = { ...idle, step: 'restarting' };
        round?.beginAnew(null);
      }
    } catch (error) {
      state = refused(refusalOf(error, part));
      if (state.refusal === 'failed') throw error;
    }
  };

  return {
    isOffered,
    state: () => state,
    async check(token) {
      const link = await findOwnerLink(db, token, deps.now());
      if (link === null) throw new AppError({ code: 'owner-link-invalid' });
      if (!(await isOffered())) throw new AppError({ code: 'not-configured' });
      return link;
    },
    begin(asked, link) {
      if (state.step === 'reading' || state.step === 'restarting') return;
      state = { ...idle, step: 'reading' };
      services.background.run('reading a backup', (signal) => readFirst(asked, link, signal));
    },
  };
}

/** Whether another process has the database open: it would go on writing there. Each listens to events by one connection. */
async function hasOthers({ database: { db } }: Deps): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${SESSION.events}`);
  return (rows[0]?.count ?? 0) > 1;
}
