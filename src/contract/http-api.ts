import { z } from 'zod';
import {
  LIBRARY_NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PROMPT_MAX_LENGTH,
} from './constants.ts';
import { ContentHash, LibraryItemId, MaterialId, ProjectId, RenderId, UserId } from './ids.ts';
import { CameraPose, EngineName, HexColour, Matrix4, RenderQuality, RenderSpec } from './render-spec.ts';

/**
 * The HTTP interface: one zod shape for each body that crosses it, in the wire's own snake_case. Paths are those of
 * S1-S3 with a trailing slash; the server takes them without it too (A7), and `/api/project/` and `/api/projects/`
 * are one resource (A6). Every call but the auth ones may carry `Idempotency-Key` (L2).
 */

/** Error body (L8). `error` and `detail` are the same sentence, `code` is one of the Failure union. */
export const ErrorBody = z.object({
  error: z.string(),
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The failure's own data (missing parts, price, ...), same keys as in the Failure union. */
  data: z.record(z.string(), z.unknown()).optional(),
});

// --- Accounts: /api/users/ ---------------------------------------------------------------------------------------
export const UserBody = z.object({
  id: UserId,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  credits: z.number().int(),
  is_staff: z.boolean(),
  render_cost: z.number().int(),
});
export type UserBody = z.infer<typeof UserBody>;
const Password = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH);
const Email = z.email().max(254);
/** POST login/ */
export const LoginBody = z.object({ email: z.string().max(254), password: z.string().max(1000) });
/** Of what the server writes into a new account; without it the request's Accept-Language, else English. */
const AccountLanguage = z.enum(['en', 'es']);
export type AccountLanguage = z.infer<typeof AccountLanguage>;
/** POST register/ */
export const RegisterBody = z.object({
  name: z.string().trim().min(1).max(150),
  email: Email,
  password: Password,
  invitation_token: z.string().max(200).optional(),
  language: AccountLanguage.optional(),
});
/** POST owner/claim/: spends the one-time link that `npm start` prints; creates the owner or signs the owner in. */
export const ClaimOwnerBody = z.object({
  token: z.string().max(200),
  email: Email,
  password: Password,
  language: AccountLanguage.optional(),
});
/** POST logout/ and token/refresh/: the token in the body, else in the HttpOnly cookie `vitrine_refresh` (A9). */
export const RefreshBody = z.object({ refresh_token: z.string().max(200).optional() });
/** Answer of login/, register/, owner/claim/ and token/refresh/. */
export const SessionBody = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: UserBody,
});
export type SessionBody = z.infer<typeof SessionBody>;

// --- Projects: /api/project/ ------------------------------------------------------------------------------------
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

// --- Chunked upload: /api/chunked-upload/ -----------------------------------------------------------------------
/** POST, multipart beside the part `file`: parts are 25 MiB but the last. A part may be sent twice (L3). */
export const UploadPartFields = z.object({
  upload_id: z.uuid(),
  chunk_index: z.coerce.number().int().min(0).max(200),
  total_chunks: z.coerce.number().int().min(1).max(200),
  filename: z.string().min(1).max(255),
  /** Hex SHA-256 of this part. */
  sha256: ContentHash.optional(),
});
/** GET {upload_id}/ */
export const UploadStatusBody = z.object({ received: z.array(z.number().int()) });
/** POST complete/ ; answers 409 `upload-incomplete` with `data.missing`. */
export const CompleteUploadBody = z.object({
  upload_id: z.uuid(),
  project_id: z.coerce.number().int().positive(),
  filename: z.string().min(1).max(255),
  /** Hash of the whole file, checked before anything is changed. */
  sha256: ContentHash.optional(),
  total_chunks: z.coerce.number().int().min(1).max(200).optional(),
});
export const UploadedBody = z.object({ url: z.string(), sha256: ContentHash, size_bytes: z.number() });

