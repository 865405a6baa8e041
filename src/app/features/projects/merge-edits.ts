import { SAVED_VIEWS_MAX } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import { mergeViews } from '../../../contract/merge-views.ts';
import type { Database, ProjectRow } from '../../db.ts';
import { listDirtyFields, listUnsent } from '../../dirty-fields.ts';
import { pickFields } from '../../same-value.ts';

type RenderSettings = ProjectSettings['render_settings'];

/** What came out where two devices' work met. */
export interface MergedEdits {
  readonly settings: ProjectSettings;
  /** Fields in which the other's work was replaced. */
  readonly replaced: readonly (keyof ProjectSettings)[];
}

/**
 * Joins this device's unsent edits with what the server has by now: field by field this device's edits win (K7); of
 * saved views each one's newer state does (E13), and the newest stay where there are too many; of the last cameras the
 * later one (E4).
 */
export function mergeEdits(
  mine: Pick<ProjectRow, 'settings' | 'saved'>,
  theirs: ProjectSettings,
): MergedEdits {
  const edited = listDirtyFields(mine.settings, mine.saved);
  const changedThere = listUnsent(theirs, mine.saved);
  const merged = { ...theirs, ...pickFields(mine.settings, edited) };
  const { views, deleted } = joinViews(mine, theirs);
  const newest = [...views].sort((a, b) => b.timestamp - a.timestamp).slice(0, SAVED_VIEWS_MAX);
  const replaced = edited.filter((field) => field !== 'camera_views' && changedThere.includes(field));
  return {
    settings: {
      ...merged,
      camera_views: views.filter((view) => newest.includes(view)),
      render_settings: {
        ...merged.render_settings,
        ...laterCamera(mine.settings.render_settings, theirs.render_settings),
        deleted_views: deleted,
      },
    },
    replaced: newest.length < views.length ? [...replaced, 'camera_views'] : replaced,
  };
}

/** Looking around is no edit: where only one camera's time is known, that one counts. */
function laterCamera(
  mine: RenderSettings,
  theirs: RenderSettings,
): Pick<RenderSettings, 'camera' | 'camera_at'> {
  const { camera, camera_at } = (mine.camera_at ?? 0) > (theirs.camera_at ?? 0) ? mine : theirs;
  return { camera, camera_at };
}

/** Keeps what a merge replaced of the other device's work, so that it can be brought back. Call inside `db.write`. */
export async function backUpReplaced(
  db: Database,
  projectKey: string,
  at: number,
  theirs: ProjectSettings,
  replaced: MergedEdits['replaced'],
): Promise<void> {
  if (replaced.length > 0) await db.backups.add({ projectKey, at, settings: pickFields(theirs, replaced) });
}

/** A view this device knew and no longer has was deleted here; a deletion it knew and has undone does not count. */
function joinViews(
  { settings, saved }: Pick<ProjectRow, 'settings' | 'saved'>,
  theirs: ProjectSettings,
): ReturnType<typeof mergeViews> {
  const { camera_views: views, render_settings: look } = settings;
  const here = new Set(views.map(({ uuid }) => uuid));
  const undone = new Set(
    saved.render_settings.deleted_views.map(({ uuid }) => uuid).filter((uuid) => here.has(uuid)),
  );
  const gone = saved.camera_views
    .filter(({ uuid }) => !here.has(uuid))
    .map(({ uuid, timestamp }) => ({ uuid, timestamp }));
  return mergeViews(
    {
      views: theirs.camera_views,
      deleted: theirs.render_settings.deleted_views.filter(({ uuid }) => !undone.has(uuid)),
    },
    { views, deleted: [...look.deleted_views.filter(({ uuid }) => !undone.has(uuid)), ...gone] },
  );
}
