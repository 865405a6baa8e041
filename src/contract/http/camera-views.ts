import { z } from 'zod';
import { VIEW_THUMBNAIL_MAX_BYTES, VIEW_VERSION } from '../constants.ts';
import { ContentHash } from '../ids.ts';
import { CameraPose, Matrix4 } from '../render-spec.ts';
import { count, Real, RowId, RowIdText, TimeMs, text } from '../shapes.ts';

/** `data:image/webp;base64,` and four characters for three bytes. */
const THUMBNAIL_MAX_LENGTH = 23 + 4 * Math.ceil(VIEW_THUMBNAIL_MAX_BYTES / 3);

/** A view as the project's settings hold it. Views are one by `uuid`; of two states the newer `timestamp` wins (E13). */
export const SavedView = z.object({
  uuid: z.uuid(),
  /** Display number from 1; a label, two devices may have used the same. */
  id: count(),
  name: text(255),
  pose: CameraPose,
  /** The model that it is a view of. Null before views said so: the one that their project shows. */
  model_hash: ContentHash.nullable().default(null),
  is_active: z.boolean(),
  /** Place in the list (L20). */
  order: Real,
  /** Milliseconds since the epoch. */
  timestamp: TimeMs,
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
  backend_id: RowId.nullable().default(null),
  /** Of this shape (A19). */
  version: z.literal(VIEW_VERSION).default(VIEW_VERSION),
});
export type SavedView = z.infer<typeof SavedView>;

/** That a view was deleted, so that another device's older copy does not bring it back (E14). */
export const DeletedView = z.object({
  uuid: z.uuid(),
  /** Milliseconds since the epoch. */
  timestamp: TimeMs,
});
export type DeletedView = z.infer<typeof DeletedView>;

/** DELETE of a view: when the person deleted it, which may be long before the call arrives; else now. */
export const DeleteViewQuery = z.object({
  /** Milliseconds since the epoch, by the clock of the device. */
  deleted_at: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(TimeMs)
    .optional(),
});

const Xyz = z.object({ x: Real, y: Real, z: Real });
const Xyzw = Xyz.extend({ w: Real });

const POSE_NUMBERS = [
  ...(['orbit_theta', 'orbit_phi', 'orbit_radius', 'field_of_view'] as const),
  ...(['target_x', 'target_y', 'target_z'] as const),
  ...(['position_x', 'position_y', 'position_z'] as const),
  ...(['quaternion_x', 'quaternion_y', 'quaternion_z', 'quaternion_w'] as const),
];
const MODEL_NUMBERS = [
  ...(['model_position_x', 'model_position_y', 'model_position_z'] as const),
  ...(['model_rotation_x', 'model_rotation_y', 'model_rotation_z'] as const),
  ...(['model_scale_x', 'model_scale_y', 'model_scale_z'] as const),
  ...(['model_quaternion_x', 'model_quaternion_y', 'model_quaternion_z', 'model_quaternion_w'] as const),
];
function shapeOf<Name extends string, Shape>(names: readonly Name[], shape: Shape): Record<Name, Shape> {
  return Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>;
}

/**
 * POST and PATCH of a view: every form in which S2 and S3 write one, and ours (E10). What is left out is not said; null
 * is the same, but for `model_transform` and `modelTransformations`. Angles in radians but for the field of view.
 */
export const CameraViewInput = z.object({
  uuid: z.uuid().nullish(),
  /** The display number; of a body that has `view_number` too it is the server's number, and not read. */
  id: count().nullish(),
  /** 0 is the current view: the project's camera, not a saved view (E7). */
  view_number: count(1_000_000).nullish(),
  name: text(255).nullish(),
  ...shapeOf(POSE_NUMBERS, Real.nullish()),
  ...shapeOf(MODEL_NUMBERS, Real.nullish()),
  cameraPosition: Xyz.nullish(),
  target: Xyz.nullish(),
  cameraQuaternion: Xyzw.nullish(),
  cameraUp: Xyz.nullish(),
  fov: Real.nullish(),
  pose: CameraPose.nullish(),
  /** The model that it is a view of; left out, the one that it belongs to already, else the project's. */
  model_hash: ContentHash.nullish(),
  modelTransformations: z.object(shapeOf(MODEL_NUMBERS, Real.nullish())).nullish(),
  model_transform: Matrix4.nullish(),
  thumbnail: SavedView.shape.thumbnail.unwrap().optional(),
  is_active: z.boolean().nullish(),
  order: Real.nullish(),
  timestamp: TimeMs.nullish(),
});
export type CameraViewInput = z.infer<typeof CameraViewInput>;
/** POST save_camera_view/: the active project when it names none (E11). */
export const SaveCameraViewBody = CameraViewInput.extend({
  project_id: RowIdText.optional(),
});

/** One view in all its forms at once. */
export const CameraViewBody = z.object({
  /** The server's number of the view; 0 for the current view. */
  id: z.number().int(),
  view_number: z.number().int(),
  mode: z.literal('orbit'),
  ...shapeOf(POSE_NUMBERS, z.number()),
  ...shapeOf(MODEL_NUMBERS, z.number().nullable()),
  transform_mode: z.null(),
  transform_space: z.null(),
  active_axis: z.null(),
  cameraPosition: Xyz,
  target: Xyz,
  cameraQuaternion: Xyzw,
  cameraUp: Xyz,
  fov: z.number(),
  modelTransformations: z
    .object({
      ...shapeOf(MODEL_NUMBERS, z.number()),
      ...shapeOf(['model_local_position', 'model_local_rotation', 'model_local_scale'], Xyz),
    })
    .nullable(),
  /** Null for the current view. */
  uuid: z.uuid().nullable(),
  ...SavedView.pick({ name: true, pose: true, is_active: true, order: true, timestamp: true }).shape,
  ...shapeOf(['backend_id'], z.number().int().nullable()),
  model_hash: ContentHash.nullable(),
  model_transform: Matrix4.nullable(),
  thumbnail: z.string().nullable(),
  version: z.string(),
});
export type CameraViewBody = z.infer<typeof CameraViewBody>;
