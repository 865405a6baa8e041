import { z } from 'zod';
import { mergeViews } from '../../../contract/camera/merge-views.ts';
import { fitViews, stampViews } from '../../../contract/camera/model-views.ts';
import { LEGACY_BACKEND_VIEW } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { DeletedView, SavedView } from '../../../contract/http/camera-views.ts';
import type { App } from '../../core/app.ts';
import { keepLost, lostViews } from '../../data/keep-lost.ts';
import { readStoredViews } from '../../model/read-stored-views.ts';
import { isOfLostTime } from '../../orders/at-restore.ts';
import { isSameValue } from '../../values/same-value.ts';

/** Also of an entry that cannot be read: it is there. */
const Named = z.looseObject({ uuid: z.string() });

/**
 * Fetches the project's views, of all its models, in whatever form the server has them, and joins them with this device's: the newer state
 * of each stands (E13), and what went on one side goes unless the other changed it since, and those without room are set aside. Without a project on the server, or
 * without the server, nothing happens but a line in the console (S2 5, S2 8). Views that a server lost as it was put back from a
 * backup come back with the project.
 */
export async function pullViews(app: App, signal: AbortSignal): Promise<void> {
  const { t } = app.texts();
  const { key, serverId } = app.state.project;
  if (key === null) return app.outside.warn(t.views.noState);
  if (serverId === null) return app.outside.warn(t.views.noProject);
  try {
    // First: what this device sends while the server is asked is not in its answer, and no less there.
    const known = new Set((await readSaved(app, key)).map(({ uuid }) => uuid));
    const path = `/api/projects/${serverId}/camera-views/?model=all`;
    const answer = await app.server.call(path, z.array(z.unknown()), {}, signal);
    const read = readStoredViews(answer, {
      ...app.outside,
      nameOf: t.views.defaultName,
      legacy: LEGACY_BACKEND_VIEW,
    });
    const there = new Set(answer.map((entry) => Named.safeParse(entry).data?.uuid));
    const isLacking = [...known].some((uuid) => !there.has(uuid));
    if (isLacking && (await isOfLostTime(app, { key, serverId }, signal))) return;
    await app.workingCopy.current?.flush();
    await app.db.write(async () => {
      const row = await app.db.projects.get(key);
      if (row === undefined) return;
      const { settings, saved } = row;
      const sent = saved.camera_views.filter(({ uuid }) => !known.has(uuid) && !there.has(uuid));
      for (const { uuid } of sent) there.add(uuid);
      const theirs = [...stampViews(read, saved.model_hash), ...sent];
      const here = new Set(settings.camera_views.map(({ uuid }) => uuid));
      const gone = (list: ReadonlySet<string | undefined>): DeletedView[] =>
        saved.camera_views
          .filter(({ uuid }) => !list.has(uuid))
          .map(({ uuid, timestamp }) => ({ uuid, timestamp }));
      const { views } = mergeViews(
        { views: theirs, deleted: gone(there) },
        {
          views: settings.camera_views,
          deleted: [...settings.render_settings.deleted_views, ...gone(here)],
        },
      );
      const { kept, dropped } = fitViews({ camera_views: views, model_hash: settings.model_hash });
      const camera_views = [...kept];
      if (isSameValue([camera_views, theirs], [settings.camera_views, saved.camera_views])) return;
      await app.db.projects.update(key, {
        settings: { ...settings, camera_views },
        saved: { ...saved, camera_views: theirs },
      });
      await keepLost(app.db, key, app.outside.now(), lostViews(dropped));
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.outside.warn(t.views.syncFailed(error.failure.code));
  }
}

async function readSaved({ db }: Pick<App, 'db'>, key: string): Promise<readonly SavedView[]> {
  return (await db.run(() => db.projects.get(key)))?.saved.camera_views ?? [];
}
