import { z } from 'zod';
import { LIBRARY_NAME_MAX_LENGTH } from '../constants.ts';
import { ContentHash } from '../ids.ts';
import { title } from '../shapes.ts';
import { SavedView } from './camera-views.ts';

/**
 * POST /api/environment/: surroundings of the person's own. The id is made on the device: the same one again takes the
 * place of its older self, and brings a deleted one back. Their picture goes to /api/picture/ first.
 */
export const SaveEnvironmentBody = z.object({
  id: z.uuid(),
  name: title(LIBRARY_NAME_MAX_LENGTH),
  /** Of the PNG that `ComputeApi.prepareEnvironment` makes. */
  picture_hash: ContentHash,
  /** What of it is seen around the horizon. */
  thumbnail: SavedView.shape.thumbnail,
});
export type SaveEnvironmentBody = z.infer<typeof SaveEnvironmentBody>;
/** GET /api/environment/, newest first. */
export const EnvironmentBody = SaveEnvironmentBody.extend({ created_at: z.string(), updated_at: z.string() });
export type EnvironmentBody = z.infer<typeof EnvironmentBody>;
