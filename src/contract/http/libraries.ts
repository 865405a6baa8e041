import { z } from 'zod';
import { LIBRARY_NAME_MAX_LENGTH } from '../constants.ts';
import { ContentHash, LibraryItemId } from '../ids.ts';

export const AssetType = z.enum(['material', 'background', 'style']);
export type AssetType = z.infer<typeof AssetType>;
/** Names of global categories and items come in both languages; a person's own have the same text twice. */
export const LocalisedName = z.object({ en: z.string(), es: z.string() });
export const CategoryBody = z.object({
  id: z.number().int(),
  name: z.string(),
  names: LocalisedName,
  asset_type: AssetType,
  is_global: z.boolean(),
});
export const LibraryItemBody = z.object({
  id: LibraryItemId,
  name: z.string().max(LIBRARY_NAME_MAX_LENGTH),
  names: LocalisedName,
  /** Signed address of the full image. */
  image: z.string(),
  /** Signed address of a 256 px square. */
  thumbnail: z.string(),
  image_hash: ContentHash,
  category: z.object({ id: z.number().int(), name: z.string(), names: LocalisedName }),
  /** Owner's id, null for global items. */
  user: z.number().int().nullable(),
  /** sRGB, `#rrggbb`. */
  average_colour: z.string(),
  /** Only materials carry these; null otherwise. */
  material: z
    .object({
      tile_size_metres: z.number(),
      metalness: z.number(),
      roughness: z.number(),
      bump_height_millimetres: z.number(),
    })
    .nullable(),
});
export type LibraryItemBody = z.infer<typeof LibraryItemBody>;
