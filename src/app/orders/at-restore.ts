import { isFailure } from '../../contract/failure.ts';
import { type LostRevisions, ProjectBody } from '../../contract/http/projects.ts';
import type { ProjectId } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';
import type { ProjectRow } from '../data/db.ts';

type Known = Pick<ProjectRow, 'revision' | 'seenRevision'>;

/**
 * Whether a device's copy of a project is of a time that the server has lost since, because it was put back from a backup: what the
 * server lacks of it nobody took away.
 *
 * @param row What the device knows of it. Where others changed it in between, and the backup has that, it is not known what of the copy
 *   is lost: as any older copy it is of no such time.
 * @returns Which revisions are lost with it; null for one that the server has, or had.
 */
export function findLost(body: Pick<ProjectBody, 'lost_revisions'>, row: Known): LostRevisions | null {
  return findLostBy(body, row)?.lost ?? null;
}

/** As {@link findLost}, with the revision by which it is: the copy's, or that of a part that it sent behind others' changes. */
function findLostBy(
  { lost_revisions = [] }: Pick<ProjectBody, 'lost_revisions'>,
  { revision, seenRevision = 0 }: Known,
): { readonly lost: LostRevisions; readonly by: number } | null {
  for (const by of [revision, seenRevision]) {
    const lost = lost_revisions.find(({ last, next }) => last <= revision && last < by && by < next);
    if (lost !== undefined && by >= revision) return { lost, by };
  }
  return null;
}

/**
 * What the backup had of a project, where this device's copy is of the time that is lost: both sides began with it.
 *
 * @param body The project as the server has it.
 * @returns Null for any other copy, and where there is none.
 * @throws AppError of the call.
 */
export async function readAtRestore(
  { db, server }: Pick<App, 'db' | 'server'>,
  body: ProjectBody,
  signal?: AbortSignal,
): Promise<ProjectBody | null> {
  const row = await db.run(() => findCopy(db, body));
  const found = row && findLostBy(body, row);
  if (found == null) return null;
  try {
    const path = `/api/project/${body.id}/at-restore/?revision=${found.by}`;
    return await server.call(path, ProjectBody, {}, signal);
  } catch (error) {
    if (isFailure(error, 'not-found')) return null;
    throw error;
  }
}

/**
 * Whether this device's copy of a project is of a time that is lost, see {@link findLost}. What takes for taken away whatever the server
 * lacks asks first: joining the two is `adoptProject`'s.
 *
 * @throws AppError of the call.
 */
export async function isOfLostTime(
  { db, server }: Pick<App, 'db' | 'server'>,
  { key, serverId }: { readonly key: string; readonly serverId: ProjectId },
  signal?: AbortSignal,
): Promise<boolean> {
  const body = await server.call(`/api/project/${serverId}/`, ProjectBody, {}, signal);
  const row = await db.run(() => db.projects.get(key));
  return row !== undefined && findLost(body, row) !== null;
}

/** This device's copy of the very project, and of no other one under that number. */
async function findCopy(
  { projects }: Pick<App['db'], 'projects'>,
  { id, created_at }: ProjectBody,
): Promise<ProjectRow | undefined> {
  const rows = await projects.where('serverId').equals(id).toArray();
  return rows.find(({ madeAt }) => madeAt == null || madeAt === created_at);
}
