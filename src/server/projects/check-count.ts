import { count, eq } from 'drizzle-orm';
import { PROJECTS_MAX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import { lockOwner } from '../libraries/lock-owner.ts';

/**
 * Whether a person may have one more project. Nobody else adds one until the transaction ends.
 *
 * @throws AppError `project-limit`.
 */
export async function checkCount(tx: Transaction, userId: number): Promise<void> {
  await lockOwner(tx, userId);
  const [row] = await tx.select({ projects: count() }).from(projects).where(eq(projects.userId, userId));
  if ((row?.projects ?? 0) >= PROJECTS_MAX) {
    throw new AppError({ code: 'project-limit', limit: PROJECTS_MAX });
  }
}
