import { z } from 'zod';
import { GALLERY_BATCH_MAX } from '../constants.ts';
import { EngineName } from '../engine-name.ts';
import { LibraryItemId, RenderId } from '../ids.ts';
import { Cursor, DateTime, INTEGER_MAX, RowIdText, text, whole } from '../shapes.ts';
import { LocalisedName } from './libraries.ts';
import { RenderStatus } from './renders.ts';

/** What a list of renders is narrowed to: GET /api/render/ and GET /api/render/cards/ take it in the query. */
export const RenderSearch = z.object({
  /** Words, all of which a prompt or the name of a material contains; case and accents do not count. */
  q: text(200).trim().optional(),
  engine: EngineName.optional(),
  /** Of the library: what a part of the product wears. */
  material: RowIdText.optional(),
  /** Made at this moment or later. */
  from: DateTime.optional(),
  /** Made before this moment. */
  to: DateTime.optional(),
  starred: z.literal('true').optional(),
});
export type RenderSearch = z.infer<typeof RenderSearch>;
/** Empty begins the paged form (L9). */
export const RenderCardsQuery = RenderSearch.extend({ cursor: Cursor.default('') });

/** A render in the gallery: only what its card shows. */
export const RenderCardBody = z.object({
  id: RenderId,
  created_at: z.string(),
  status: RenderStatus,
  engine: EngineName,
  starred: z.boolean(),
  /** Signed address of the first finished image, small. */
  thumbnail: z.string(),
  /** Finished images. */
  images: whole(1, INTEGER_MAX),
  positive_prompt: z.string(),
});
export type RenderCardBody = z.infer<typeof RenderCardBody>;
/** GET /api/render/cards/?cursor=: renders with a picture, newest first; `total` only with the first page. */
export const RenderCardsBody = z.object({
  results: z.array(RenderCardBody),
  next: z.string().nullable(),
  total: z.number().int().nullable(),
});
export type RenderCardsBody = z.infer<typeof RenderCardsBody>;
/** GET /api/render/materials/: library materials that the gallery's renders wear, also those deleted since. */
export const RenderMaterialsBody = z.array(z.object({ id: LibraryItemId, names: LocalisedName }));

/** POST {id}/star/ */
export const StarBody = z.object({ starred: z.boolean() });
const RenderIds = z.array(RenderId).min(1).max(GALLERY_BATCH_MAX);
/** POST /api/render/star/, /delete/ and /restore/: several at once, all or none. */
export const StarRendersBody = z.object({ ids: RenderIds, starred: z.boolean() });
export const RenderIdsBody = z.object({ ids: RenderIds });
