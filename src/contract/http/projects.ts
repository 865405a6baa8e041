import { z } from 'zod';
import { PROMPT_MAX_LENGTH } from '../constants.ts';
import { ContentHash, LibraryItemId, MaterialId, ProjectId } from '../ids.ts';
import { CameraPose, HexColour, Matrix4, RenderQuality } from '../render-spec.ts';

/** One material of the project's model as the person dressed it (S3 3). */
export const ModelMaterial = z.object({
  id: MaterialId,
  /** Name in the file, which may be empty or repeated. */
  originalId: z.string().max(255),
  /** glTF material index; -1 for the default material. */
  originalIndex: z.number().int().min(-1),
  name: z.string().max(255),
  /** sRGB, null while the file's own colour stands. */
  color: HexColour.nullable(),
  metalness: z.number().min(0).max(1).nullable(),
  roughness: z.number().min(0).max(1).nullable(),
  libraryId: LibraryItemId.nullable(),
  libraryMaterialName: z.string().max(255).nullable(),
  /** Hash of the library texture, so that the device finds it offline and recipes outlive the item. */
  textureHash: ContentHash.nullable(),
  /** Signed address of the texture. Every answer has a fresh one, null when it is not the person's to see. */
  texturePath: z.string().max(2_000).nullable(),
  /** Width of a tile, stage units; null means the library's physical size. */
  tileSize: z.number().min(0.01).max(100).nullable(),
  rotationRadians: z.number(),
  isReset: z.boolean(),
});
export type ModelMaterial = z.infer<typeof ModelMaterial>;

export const SavedView = z.object({
  uuid: z.uuid(),
  /** Display number, 1 to 20. */
  id: z.number().int().min(0),
  name: z.string().max(255),
  pose: CameraPose,
  is_active: z.boolean(),
  order: z.number(),
  /** Milliseconds since the epoch. */
  timestamp: z.number(),
});
export type SavedView = z.infer<typeof SavedView>;

/** What the person sets and PATCH /api/project/{id}/ takes; every field optional there. */
export const ProjectSettings = z.object({
  name: z.string().trim().min(1).max(255),
  description: z.string().max(2_000),
  positive_prompt: z.string().max(PROMPT_MAX_LENGTH),
  negative_prompt: z.string().max(PROMPT_MAX_LENGTH),
  use_negative_prompt: z.boolean(),
  /** 0 to 1. */
  creativity: z.number().min(0).max(1),
  fix_seed: z.boolean(),
  seed: z
    .string()
    .regex(/^\d{1,16}$/)
    .nullable(),
  background_id: LibraryItemId.nullable(),
  background_color: HexColour.nullable(),
  /** 0 to 1, 1 keeps the picture (H4). */
  background_fidelity: z.number().min(0).max(1),
  style_id: LibraryItemId.nullable(),
  style_strength: z.number().min(0).max(1),
  model_materials: z.array(ModelMaterial).max(1_000),
  camera_views: z.array(SavedView).max(20),
  render_settings: z.object({
    batch_size: z.number().int().min(1).max(4),
    quality: RenderQuality,
    width: z.number().int().min(64).max(2048),
    height: z.number().int().min(64).max(2048),
    tone_mapping: z.enum(['neutral', 'agx']),
    exposure: z.number().min(0.05).max(10),
    hidden_nodes: z.array(z.number().int().min(0)).max(100_000),
    /** Last camera, so that another device opens on the same picture (E7). */
    camera: CameraPose.nullable(),
  }),
  /** Set after an upload: the project shows this model from now on. */
  model_hash: ContentHash.nullable(),
  model_name: z.string().max(255).nullable(),
  /** File frame to stage frame, as the device's detection found it. */
  model_normalisation: Matrix4.nullable(),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

const BackgroundRef = z.object({ id: LibraryItemId, image_url: z.string(), name: z.string() });
const StyleRef = z.object({ id: LibraryItemId, image: z.string(), name: z.string() });
/** GET active/, POST, PATCH. */
export const ProjectBody = ProjectSettings.extend({
  id: ProjectId,
  /** Grows with every accepted change; PATCH may send it back and gets `revision-stale` (409) when it is old. */
  revision: z.number().int(),
  model_glb_url: z.string().nullable(),
  model_size_bytes: z.number().nullable(),
  background: BackgroundRef.nullable(),
  style: StyleRef.nullable(),
  is_sample: z.boolean(),
  updated_at: z.string(),
});
export type ProjectBody = z.infer<typeof ProjectBody>;
export const CreateProjectBody = ProjectSettings.partial().extend({ user: z.number().optional() });
export const PatchProjectBody = ProjectSettings.partial().extend({ revision: z.number().int().optional() });
export type PatchProjectBody = z.infer<typeof PatchProjectBody>;

/** GET last-sync/: when anything of the person's projects last changed; 404 without any. */
export const LastSyncBody = z.object({ timestamp: z.string() });