// --- Libraries: /api/category/, /api/material/, /api/background/, /api/style/ ------------------------------------
export const AssetType = z.enum(['material', 'background', 'style']);
export type AssetType = z.infer<typeof AssetType>;
/** Names of global categories and items come in both languages; a person's own have the same text twice. */
export const LocalisedName = z.object({ en: z.string(), es: z.string() });
export const CategoryBody = z.object({
  id: z.number().int(),
  name: z.string(),
  names: LocalisedName,
  asset_type: AssetType,
  is_global: z.boolean(),
});
export const LibraryItemBody = z.object({
  id: LibraryItemId,
  name: z.string().max(LIBRARY_NAME_MAX_LENGTH),
  names: LocalisedName,
  /** Signed address of the full image. */
  image: z.string(),
  /** Signed address of a 256 px square. */
  thumbnail: z.string(),
  image_hash: ContentHash,
  category: z.object({ id: z.number().int(), name: z.string(), names: LocalisedName }),
  /** Owner's id, null for global items. */
  user: z.number().int().nullable(),
  /** sRGB, `#rrggbb`. */
  average_colour: z.string(),
  /** Only materials carry these; null otherwise. */
  material: z
    .object({
      tile_size_metres: z.number(),
      metalness: z.number(),
      roughness: z.number(),
      bump_height_millimetres: z.number(),
    })
    .nullable(),
});
export type LibraryItemBody = z.infer<typeof LibraryItemBody>;

// --- Renders: /api/render/ --------------------------------------------------------------------------------------
/**
 * POST /api/render/, multipart (S3 7, L13). Files: `viewer_snapshot`, optional `outline_snapshot`, `depth`, `normal`,
 * `alpha`, `lightmap`, and `masks[i][mask_image]`. Text fields beside `masks[i][...]`: these.
 */
export const RenderOrderFields = z.object({
  project_id: z.coerce.number().int().positive(),
  /** JSON of position, target, fov, up, quaternion. */
  renderview_parameters: z.string().max(10_000),
  /** JSON of SceneSpec. */
  scene: z.string().max(1_000_000),
  style_id: z.coerce.number().int().positive().optional(),
  background_id: z.coerce.number().int().positive().optional(),
  background_color: HexColour.optional(),
  positive_prompt: z.string().default(''),
  negative_prompt: z.string().default(''),
  use_negative_prompt: z.enum(['true', 'false']).default('false'),
  creativity: z.coerce.number().min(0).max(1).default(0.5),
  style_strength: z.coerce.number().min(0).max(1).default(0.5),
  /** On the wire 1 - 0.95 f (S3 5); the route turns it back, f = (1 - wire) / 0.95 (H4). */
  background_fidelity: z.coerce.number().min(0).max(1).default(0.525),
  fix_seed: z.enum(['true', 'false']).default('false'),
  seed: z
    .string()
    .regex(/^\d{1,16}$/)
    .optional(),
  batch_size: z.coerce.number().int().min(1).max(4).default(1),
  width: z.coerce.number().int().min(64).max(2048).default(1024),
  height: z.coerce.number().int().min(64).max(2048).default(1024),
  quality: RenderQuality.default('standard'),
  engine: EngineName.optional(),
  prioritization_info: z.string().max(100_000).optional(),
});
export const MaskFields = z.object({
  material_id: MaterialId,
  mask_name: z.string().max(255),
  material_name: z.string().max(255),
  /** JSON list of names. */
  original_names: z.string().max(100_000),
  is_prioritized: z.enum(['true', 'false']),
  priority: z.coerce.number().int().min(0),
  locked: z.enum(['true', 'false']).default('false'),
});

/** `queued` and `processing` are alive; the others are final. */
export const RenderStatus = z.enum(['queued', 'processing', 'completed', 'error', 'cancelled']);
export type RenderStatus = z.infer<typeof RenderStatus>;

