import { z } from 'zod';
import { BATCH_MAX } from './constants.ts';
import { RenderId } from './ids.ts';
import { count, text } from './shapes.ts';

/** Why a person sends a picture back. */
export const RETURN_REASONS = [
  'product-changed',
  'wrong-material',
  'wrong-surroundings',
  'flawed',
  'other',
] as const;
export const ReturnReason = z.enum(RETURN_REASONS);
export type ReturnReason = z.infer<typeof ReturnReason>;
/** The second for a picture that was charged although it failed the check, see {@link RETURNS_FREE}. */
export const StaffReturnReason = z.enum([...RETURN_REASONS, 'failed-check']);

/** In the person's words. */
export const RETURN_WORDS_MAX = 500;
/**
 * Who sent so many pictures back within `RETURN_DAYS`, and more than this share of all they had, gets no credits by
 * themselves any more: staff look first. The same of pictures that failed the check. Ten times what is usual, so that nobody meets it whose pictures are bad by chance.
 */
export const RETURNS_FREE = { count: 20, share: 0.5 } as const;

/** What came of a picture: sent back by its person, or not charged because its product came back changed. */
export const PictureReturn = z.object({
  reason: StaffReturnReason,
  /** Credits that were given back; of `failed-check` none where staff look first. */
  refunded: count(),
  /** Only a small picture is left: what was given back is not the person's any more. */
  is_taken: z.boolean(),
});
export type PictureReturn = z.infer<typeof PictureReturn>;

/** POST /api/render/{id}/return/: sends one picture of an AI engine back, once. */
export const SendBackBody = z.object({
  batch_index: count(BATCH_MAX - 1),
  reason: ReturnReason,
  words: text(RETURN_WORDS_MAX).default(''),
});
export type SendBackBody = z.infer<typeof SendBackBody>;
export const SentBackBody = z.object({
  refunded: count(),
  /** The person's, afterwards. */
  credits: z.number().int(),
  /** Staff look first: nothing was given back yet. */
  is_looked_at: z.boolean(),
});
export type SentBackBody = z.infer<typeof SentBackBody>;

/** Pictures of AI engines of the last `RETURN_DAYS`, of one family of models. */
export const ReturnRate = z.object({
  /** Null where nobody wrote it down. */
  family: z.string().nullable(),
  pictures: count(),
  failed_checks: count(),
  sent_back: count(),
});
export type ReturnRate = z.infer<typeof ReturnRate>;
/** GET /api/staff/returns/ */
export const StaffReturnsBody = z.object({
  rates: z.array(ReturnRate),
  /** The newest of the persons' own; of those of the check what was charged. */
  latest: z.array(
    z.object({
      render_id: RenderId,
      batch_index: count(BATCH_MAX - 1),
      reason: StaffReturnReason,
      words: z.string(),
      refunded: count(),
      /** What the picture had cost. */
      price: count(),
      family: z.string().nullable(),
      person: z.object({ id: z.number().int(), name: z.string(), email: z.string() }),
      created_at: z.string(),
    }),
  ),
});
export type StaffReturnsBody = z.infer<typeof StaffReturnsBody>;
