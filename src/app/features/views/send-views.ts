import { z } from 'zod';
import { describeView } from '../../../contract/camera/describe-view.ts';
import { mergeViews } from '../../../contract/camera/merge-views.ts';
import { LEGACY_BACKEND_VIEW } from '../../../contract/constants.ts';
import { AppError, isFailure } from '../../../contract/failure.ts';
import type { DeletedView, SavedView } from '../../../contract/http/camera-views.ts';
import type { SendTools } from '../../core/app.ts';
import { adoptRevision } from '../../data/adopt-revision.ts';
import type { ProjectRow } from '../../data/db.ts';
import { listUnsentViews } from '../../data/list-unsent-views.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { readStoredViews } from '../../model/read-stored-views.ts';

/**
 * Brings the server the saved views that it lacks, and takes away those that were deleted here, one call each (E9, E16).
 * What has gone through stands when a later call fails. A view needs no frozen body: by its uuid and timestamp a repeat
 * changes nothing.
 *
 * @throws AppError `not-found` for a project that the server does not have; `view-limit`.
 */
export async function sendViews(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  const { serverId } = project;
  const { changed, deleted } = listUnsentViews(project);
  for (const { view, deletedAt } of deleted) {
    const place = `/api/project/${serverId}/delete_camera_view/${view.backend_id ?? view.uuid}/`;
    // By the time it arrives an undo may have brought the view back.
    const path = `${place}?deleted_at=${deletedAt}`;
    let revision: number | null = null;
    try {
      ({ revision } = await tools.server.callRevised(path, z.null(), { method: 'DELETE' }, signal));
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error;
    }
    await settle(tools, project.key, view.uuid, null, revision);
  }
  for (const view of changed) {
    const path = `/api/projects/${serverId}/camera-views/`;
    try {
      const body = describeView(view);
      const options = { method: 'POST', body } as const;
      const answer = await tools.server.callRevised(path, z.unknown(), options, signal);
      const [stored] = readStoredViews([answer.body], {
        ...tools,
        nameOf: () => view.name,
        legacy: LEGACY_BACKEND_VIEW,
      });
      if (stored === undefined) throw new AppError({ code: 'response-unexpected' });
      await settle(tools, project.key, view.uuid, stored, answer.revision);
    } catch (error) {
      if (!isFailure(error, 'view-deleted')) throw error;
      await settle(tools, project.key, view.uuid, null, null, { uuid: view.uuid, timestamp: view.timestamp });
    }
  }
}

/**
 * Writes down what the server has of a view, null for nothing, and joins it with what is here.
 *
 * @param revision That this made, null when it is not known to have made one.
 * @param end The deletion by another device that the server told of.
 */
async function settle(
  tools: SendTools,
  key: string,
  uuid: string,
  stored: SavedView | null,
  revision: number | null,
  end?: DeletedView,
): Promise<void> {
  await tools.db.write(async () => {
    const row = await tools.db.projects.get(key);
    if (row === undefined) return;
    const others = row.saved.camera_views.filter((view) => view.uuid !== uuid);
    const saved = [...others, ...(stored === null ? [] : [stored])].sort((a, b) => a.order - b.order);
    await tools.db.projects.update(key, {
      ...adoptRevision(row, revision),
      saved: { ...row.saved, camera_views: saved },
      settings: join(row, stored, end),
    });
  });
}

function join(
  { settings }: ProjectRow,
  stored: SavedView | null,
  end: DeletedView | undefined,
): ProjectRow['settings'] {
  const theirs = { views: stored === null ? [] : [stored], deleted: end === undefined ? [] : [end] };
  const look = settings.render_settings;
  const { views, deleted } = mergeViews(theirs, {
    views: settings.camera_views,
    deleted: look.deleted_views,
  });
  return { ...settings, camera_views: views, render_settings: { ...look, deleted_views: deleted } };
}
