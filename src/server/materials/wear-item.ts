import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { ContentHash, LibraryItemId } from '../../contract/ids.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Queryable } from '../db/database.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { invalidRequest } from '../http/check-shape.ts';
import { type ItemRow, visibleItems } from '../libraries/find-items.ts';
import { holdReadable } from '../libraries/find-readable.ts';

type Worn = Pick<
  ModelMaterial,
  'libraryId' | 'libraryMaterialName' | 'textureHash' | 'normalHash' | 'roughnessHash'
>;

/** No texture, and no link to a library. */
export const NOTHING_WORN: Worn = {
  libraryId: null,
  libraryMaterialName: null,
  textureHash: null,
  normalHash: null,
  roughnessHash: null,
};

/**
 * A material dressed with a library item, as applying it in the app does: tint, tile and rotation start anew.
 *
 * @throws AppError `invalid-request` for an item that is not in the person's library.
 */
export async function wearItem(
  db: Queryable,
  userId: number,
  entry: ModelMaterial,
  itemId: number,
  language: AccountLanguage,
): Promise<ModelMaterial> {
  const [item] = await db
    .select()
    .from(libraryItems)
    .where(
      and(
        eq(libraryItems.id, itemId),
        eq(libraryItems.assetType, 'material'),
        isNull(libraryItems.deletedAt),
        visibleItems(userId),
      ),
    );
  if (item === undefined) throw invalidRequest('assigned_material_id', 'is not in the library');
  const { metalness, roughness } = item;
  const fresh = { color: null, tileSize: null, rotationRadians: 0, isReset: false };
  return { ...entry, ...fresh, metalness, roughness, ...wornOf(item, language) };
}

/**
 * What a texture that is named by its address is: an item of the library, or a picture of the person's own.
 *
 * @throws AppError `invalid-request` for anything else.
 */
export async function wearTexture(
  db: Queryable,
  userId: number,
  path: string,
  language: AccountLanguage,
): Promise<Worn> {
  const named = ContentHash.safeParse(/\/files\/([0-9a-f]{64})(?:[?#]|$)/.exec(path)?.[1]);
  const hash = named.success ? named.data : null;
  if (hash === null || !(await holdReadable(db, userId, [hash])).has(hash)) {
    throw invalidRequest('properties.texturePath', 'is not a picture of yours, nor of the library');
  }
  const [item] = await db
    .select()
    .from(libraryItems)
    .where(
      and(eq(libraryItems.imageHash, hash), eq(libraryItems.assetType, 'material'), visibleItems(userId)),
    )
    .orderBy(sql`${libraryItems.deletedAt} is not null`, libraryItems.id)
    .limit(1);
  return item === undefined ? { ...NOTHING_WORN, textureHash: hash } : wornOf(item, language);
}

function wornOf(item: ItemRow, language: AccountLanguage): Worn {
  const hashOf = (stored: string | null) => (stored === null ? null : ContentHash.parse(stored));
  return {
    libraryId: LibraryItemId.parse(item.id),
    libraryMaterialName: item.names[language],
    textureHash: hashOf(item.imageHash),
    normalHash: hashOf(item.normalHash),
    roughnessHash: hashOf(item.roughnessHash),
  };
}
