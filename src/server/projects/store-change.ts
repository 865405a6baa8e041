import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import { recordVersions, type Versioning } from '../materials/record-versions.ts';
import { type ProjectRow, readRow } from './find-project.ts';

/**
 * Writes columns of a project that the transaction has locked, counts its revision up, and keeps versions of the
 * materials that changed. A view that names no model keeps the one it has; a new one is of the model that is shown.
 */
export async function storeChange(
  tx: Transaction,
  before: ProjectRow,
  columns: Partial<Pick<ProjectRow, 'name' | 'modelHash' | 'modelName' | 'settings'>>,
  versioning: Versioning = {},
): Promise<ProjectRow> {
  const known = new Map(before.settings.camera_views.map(({ uuid, model_hash }) => [uuid, model_hash]));
  const { settings: wanted = before.settings, modelHash = before.modelHash } = columns;
  const camera_views = wanted.camera_views.map((view) => ({
    ...view,
    model_hash: view.model_hash ?? known.get(view.uuid) ?? null,
  }));
  const { settings } = readRow({ settings: { ...wanted, camera_views }, modelHash });
  const [row] = await tx
    .update(projects)
    .set({ ...columns, settings, revision: before.revision + 1, updatedAt: sql`now()` })
    .where(eq(projects.id, before.id))
    .returning();
  if (row === undefined) throw new Error('a locked row is gone');
  await recordVersions(tx, row.id, before.settings.model_materials, wanted.model_materials, versioning);
  return row;
}
