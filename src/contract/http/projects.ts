import { z } from 'zod';
import {
  DELETED_VIEWS_MAX,
  IDENTITY_MATRIX,
  KEPT_STANDINGS_MAX,
  LABELS_MAX,
  MODEL_MATERIALS_MAX,
  PICTURE_MAX_PX,
  PROJECT_VIEWS_MAX,
  PROMPT_MAX_LENGTH,
} from '../constants.ts';
import { ContentHash, LibraryItemId, MaterialId, ProjectId } from '../ids.ts';
import {
  CameraPose,
  Lighting,
  Matrix4,
  ModelPose,
  OutputPx,
  ProductLight,
  RenderQuality,
  WorkflowName,
} from '../render-spec.ts';
import { ModelMaterial } from '../scene/dressed-material.ts';
import { Environment } from '../scene/environment.ts';
import { FileLights } from '../scene/file-lights.ts';
import { FloorSettings } from '../scene/floor.ts';
import { copyFloor } from '../scene/floor-defaults.ts';
import { Gradient } from '../scene/gradient.ts';
import { Label } from '../scene/label.ts';
import { LightRig } from '../scene/light-rig.ts';
import { UP_AXES } from '../scene/up-axis.ts';
import { count, Fraction, HexColour, RowId, TimeMs, text, title, whole } from '../shapes.ts';
import { DeletedView, SavedView } from './camera-views.ts';
import { ErrorBody } from './instance.ts';
import { RENDER_DEFAULTS } from './render-defaults.ts';

/** What a person chose for the render (S3 4, G6, G13). A material in neither list takes no part. */
export const MaterialSelection = z.object({
  selected: z.array(MaterialId).max(1_000),
  deselected: z.array(MaterialId).max(1_000),
  /** Milliseconds since the epoch. */
  created_at: TimeMs,
  updated_at: TimeMs,
});
export type MaterialSelection = z.infer<typeof MaterialSelection>;

/**
 * A model that the project no longer shows, as a person left it. Its saved views are in `camera_views`. What was kept
 * before a field was known has the field's default.
 */
export const KeptStanding = z.object({
  model_hash: ContentHash,
  up_axis: z.enum(UP_AXES),
  /** As the project's own, like all that follows. */
  model_normalisation: Matrix4.nullable(),
  model_name: text(255).nullable().default(null),
  model_materials: z.array(ModelMaterial).max(MODEL_MATERIALS_MAX).default([]),
  material_selection: MaterialSelection.nullable().default(null),
  /** Null: as it is first opened. */
  hidden_nodes: z.array(count()).max(100_000).nullable().default(null),
  variant: text(255).nullable().default(null),
  pose: ModelPose.nullable().default(null),
  labels: z.array(Label).max(LABELS_MAX).default([]),
  model_transform: Matrix4.default([...IDENTITY_MATRIX]),
  camera: CameraPose.nullable().default(null),
  camera_at: TimeMs.nullable().default(null),
});
export type KeptStanding = z.infer<typeof KeptStanding>;

