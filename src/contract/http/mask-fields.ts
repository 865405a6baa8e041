import { z } from 'zod';
import { INSTANCE_INDEX_MAX } from '../constants.ts';
import { MaterialId } from '../ids.ts';
import { INTEGER_MAX, text } from '../shapes.ts';

/** Text fields of `masks[i][...]` in an order, beside the file `mask_image`. */
export const MaskFields = z.object({
  material_id: MaterialId,
  mask_name: text(255),
  material_name: text(255),
  /** JSON list of names. */
  original_names: text(100_000),
  is_prioritized: z.enum(['true', 'false']),
  priority: z.coerce.number().int().min(0).max(INTEGER_MAX),
  /** What the scene calls the material; without it the one that the project has under `material_id`. */
  material_index: z.coerce.number().int().min(-1).max(INSTANCE_INDEX_MAX).optional(),
  locked: z.enum(['true', 'false']).default('false'),
});
