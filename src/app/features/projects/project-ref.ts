import { AppError } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { ProjectId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { bringProject } from './bring-project.ts';

/** Which project is meant: by its row on this device, else by the server's number. */
export interface ProjectRef {
  readonly key: string | null;
  readonly serverId: ProjectId | null;
}

/**
 * The project's copy on this device, brought here from the server when there is none yet.
 *
 * @throws AppError `not-found`, `not-authenticated`, and those of a call.
 */
export async function obtainProject(app: App, ref: ProjectRef, signal?: AbortSignal): Promise<ProjectRow> {
  const { userId } = app.state.account;
  if (userId === null) throw new AppError({ code: 'not-authenticated' });
  const known = await findRow(app, userId, ref);
  if (known !== undefined) return known;
  if (ref.serverId === null) throw new AppError({ code: 'not-found' });
  const body = await app.server.call(`/api/project/${ref.serverId}/`, ProjectBody, {}, signal);
  return (await bringProject(app, userId, body, 0)).row;
}

/** The copy of the signed-in person on this device. */
export async function findRow(
  app: Pick<App, 'db'>,
  userId: number,
  { key, serverId }: ProjectRef,
): Promise<ProjectRow | undefined> {
  const rows = await app.db.run(() => app.db.projects.where('userId').equals(userId).toArray());
  return (
    rows.find((row) => row.key === key) ?? rows.find((row) => serverId !== null && row.serverId === serverId)
  );
}
