import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RenderMaterialsBody } from '../../../contract/http/gallery.ts';
import { LibraryItemId } from '../../../contract/ids.ts';
import type { Queryable } from '../../db/database.ts';
import { libraryItems } from '../../db/schema/libraries.ts';
import { renders } from '../../db/schema/renders.ts';
import { visibleItems } from '../../libraries/find-items.ts';
import { foundRenders, hasPicture } from '../search-renders.ts';

/** The materials of the library that the pictures of a person's gallery wear, also deleted ones. */
export async function listWornMaterials(
  db: Queryable,
  userId: number,
): Promise<z.infer<typeof RenderMaterialsBody>> {
  const worn = db
    .selectDistinct({ id: sql`jsonb_array_elements(${renders.materialIds})::int` })
    .from(renders)
    .where(and(foundRenders(userId), hasPicture()));
  const rows = await db
    .select({ id: libraryItems.id, names: libraryItems.names })
    .from(libraryItems)
    .where(
      and(eq(libraryItems.assetType, 'material'), visibleItems(userId), sql`${libraryItems.id} in (${worn})`),
    )
    .orderBy(libraryItems.id);
  return rows.map(({ id, names }) => ({ id: LibraryItemId.parse(id), names }));
}
