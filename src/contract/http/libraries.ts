import { z } from 'zod';
import { LIBRARY_NAME_MAX_LENGTH } from '../constants.ts';
import { ARCHIVE_ENTRY_REASONS } from '../failure-reasons.ts';
import { ContentHash, LibraryItemId } from '../ids.ts';
import { RowId, RowIdText, text, title } from '../shapes.ts';

export const AssetType = z.enum(['material', 'background', 'style']);
export type AssetType = z.infer<typeof AssetType>;
/** Names of global categories and items come in both languages; a person's own have the same text twice. */
export const LocalisedName = z.object({ en: z.string(), es: z.string() });
export type LocalisedName = z.infer<typeof LocalisedName>;
export const CategoryBody = z.object({
  id: z.number().int(),
  name: z.string(),
  names: LocalisedName,
  asset_type: AssetType,
  is_global: z.boolean(),
});
export type CategoryBody = z.infer<typeof CategoryBody>;
const LibraryMap = z.object({ url: z.string(), hash: ContentHash });
export const LibraryItemBody = z.object({
  id: LibraryItemId,
  name: text(LIBRARY_NAME_MAX_LENGTH),
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
      /** Linear maps that lie as the image does, with their signed addresses; null when it has none. */
      normal: LibraryMap.nullable(),
      roughness_map: LibraryMap.nullable(),
    })
    .nullable(),
});
export type LibraryItemBody = z.infer<typeof LibraryItemBody>;

/** POST /api/category/. */
export const CreateCategoryBody = z.object({
  name: title(LIBRARY_NAME_MAX_LENGTH),
  asset_type: AssetType,
  /** Only staff may say true. */
  is_global: z.boolean().default(false),
});
/**
 * Text fields of POST /api/material/, /api/background/ and /api/style/, beside the file `image`. Without a category the
 * item lies in the one that is named like its library and shows under "Uploaded" like all that is one's own (C3, C8).
 * A material may bring its linear maps as the files `normal` (OpenGL, green up) and `roughness_map`: all files are taken, or
 * none.
 */
export const UploadItemFields = z.object({
  name: title(LIBRARY_NAME_MAX_LENGTH),
  category_id: RowIdText.optional(),
  is_global: z.enum(['true', 'false']).default('false'),
  /** Of a material: 0 for what is no metal, and where it is not said. */
  metalness: z.coerce.number().min(0).max(1).optional(),
});
/** PATCH of an item: staff rename and archive global ones, an owner renames and moves their own (C9). */
export const PatchItemBody = z
  .object({
    name: title(LIBRARY_NAME_MAX_LENGTH),
    category_id: RowId,
    tile_size_metres: z.number().min(0.001).max(100),
    is_archived: z.boolean(),
  })
  .partial();
/** Answer of POST /api/projects/batch-material-upload/: each entry of the ZIP with what became of it. */
export const BatchUploadBody = z.object({
  message: z.string(),
  created: z.array(LibraryItemBody),
  errors: z.array(
    z.object({
      file: z.string(),
      error: z.string(),
      code: z.string(),
      reason: z.enum(ARCHIVE_ENTRY_REASONS).optional(),
    }),
  ),
});
export type BatchUploadBody = z.infer<typeof BatchUploadBody>;
