import { and, eq, gt, lt } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Queryable } from '../db/database.ts';
import { projectRestores } from '../db/schema/projects.ts';
import { findProject, type ProjectRow, readRow } from './find-project.ts';

/**
 * A project as a backup had it that the server was put back from.
 *
 * @param revision One that was given after that backup and is lost.
 * @throws AppError `not-found`, also for a revision that is not lost.
 */
export async function findAtRestore(
  db: Queryable,
  userId: number,
  projectId: number,
  revision: number,
): Promise<ProjectRow> {
  const project = await findProject(db, userId, projectId);
  const { lastRevision, nextRevision } = projectRestores;
  const [then] = await db
    .select()
    .from(projectRestores)
    .where(
      and(eq(projectRestores.projectId, project.id), lt(lastRevision, revision), gt(nextRevision, revision)),
    );
  if (then === undefined) throw new AppError({ code: 'not-found' });
  const { name, settings, modelHash, modelName } = then;
  return readRow({ ...project, name, settings, modelHash, modelName, revision: then.lastRevision });
}