/** What the stage and an order look like, without defaults: what a change may name. */
const RenderSettingFields = z.object({
  batch_size: whole(1, 4),
  quality: RenderQuality,
  width: whole(64, PICTURE_MAX_PX),
  height: whole(64, PICTURE_MAX_PX),
  tone_mapping: z.enum(['neutral', 'agx']),
  exposure: z.number().min(0.05).max(10),
  hidden_nodes: z.array(count()).max(100_000),
  /** Last camera, so that another device opens on the same picture (E7). */
  camera: CameraPose.nullable(),
  /** When `camera` was left, milliseconds since the epoch: of two devices' the later one counts (E4). Null: not known. */
  camera_at: TimeMs.nullable(),
  /** The transform tool's matrix, applied after `model_normalisation`. */
  model_transform: Matrix4,
  /** What the coordinates panel shows (F15). */
  up_axis: z.enum(UP_AXES),
  /** Light of the stage: the rig of S2 or the one of S3 (D17). */
  lighting: Lighting,
  /** Lights as the person set them. Null: the house's, by `lighting`. */
  light_rig: LightRig.nullable(),
  /** Lights that the model file carries. */
  file_lights: FileLights,
  /** Surroundings that light the product. Null: those of the background. */
  environment: Environment.nullable(),
  /** 0 to 1. */
  shadow_intensity: Fraction,
  /** Height, gloss and colour of the floor under the product. */
  floor: FloorSettings,
  auto_rotate: z.boolean(),
  /** Null when the background is a colour or an image; behind an image that has `background_id` it is not seen. */
  background_gradient: Gradient.nullable(),
  /** Colourway of the model by its name (KHR_materials_variants). Null, and one it does not have: as the file is. */
  variant: text(255).nullable(),
  /** The moment of an animation that the model stands in. Null: as the file stands by itself. */
  pose: ModelPose.nullable(),
  /** Pictures on the product, each over those before it. */
  labels: z.array(Label).max(LABELS_MAX),
  /** Null: the automatic priority chooses (G13). */
  material_selection: MaterialSelection.nullable(),
  /** Newest last. */
  deleted_views: z.array(DeletedView).max(DELETED_VIEWS_MAX),
  /** Models that another took the place of, each once, newest last. */
  kept_standings: z.array(KeptStanding).max(KEPT_STANDINGS_MAX),
  /** Which engine draws: `auto` is an AI engine where there is one. */
  engine: z.enum(['auto', 'studio', 'comfyui']),
  /** Null: pictures stay as made. */
  output_px: OutputPx.nullable(),
  /** Operator's own graph; null: the engine builds one. */
  workflow: WorkflowName.nullable(),
  /** Pictures come with files for compositing, where the built-in engine draws them. */
  keep_layers: z.boolean(),
  /** What an AI engine leaves alone: the product, traced in this light. `off`: it paints the product as well. */
  keep_product: z.enum(['off', ...ProductLight.options]),
});
const { shape } = RenderSettingFields;
/** Settings stored before a field was known read with its default. */
export const RenderSettings = RenderSettingFields.extend({
  camera_at: shape.camera_at.default(RENDER_DEFAULTS.camera_at),
  model_transform: shape.model_transform.default([...RENDER_DEFAULTS.model_transform]),
  up_axis: shape.up_axis.default(RENDER_DEFAULTS.up_axis),
  lighting: shape.lighting.default(RENDER_DEFAULTS.lighting),
  light_rig: shape.light_rig.default(RENDER_DEFAULTS.light_rig),
  file_lights: shape.file_lights.default(() => ({ ...RENDER_DEFAULTS.file_lights })),
  environment: shape.environment.default(RENDER_DEFAULTS.environment),
  shadow_intensity: shape.shadow_intensity.default(RENDER_DEFAULTS.shadow_intensity),
  floor: shape.floor.default(() => copyFloor(RENDER_DEFAULTS.floor)),
  auto_rotate: shape.auto_rotate.default(RENDER_DEFAULTS.auto_rotate),
  background_gradient: shape.background_gradient.default(RENDER_DEFAULTS.background_gradient),
  variant: shape.variant.default(RENDER_DEFAULTS.variant),
  pose: shape.pose.default(RENDER_DEFAULTS.pose),
  labels: shape.labels.default([...RENDER_DEFAULTS.labels]),
  material_selection: shape.material_selection.default(RENDER_DEFAULTS.material_selection),
  deleted_views: shape.deleted_views.default([...RENDER_DEFAULTS.deleted_views]),
  kept_standings: shape.kept_standings.default([...RENDER_DEFAULTS.kept_standings]),
  engine: shape.engine.default(RENDER_DEFAULTS.engine),
  output_px: shape.output_px.default(RENDER_DEFAULTS.output_px),
  workflow: shape.workflow.default(RENDER_DEFAULTS.workflow),
  keep_layers: shape.keep_layers.default(RENDER_DEFAULTS.keep_layers),
  keep_product: shape.keep_product.default(RENDER_DEFAULTS.keep_product),
});

