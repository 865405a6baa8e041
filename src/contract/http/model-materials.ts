import { z } from 'zod';
import { MaterialId } from '../ids.ts';
import { ModelMaterial } from '../scene/dressed-material.ts';
import { INTEGER_MAX, RowId, text } from '../shapes.ts';

/**
 * Materials of a project's model as the calls of S2 7 and S3 7 know them. They are the project's own
 * `model_materials`; what the answers call `id` is the material's persistent uuid (A13).
 */

/** Without its defaults (`unwrap`): what a call leaves out stays. */
const { shape: finish } = ModelMaterial;
/** What a call may set of one. `metallic` is another name of `metalness` (G17); null goes back to the file. */
export const MaterialProperties = z
  .object({
    color: ModelMaterial.shape.color,
    base_color: ModelMaterial.shape.color,
    texturePath: text(2_000).nullable(),
    metalness: ModelMaterial.shape.metalness,
    metallic: ModelMaterial.shape.metalness,
    roughness: ModelMaterial.shape.roughness,
    emissive: finish.emissive.unwrap(),
    emissive_intensity: finish.emissiveIntensity.unwrap(),
    normalScale: finish.normalScale.unwrap(),
    emissiveIntensity: finish.emissiveIntensity.unwrap(),
    aoMapIntensity: finish.aoMapIntensity.unwrap(),
    opacity: finish.opacity.unwrap(),
    transparent: z.boolean(),
    wireframe: z.boolean(),
  })
  .partial();
export type MaterialProperties = z.infer<typeof MaterialProperties>;

/**
 * What a material is in the file: with both, one that the server does not know yet is added. They are the text fields of
 * POST /api/material/{id}/texture/?project_id= as well, beside the file `texture`, whose bytes keep their hash unless a
 * camera wrote something into them.
 */
export const FileMaterialFields = z.object({
  original_index: z.coerce.number().int().min(-1).max(INTEGER_MAX).optional(),
  original_id: ModelMaterial.shape.originalId.optional(),
});

const Comment = text(500).trim();

/** PATCH /api/material/{id}/?project_id= and PATCH /api/project/{id}/model-materials/{materialId}/ (G15). */
export const PatchMaterialBody = FileMaterialFields.extend({
  name: text(255).optional(),
  properties: MaterialProperties.optional(),
  /** A library item to dress it with; null breaks the link and takes the texture off. */
  assigned_material_id: RowId.nullable().optional(),
  /** Default true. */
  create_version: z.boolean().optional(),
  version_comment: Comment.optional(),
});
export type PatchMaterialBody = z.infer<typeof PatchMaterialBody>;

/** POST …/bulk/ (G16): materials by uuid, else by the file's name; unknown ones are listed in the answer. */
export const BulkMaterialsBody = z.object({
  materials: z
    .array(
      PatchMaterialBody.omit({ original_index: true, original_id: true }).extend({
        id: MaterialId.optional(),
        name: text(255),
        original_name: text(255).optional(),
      }),
    )
    .max(1_000),
});
export const BulkMaterialsAnswer = z.object({
  materials: z.array(ModelMaterial),
  unknown: z.array(z.string()),
});

/** What the server says of a version when nobody does, as S2 3 and 7 have it; the app says it in its own language. */
export const VERSION_COMMENTS = {
  original: 'Estado original',
  update: 'Actualización automática',
  restore: 'Restauración de versión',
} as const;

/** One state that a material had. */
export const MaterialVersionBody = z.object({
  id: z.number().int(),
  /** 1 is the oldest of its material; numbers are never given twice. */
  version_number: z.number().int(),
  comment: z.string(),
  created_at: z.string(),
  model_material_id: MaterialId,
  material: ModelMaterial,
});
export type MaterialVersionBody = z.infer<typeof MaterialVersionBody>;
export const RestoreVersionBody = z.object({ comment: Comment.optional() });
/** GET …/compare/?version1=&version2=, which are ids: what differs, by field of the material, and both whole. */
export const CompareVersionsBody = z.object({
  version1: MaterialVersionBody,
  version2: MaterialVersionBody,
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});

/** GET, POST, PUT /api/projects/{id}/material-selection/. Without a manual one both lists are empty (G13). */
export const MaterialSelectionBody = z.object({
  selected: z.array(MaterialId),
  deselected: z.array(MaterialId),
  has_manual_selection: z.boolean(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type MaterialSelectionBody = z.infer<typeof MaterialSelectionBody>;
/** POST /api/projects/{id}/toggle-material-selection/. */
export const ToggleSelectionBody = z.object({ material_id: MaterialId });
export const ToggleSelectionAnswer = MaterialSelectionBody.extend({
  action: z.enum(['selected', 'deselected']),
  message: z.string(),
});
