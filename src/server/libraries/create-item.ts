import type { z } from 'zod';
import type { AssetType, UploadItemFields } from '../../contract/http/libraries.ts';
import type { Catalogue } from '../billing/catalogue.ts';
import type { Transaction } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { recordFile } from '../storage/store-file.ts';
import { type Actor, checkGlobal } from './actor.ts';
import { checkCount, checkSpace } from './check-room.ts';
import { chooseCategory } from './choose-category.ts';
import type { CategoryRow, ItemRow } from './find-items.ts';
import { lockOwner } from './lock-owner.ts';
import type { StoredItem } from './store-item.ts';
import { recordPicture } from './store-picture.ts';

/** What a picture says nothing of: a dielectric, half rough (G2). */
const LOOK_DEFAULT = { metalness: 0, roughness: 0.5, bumpHeightMillimetres: 0 } as const;

/** What a new item is, besides its files. */
export type NewItem = Pick<z.infer<typeof UploadItemFields>, 'name' | 'category_id'> & {
  readonly assetType: AssetType;
  readonly isGlobal: boolean;
  readonly metalness?: number | undefined;
};

/** An item that was put into a library. */
export interface MadeItem {
  readonly item: ItemRow;
  readonly category: CategoryRow;
}

/**
 * Puts a picture into a library, a material with the maps it has.
 *
 * @throws AppError those of {@link addItem}, and `library-space-full`.
 */
export async function createItem(
  tx: Transaction,
  catalogue: Catalogue,
  actor: Actor,
  item: NewItem,
  stored: StoredItem,
): Promise<MadeItem> {
  const made = await addItem(tx, actor, item, stored);
  if (!item.isGlobal) await checkSpace(tx, catalogue, actor.id);
  return made;
}

/**
 * As {@link createItem}; whoever calls checks the space, once for many.
 *
 * @throws AppError those of {@link checkGlobal} for a global one; `invalid-request` for the category; `library-full`.
 */
export async function addItem(
  tx: Transaction,
  actor: Actor,
  item: NewItem,
  { picture, normal, roughness }: StoredItem,
): Promise<MadeItem> {
  const { assetType, isGlobal } = item;
  if (isGlobal) checkGlobal(actor);
  const ownerId = isGlobal ? null : actor.id;
  await lockOwner(tx, ownerId);
  const category = await chooseCategory(tx, ownerId, assetType, item.category_id);
  if (ownerId !== null) await checkCount(tx, ownerId, assetType);
  await recordPicture(tx, picture);
  for (const map of [normal, roughness]) if (map !== null) await recordFile(tx, map.bytes, map.kind);
  const rows = await tx
    .insert(libraryItems)
    .values({
      assetType,
      names: { en: item.name, es: item.name },
      categoryId: category.id,
      userId: ownerId,
      imageHash: picture.image.hash,
      thumbnailHash: picture.thumbnail.hash,
      averageColour: picture.averageColour,
      normalHash: normal?.bytes.hash ?? null,
      roughnessHash: roughness?.bytes.hash ?? null,
      ...(assetType === 'material' ? lookOf(item, roughness !== null) : {}),
    })
    .returning();
  const row = onlyRow(rows);
  return { item: row, category };
}

/** A roughness map says all of it: it multiplies. */
function lookOf({ metalness }: NewItem, hasRoughness: boolean) {
  const { roughness } = LOOK_DEFAULT;
  return {
    ...LOOK_DEFAULT,
    metalness: metalness ?? LOOK_DEFAULT.metalness,
    roughness: hasRoughness ? 1 : roughness,
  };
}
