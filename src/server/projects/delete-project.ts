import { eq } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import { findProject, listProjects, lockProjects } from './find-project.ts';

/**
 * Removes a project. Its renders stay, with everything their recipes name (L14). When it was the active one, the last
 * changed of the others takes its place.
 *
 * @throws AppError `not-found`.
 */
export async function deleteProject(tx: Transaction, userId: number, projectId: number): Promise<void> {
  // Another may change with it: in the order in which everybody else locks several.
  await lockProjects(tx, userId);
  const row = await findProject(tx, userId, projectId);
  await tx.delete(projects).where(eq(projects.id, row.id));
  if (!row.isActive) return;
  const [next] = await listProjects(tx, userId);
  if (next !== undefined) await tx.update(projects).set({ isActive: true }).where(eq(projects.id, next.id));
}
