import { z } from 'zod';
import { VIEW_THUMBNAIL_MAX_BYTES } from '../constants.ts';
import { CameraPose, Matrix4 } from '../render-spec.ts';

/** `data:image/webp;base64,` and four characters for three bytes. */
const THUMBNAIL_MAX_LENGTH = 23 + 4 * Math.ceil(VIEW_THUMBNAIL_MAX_BYTES / 3);

/** A view as the project's settings hold it. Views are one by `uuid`; of two states the newer `timestamp` wins (E13). */
export const SavedView = z.object({
  uuid: z.uuid(),
  /** Display number from 1; a label, two devices may have used the same. */
  id: z.number().int().min(0),
  name: z.string().max(255),
  pose: CameraPose,
  is_active: z.boolean(),
  /** Place in the list (L20). */
  order: z.number(),
  /** Milliseconds since the epoch. */
  timestamp: z.number(),
  /** The transform tool's matrix at the save; null leaves the model where it is. */
  model_transform: Matrix4.nullable().default(null),
  /** Data URL of a small picture. */
  thumbnail: z
    .string()
    .max(THUMBNAIL_MAX_LENGTH)
    .regex(/^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/)
    .nullable()
    .default(null),
  /** Number of the view on the server, which gives it at the first save; null before. */
  backend_id: z.number().int().positive().nullable().default(null),
  /** Of this shape (A19). */
  version: z.literal('2.1.0').default('2.1.0'),
});
export type SavedView = z.infer<typeof SavedView>;

/** That a view was deleted, so that another device's older copy does not bring it back (E14). */
export const DeletedView = z.object({
  uuid: z.uuid(),
  /** Milliseconds since the epoch. */
  timestamp: z.number(),
});
export type DeletedView = z.infer<typeof DeletedView>;
