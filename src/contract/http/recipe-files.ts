import { z } from 'zod';
import { ContentHash, LibraryItemId } from '../ids.ts';
import { AssetType } from './libraries.ts';

/** More than the pictures of a recipe of 300 dressed materials. */
export const RECIPE_FILES_MAX = 1_000;

/** POST /api/recipe-files/: which of these files a person may use, of a recipe of theirs or of somebody else's. */
export const FindRecipeFilesBody = z.object({ hashes: z.array(ContentHash).max(RECIPE_FILES_MAX) });
/** In no order; what is not theirs, or nowhere, is left out. */
export const RecipeFilesBody = z.object({
  files: z.array(
    z.object({
      hash: ContentHash,
      /** Signed address. */
      url: z.string(),
      /** Items of this person's libraries that have this picture, those that are still listed first. */
      items: z.array(z.object({ asset_type: AssetType, id: LibraryItemId })),
    }),
  ),
});
export type RecipeFilesBody = z.infer<typeof RecipeFilesBody>;
