import { and, eq, isNull } from 'drizzle-orm';
import type { PatchProjectBody } from '../../contract/http/projects.ts';
import { invalidRequest } from '../check-shape.ts';
import type { Queryable } from '../db/database.ts';
import { ownedFiles } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { visibleItems } from '../libraries/find-items.ts';

/**
 * Refuses a change that names a model, background or style the person may not use.
 *
 * @throws AppError `invalid-request` naming the field.
 */
export async function checkReferences(
  db: Queryable,
  userId: number,
  change: PatchProjectBody,
): Promise<void> {
  if (change.model_hash != null) {
    const [owned] = await db
      .select()
      .from(ownedFiles)
      .where(and(eq(ownedFiles.userId, userId), eq(ownedFiles.hash, change.model_hash)));
    if (owned === undefined) throw invalidRequest('model_hash', 'is not a model of yours');
  }
  const named = [
    ['background_id', 'background', change.background_id],
    ['style_id', 'style', change.style_id],
  ] as const;
  for (const [field, assetType, id] of named) {
    if (id == null) continue;
    const [item] = await db
      .select({ id: libraryItems.id })
      .from(libraryItems)
      .where(
        and(
          eq(libraryItems.id, id),
          eq(libraryItems.assetType, assetType),
          isNull(libraryItems.deletedAt),
          visibleItems(userId),
        ),
      );
    if (item === undefined) throw invalidRequest(field, 'is not in the library');
  }
}
