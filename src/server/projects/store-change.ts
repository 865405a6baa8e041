import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import { recordVersions, type Versioning } from '../materials/record-versions.ts';
import type { ProjectRow } from './find-project.ts';

/**
 * Writes columns of a project that the transaction has locked, counts its revision up, and keeps versions of the
 * materials that changed.
 */
export async function storeChange(
  tx: Transaction,
  before: ProjectRow,
  columns: Partial<Pick<ProjectRow, 'name' | 'modelHash' | 'modelName' | 'settings'>>,
  versioning: Versioning = {},
): Promise<ProjectRow> {
  const { settings = before.settings } = columns;
  const [row] = await tx
    .update(projects)
    .set({ ...columns, settings, revision: before.revision + 1, updatedAt: sql`now()` })
    .where(eq(projects.id, before.id))
    .returning();
  if (row === undefined) throw new Error('a locked row is gone');
  await recordVersions(tx, row.id, before.settings.model_materials, settings.model_materials, versioning);
  return row;
}
