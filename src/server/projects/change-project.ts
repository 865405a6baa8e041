import { eq, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { PatchProjectBody } from '../../contract/http/projects.ts';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import { checkReferences } from './check-references.ts';
import { lockProject, type ProjectRow } from './find-project.ts';
import { mergeSettings } from './merge-settings.ts';

/**
 * Writes the given settings over a project's and counts its revision up. What the change leaves out stays.
 *
 * @throws AppError `not-found`; `revision-stale` when the change was made on an older revision and says so;
 *   `invalid-request` for a model, background or style that is not the person's to use.
 */
export async function changeProject(
  tx: Transaction,
  userId: number,
  projectId: number,
  change: PatchProjectBody,
): Promise<ProjectRow> {
  const before = await lockProject(tx, userId, projectId);
  const { revision, name, model_hash, model_name, ...settings } = change;
  if (revision !== undefined && revision !== before.revision) {
    throw new AppError({ code: 'revision-stale', revision: before.revision });
  }
  await checkReferences(tx, userId, change);
  const [row] = await tx
    .update(projects)
    .set({
      name: name ?? before.name,
      modelHash: model_hash === undefined ? before.modelHash : model_hash,
      modelName: model_name === undefined ? before.modelName : model_name,
      settings: mergeSettings(before.settings, settings),
      revision: before.revision + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(projects.id, before.id))
    .returning();
  if (row === undefined) throw new Error('a locked row is gone');
  return row;
}
