import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import type { ProjectRow } from './find-project.ts';

/** Writes columns of a project that the transaction has locked, and counts its revision up. */
export async function storeChange(
  tx: Transaction,
  before: ProjectRow,
  columns: Partial<Pick<ProjectRow, 'name' | 'modelHash' | 'modelName' | 'settings'>>,
): Promise<ProjectRow> {
  const [row] = await tx
    .update(projects)
    .set({ ...columns, revision: before.revision + 1, updatedAt: sql`now()` })
    .where(eq(projects.id, before.id))
    .returning();
  if (row === undefined) throw new Error('a locked row is gone');
  return row;
}