/** What the person sets and PATCH /api/project/{id}/ takes; every field optional there. */
export const ProjectSettings = z.object({
  name: title(255),
  description: text(2_000),
  positive_prompt: text(PROMPT_MAX_LENGTH),
  negative_prompt: text(PROMPT_MAX_LENGTH),
  use_negative_prompt: z.boolean(),
  /** 0 to 1. */
  creativity: Fraction,
  fix_seed: z.boolean(),
  seed: z
    .string()
    .regex(/^\d{1,16}$/)
    .nullable(),
  background_id: LibraryItemId.nullable(),
  background_color: HexColour.nullable(),
  /** 0 to 1, 1 keeps the picture (H4). */
  background_fidelity: Fraction,
  style_id: LibraryItemId.nullable(),
  style_strength: Fraction,
  model_materials: z.array(ModelMaterial).max(MODEL_MATERIALS_MAX),
  /** Of every model that the project showed: see `model-views.ts`. */
  camera_views: z.array(SavedView).max(PROJECT_VIEWS_MAX),
  render_settings: RenderSettings,
  /** Set after an upload: the project shows this model from now on. */
  model_hash: ContentHash.nullable(),
  model_name: text(255).nullable(),
  /** File frame to stage frame, as the device's detection found it. */
  model_normalisation: Matrix4.nullable(),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** What a copy of the sample project says before a person changes it, in all languages. */
const SampleWords = z.object({ names: z.array(z.string()), prompts: z.array(z.string()) });
export type SampleWords = z.infer<typeof SampleWords>;

const BackgroundRef = z.object({ id: LibraryItemId, image_url: z.string(), name: z.string() });
const StyleRef = z.object({ id: LibraryItemId, image: z.string(), name: z.string() });
/** Revisions that the server gave after `last` and before `next`, and has lost since: it was put back from a backup that had `last`. */
const LostRevisions = z.object({ last: count(), next: count() });
export type LostRevisions = z.infer<typeof LostRevisions>;
/** GET active/, POST, PATCH, and GET {id}/at-restore/: what the backup had of it. */
export const ProjectBody = ProjectSettings.extend({
  id: ProjectId,
  /**
   * ISO 8601, to the millisecond. With `id` it says which project this is: another database has other projects under the same numbers.
   * Absent in answers of older servers.
   */
  created_at: z.string().optional(),
  /** Grows with every accepted change; PATCH may send it back and gets `revision-stale` (409) when it is old. */
  revision: z.number().int(),
  /** Absent where none are lost, and in answers of older servers. */
  lost_revisions: z.array(LostRevisions).optional(),
  model_glb_url: z.string().nullable(),
  model_size_bytes: z.number().nullable(),
  background: BackgroundRef.nullable(),
  style: StyleRef.nullable(),
  is_sample: z.boolean(),
  /** Null for a project that is no sample. */
  sample_words: SampleWords.nullable().default(null),
  updated_at: z.string(),
});
export type ProjectBody = z.infer<typeof ProjectBody>;
/** `render_settings` are merged field by field; everything else that is named is replaced whole. */
const SettingsChange = ProjectSettings.extend({ render_settings: RenderSettingFields.partial() }).partial();
export const CreateProjectBody = SettingsChange.extend({ user: RowId.optional() });
export const PatchProjectBody = SettingsChange.extend({ revision: count().optional() });
export type PatchProjectBody = z.infer<typeof PatchProjectBody>;
/** POST {id}/duplicate/: what the copy is called; without it, as the project with "(copy)" behind. */
export const DuplicateProjectBody = ProjectSettings.pick({ name: true }).partial();
/** One entry of GET summaries/, the last changed first: what a list of projects shows. */
export const ProjectSummaryBody = ProjectBody.pick({
  id: true,
  created_at: true,
  name: true,
  model_name: true,
  is_sample: true,
  updated_at: true,
}).extend({
  is_active: z.boolean(),
  /** Of its newest finished picture a signed address, else of its first saved view a data URL; null without either. */
  thumbnail: z.string().nullable(),
});
export type ProjectSummaryBody = z.infer<typeof ProjectSummaryBody>;
/** 409 `revision-stale` of PATCH: the server's copy, so that the device merges without another read. */
export const StaleProjectBody = ErrorBody.extend({ project: ProjectBody.optional() });

/**
 * One entry of GET restores/: the server was put back from a backup. What was made between `from`, right before it, and `to` and is
 * not there was not deleted. ISO 8601.
 */
export const RestoreBody = z.object({ from: z.string(), backup: z.string(), to: z.string() });
export type RestoreBody = z.infer<typeof RestoreBody>;

/** GET last-sync/: when anything of the person's projects last changed; 404 without any. */
export const LastSyncBody = z.object({ timestamp: z.string() });
