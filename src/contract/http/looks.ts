import { z } from 'zod';
import { LIBRARY_NAME_MAX_LENGTH, LOOK_PARTS_MAX } from '../constants.ts';
import { ModelMaterial } from '../scene/dressed-material.ts';
import { text, title } from '../shapes.ts';
import { SavedView } from './camera-views.ts';
import { ProjectSettings, RenderSettings } from './projects.ts';

const Name = text(255);

/** What one material of a model wears: an entry of the project without what ties it to that model. */
export const LookMaterial = ModelMaterial.omit({
  id: true,
  originalId: true,
  originalIndex: true,
  name: true,
  instanceIndex: true,
  nodes: true,
  parentMaterialId: true,
  isProtected: true,
}).extend({
  /** The material's name in the file, which another model may have as well; of an independent instance its own. */
  name: Name,
  isIndependent: z.boolean().default(false),
  /** Names of the parts drawn with it, for a model that calls the material otherwise. */
  parts: z.array(Name).max(LOOK_PARTS_MAX),
});
export type LookMaterial = z.infer<typeof LookMaterial>;

/** Everything of a picture that is neither the model nor the camera. */
export const Look = z.object({
  materials: z.array(LookMaterial).max(1_000),
  ...ProjectSettings.pick({
    positive_prompt: true,
    negative_prompt: true,
    use_negative_prompt: true,
    background_id: true,
    background_color: true,
    background_fidelity: true,
    style_id: true,
    style_strength: true,
  }).shape,
  ...RenderSettings.pick({
    background_gradient: true,
    lighting: true,
    light_rig: true,
    environment: true,
    exposure: true,
    tone_mapping: true,
    shadow_intensity: true,
    floor: true,
  }).shape,
  /** Nothing of it but its rig is worn: it was kept for its lights. */
  is_light_only: z.boolean().optional(),
  /** The stage when it was saved. */
  thumbnail: SavedView.shape.thumbnail,
});
export type Look = z.infer<typeof Look>;

/**
 * POST /api/look/ and PATCH /api/look/{id}/. The id is made on the device: the same one again takes the place of its
 * older self, and brings a deleted one back.
 */
export const SaveLookBody = z.object({
  id: z.uuid(),
  name: title(LIBRARY_NAME_MAX_LENGTH),
  look: Look,
});
export type SaveLookBody = z.infer<typeof SaveLookBody>;
export const PatchLookBody = SaveLookBody.omit({ id: true }).partial();
/** GET /api/look/, newest first. Textures that the person may read have fresh addresses. */
export const LookBody = SaveLookBody.extend({ created_at: z.string(), updated_at: z.string() });
export type LookBody = z.infer<typeof LookBody>;
