import { z } from 'zod';
import { VIEW_BACKUPS } from '../../contract/constants.ts';
import type { DeletedView, SavedView } from '../../contract/http/camera-views.ts';
import type { App } from '../core/app.ts';
import type { ProjectRow } from '../data/db.ts';
import { readStoredDeletions, readStoredViews } from '../model/read-stored-views.ts';

/** A copy of a project's saved views (S2 3). */
export interface ViewBackup {
  readonly views: readonly SavedView[];
  /** So that a copy never brings back what was deleted (E14). */
  readonly deleted: readonly DeletedView[];
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly viewCount: number;
  readonly version: '1.0.0';
}

/** One place that keeps copies. All calls may fail: storage can be full, closed or damaged. */
export interface BackupTier {
  /** The newest copy under a name, without what is no valid view in it. */
  read(name: string): Promise<ViewBackup | null>;
  write(name: string, backup: ViewBackup): Promise<void>;
  /** Takes away all copies whose name begins with one of these, see {@link copiesOf}. */
  forget(starts: readonly string[]): Promise<void>;
}

/** S2 4, E22. */
export const SAVED_VIEWS_KEY = 'arcball_saved_views';
const BACKUP_KEY = `${SAVED_VIEWS_KEY}_backup`;
/** Projects whose copies stay in a web storage, which holds 5 MB: twice twenty views with pictures are 0.2 MB. */
const PROJECTS_KEPT = 8;

/** In the order in which a lost list is looked for. */
export function openBackupTiers(app: App): BackupTier[] {
  const { localStorage, sessionStorage } = app.outside;
  return [
    storageTier(app, localStorage, SAVED_VIEWS_KEY),
    storageTier(app, localStorage, BACKUP_KEY),
    storageTier(app, sessionStorage, BACKUP_KEY),
    databaseTier(app),
  ];
}

/** Name of the copies of the open project's views: they belong to its model. Null while none is open. */
export function nameBackups(app: Pick<App, 'state'>): string | null {
  const { key, serverId, status, settings } = app.state.project;
  return key === null || status !== 'ready' ? null : `${serverId ?? key}/${settings.model_hash ?? ''}`;
}

/** How the names of a project's copies begin, whichever model it showed, and before the server knew it, too. */
function copiesOf({ key, serverId }: Pick<ProjectRow, 'key' | 'serverId'>): string[] {
  return [`${key}/`, `${serverId ?? key}/`];
}

/** Takes the copies of projects that are deleted off this device. A place that is closed has none that could be read. */
export async function forgetBackups(
  app: App,
  projects: readonly Pick<ProjectRow, 'key' | 'serverId'>[],
): Promise<void> {
  const starts = projects.flatMap(copiesOf);
  for (const tier of openBackupTiers(app)) await tier.forget(starts).catch(() => {});
}

function storageTier(app: App, storage: App['outside']['localStorage'], key: string): BackupTier {
  const Dated = z.record(z.string(), z.looseObject({ timestamp: z.number() }));
  const readAll = (): z.infer<typeof Dated> => {
    try {
      return Dated.safeParse(JSON.parse(storage.getItem(key) ?? '{}')).data ?? {};
    } catch (error) {
      if (error instanceof SyntaxError) return {};
      throw error;
    }
  };
  return {
    read: async (name) => readBackup(app, readAll()[name]),
    async write(name, backup) {
      const { [name]: _old, ...others } = readAll();
      const newest = Object.entries(others).sort(([, a], [, b]) => b.timestamp - a.timestamp);
      const kept = Object.fromEntries(newest.slice(0, PROJECTS_KEPT - 1));
      try {
        storage.setItem(key, JSON.stringify({ ...kept, [name]: backup }));
      } catch {
        // Full: other projects' copies make room for this one's.
        storage.setItem(key, JSON.stringify({ [name]: backup }));
      }
    },
    async forget(starts) {
      const all = Object.entries(readAll());
      const kept = all.filter(([name]) => !starts.some((start) => name.startsWith(start)));
      if (kept.length === all.length) return;
      if (kept.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
    },
  };
}

function databaseTier(app: App): BackupTier {
  const { db } = app;
  const list = (name: string) => db.viewBackups.where('name').equals(name);
  return {
    read: async (name) => {
      const row = await db.run(() => list(name).last());
      return readBackup(app, row?.backup);
    },
    write: (name, backup) =>
      db.write(async () => {
        await db.viewBackups.add({ name, backup });
        const ids = await list(name).primaryKeys();
        await db.viewBackups.bulkDelete(ids.slice(0, -VIEW_BACKUPS.kept));
      }),
    forget: (starts) =>
      db.write(async () => {
        await db.viewBackups
          .where('name')
          .startsWithAnyOf([...starts])
          .delete();
      }),
  };
}

const Stored = z.object({ views: z.unknown(), deleted: z.unknown(), timestamp: z.number() });

function readBackup(app: App, value: unknown): ViewBackup | null {
  const { data } = Stored.safeParse(value);
  if (data === undefined) return null;
  const views = readStoredViews(data.views, { ...app.outside, nameOf: app.texts().t.views.defaultName });
  const deleted = readStoredDeletions(data.deleted);
  return { views, deleted, timestamp: data.timestamp, viewCount: views.length, version: '1.0.0' };
}
