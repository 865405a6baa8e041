import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import { findProject, lockProjects, type ProjectRow } from './find-project.ts';

/**
 * Makes one project the active one and all others of the person not. Not a change of the project: its revision stays.
 *
 * @throws AppError `not-found`.
 */
export async function activateProject(
  tx: Transaction,
  userId: number,
  projectId: number,
): Promise<ProjectRow> {
  // All of them change: in the order in which everybody else locks several.
  await lockProjects(tx, userId);
  const row = await findProject(tx, userId, projectId);
  await tx
    .update(projects)
    .set({ isActive: sql`${projects.id} = ${projectId}` })
    .where(eq(projects.userId, userId));
  return { ...row, isActive: true };
}