export const RenderImageBody = z.object({
  /** Signed address. */
  image: z.string(),
  thumbnail: z.string(),
  image_hash: ContentHash,
  width: z.number().int(),
  height: z.number().int(),
  batch_index: z.number().int(),
});
export const AppliedMaskBody = z.object({
  mask_name: z.string(),
  material_name: z.string(),
  mask_image_url: z.string(),
  material_image_url: z.string().nullable(),
});
/** GET {id}/ and one entry of GET /api/render/ and GET /api/projects/{id}/renders/. */
export const RenderBody = z.object({
  id: RenderId,
  status: RenderStatus,
  project: z.number().int().nullable(),
  engine: EngineName,
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Wall seconds the engine worked, null until it has finished. */
  duration_seconds: z.number().nullable(),
  /** 0 to 100. */
  progress: z.number(),
  node_id: z.string().nullable(),
  queue_position: z.number().int().nullable(),
  price: z.number().int(),
  refunded: z.number().int(),
  /** Failure code when `status` is error. */
  error_code: z.string().nullable(),
  positive_prompt: z.string(),
  negative_prompt: z.string(),
  use_negative_prompt: z.boolean(),
  fix_seed: z.boolean(),
  seed: z.string(),
  batch_count: z.number().int(),
  is_batch: z.boolean(),
  thumbnail_url: z.string().nullable(),
  main_output_url: z.string().nullable(),
  viewer_snapshot_url: z.string(),
  outline_snapshot_url: z.string().nullable(),
  style: z.object({ image_url: z.string(), name: z.string() }).nullable(),
  background: z.object({ image_url: z.string(), name: z.string() }).nullable(),
  background_color: z.string().nullable(),
  applied_masks: z.array(AppliedMaskBody),
  output_images: z.array(RenderImageBody),
  batch_images: z.array(RenderImageBody),
  recipe: RenderSpec,
});
export type RenderBody = z.infer<typeof RenderBody>;
/** GET /api/render/?cursor=: an empty cursor begins, `next` continues, null ends (L9). */
export const RenderPageBody = z.object({ results: z.array(RenderBody), next: z.string().nullable() });
/** GET /api/projects/{id}/renders/, newest first. */
export const ProjectRendersBody = z.object({ results: z.array(RenderBody) });
/** GET /api/render/images/: finished images, of the newest render first. */
export const RenderImagesBody = z.object({
  images: z.array(RenderImageBody.extend({ render_id: RenderId })),
});
/** One entry of GET /api/renders/project/{id}/min-res-images/: the small first image of a render. */
export const SmallImageBody = z.object({
  render_id: RenderId,
  image: z.object({ image: z.string(), width: z.number().int(), height: z.number().int() }),
});
/** POST /api/render/ answers 202 with it, the same for a repeated Idempotency-Key. */
export const RenderAcceptedBody = z.object({
  id: RenderId,
  status: RenderStatus,
  queue_position: z.number().int(),
  price: z.number().int(),
  credits: z.number().int(),
});
/** GET /api/render/state/ (S3 3). */
export const RenderStateBody = z.object({
  success: z.boolean(),
  data: z.object({
    has_active_renders: z.boolean(),
    statistics: z.object({ pending: z.number(), in_progress: z.number(), recent_completed: z.number() }),
    system: z.object({
      active_servers: z.number(),
      total_servers: z.number(),
      has_available_servers: z.boolean(),
      /** Engines a person may order from now, the built-in one always among them when a worker is alive. */
      engines: z.array(EngineName),
      /** Median wall seconds of the last finished renders at 1024 px, null before three of them. */
      typical_seconds: z.number().nullable(),
    }),
    renders: z.object({
      pending: z.array(z.object({ id: RenderId, queue_position: z.number().int() })),
      in_progress: z.array(z.object({ id: RenderId, progress: z.number(), node_id: z.string().nullable() })),
    }),
  }),
  error: z.string().nullable(),
});
export type RenderStateBody = z.infer<typeof RenderStateBody>;
/** POST {id}/ticket/: one use, 30 s, for `/ws/render_{id}/?ticket=`. */
export const TicketBody = z.object({ ticket: z.string() });
/** POST {id}/cancel/ */
export const CancelledBody = z.object({
  status: RenderStatus,
  refunded: z.number().int(),
  credits: z.number().int(),
});

// --- Credits, health, version ------------------------------------------------------------------------------------
/** GET /api/credits/ledger/, newest first. The sum of all amounts is the balance. */
export const LedgerEntryBody = z.object({
  id: z.number().int(),
  kind: z.enum(['signup', 'grant', 'purchase', 'reserve', 'capture', 'refund']),
  amount: z.number().int(),
  balance_after: z.number().int(),
  render_id: z.number().int().nullable(),
  created_at: z.string(),
});
/** GET /api/health: exactly this JSON, so that a captive portal is not taken for the server. */
export const HealthBody = z.object({
  service: z.literal('vitrine'),
  status: z.literal('ok'),
  version: z.string(),
});
/** GET /version.json */
export const VersionBody = z.object({ version: z.string() });
/** GET /api/config/: what this instance offers; public, no secrets. */
export const ConfigBody = z.object({
  has_google: z.boolean(),
  has_payments: z.boolean(),
  waiting_list: z.boolean(),
  signup_credits: z.number().int(),
  needs_owner: z.boolean(),
});
