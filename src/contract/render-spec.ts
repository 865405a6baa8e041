import { z } from 'zod';
import { CameraOptics } from './camera/camera-optics.ts';
import { PICTURE_MIN_PX } from './camera/picture-frame.ts';
import {
  BATCH_MAX,
  BATCH_MIN,
  CLIP_MAX,
  CLIP_SECONDS_MAX,
  FOV_DEGREES_RANGE,
  LABELS_MAX,
  MAX_RENDER_MASKS,
  MODEL_MATERIALS_MAX,
  PICTURE_MAX_PX,
  PROMPT_MAX_LENGTH,
} from './constants.ts';
import { EngineName } from './engine-name.ts';
import { NOT_KEPT_REASONS } from './failure-reasons.ts';
import { ContentHash, LibraryItemId, MaterialId } from './ids.ts';
import { Environment } from './scene/environment.ts';
import { FileLights } from './scene/file-lights.ts';
import { FloorSettings } from './scene/floor.ts';
import { GradientStops, TwoColours } from './scene/gradient.ts';
import { Label } from './scene/label.ts';
import { LightRig } from './scene/light-rig.ts';
import { MaterialDressing } from './scene/material-dressing.ts';
import { count, Fraction, HexColour, INTEGER_MAX, Real, Seed, Sha256, text, whole } from './shapes.ts';

const Vector3 = z.tuple([Real, Real, Real]);
const Quaternion = z.tuple([Real, Real, Real, Real]);
/** Column-major 4x4, as three.js and glTF write it. */
export const Matrix4 = z.array(Real).length(16);

/** A camera in the stage frame (see tracer/scene.ts). */
export const CameraPose = z.object({
  position: Vector3,
  target: Vector3,
  up: Vector3,
  quaternion: Quaternion,
  /** Field of view of the stage's square; a picture of another ratio is a frame in it, see `picture-frame.ts`. */
  fovDegrees: z.number().min(FOV_DEGREES_RANGE.min).max(FOV_DEGREES_RANGE.max),
  ...CameraOptics.shape,
});
export type CameraPose = z.infer<typeof CameraPose>;

/** Which light falls on the product: the rig of S2 or the brighter, flatter one of S3 (D17). */
export const Lighting = z.enum(['studio', 'render']);
export type Lighting = z.infer<typeof Lighting>;

/** A moment of one of a model's animations. */
export const ModelPose = z.object({
  /** Its place among the animations of the file; one that it does not have: as the file stands. */
  clip: count(CLIP_MAX),
  /** From the beginning of the clip; beyond its end it stays there. */
  seconds: z.number().min(0).max(CLIP_SECONDS_MAX),
});
export type ModelPose = z.infer<typeof ModelPose>;

/** The scene a picture is made of, as the stage showed it. The page sends it in an order as the field `scene`. */
export const SceneSpec = z.object({
  modelHash: ContentHash,
  modelName: text(255),
  /** File frame to stage frame: conversion of the up axis, scale to 10, centring. */
  normalisation: Matrix4,
  /** Turn to the axis chosen as up, times the transform tool's matrix: applied after `normalisation`. */
  modelTransform: Matrix4,
  /** Colourway of the model by its name; absent or null, and one it does not have: as the file is. */
  variant: text(255).nullable().optional(),
  /** Absent or null: as the file stands by itself. Size and middle are those of the file's own pose. */
  pose: ModelPose.nullable().optional(),
  /** glTF node indices that are hidden. Their descendants are listed too. */
  hiddenNodes: z.array(count()).max(100_000),
  dressings: z.array(MaterialDressing).max(MODEL_MATERIALS_MAX),
  /** Pictures on the product, each over those before it. Absent: none. */
  labels: z.array(Label).max(LABELS_MAX).optional(),
  toneMapping: z.enum(['neutral', 'agx']),
  /** Viewer exposure, 0.6 is the neutral default (D18); engines scale theirs by exposure / 0.6. */
  exposure: z.number().min(0.05).max(10),
  /** Absent in recipes that were made before it could be chosen: `studio`. Counts where there is no rig of its own. */
  lighting: Lighting.optional(),
  /** Lights as the person set them; absent or null: the house's, by `lighting`, creativity and seed. */
  lightRig: LightRig.nullable().optional(),
  /** Absent: they are off. */
  fileLights: FileLights.optional(),
  /** Surroundings as the person chose them; absent or null: those of the background. */
  environment: Environment.nullable().optional(),
  /** How dark the shadow on the floor is; 1 is as the light makes it, and what an absent one means. */
  shadowIntensity: Fraction.optional(),
  /** Absent in recipes that were made before it could be set: `FLOOR_BEFORE`. */
  floor: FloorSettings.optional(),
});
export type SceneSpec = z.infer<typeof SceneSpec>;

/** A finished binary mask of one material group, lossless, 0 or 255. */
export const MaskSpec = z.object({
  imageHash: ContentHash,
  materialId: MaterialId,
  maskName: text(255),
  materialName: text(255),
  /** Server-side copy of the library picture that dresses this material, null for the file's own. */
  materialImageHash: ContentHash.nullable(),
  originalNames: z.array(text(255)).max(1_000),
  isPrioritized: z.boolean(),
  priority: count(),
  isLocked: z.boolean(),
});
export type MaskSpec = z.infer<typeof MaskSpec>;

export const BackgroundSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('colour'), colour: HexColour }),
  z.object({
    kind: z.literal('image'),
    imageHash: ContentHash,
    libraryId: LibraryItemId.nullable(),
    name: text(255),
    /** 1 keeps the picture's pixels, 0 keeps only its palette (H4). */
    fidelity: Fraction,
    /** What the device painted the picture from; absent for any other picture. */
    gradient: GradientStops.optional(),
  }),
  /** Only in recipes that were made before a gradient came as a picture. */
  TwoColours.extend({ kind: z.literal('gradient'), fidelity: Fraction }),
]);
export type BackgroundSpec = z.infer<typeof BackgroundSpec>;

/** What an order may ask of an AI engine that not every server can do. */
export const AI_WISHES = ['structure', 'style', 'materials', 'background', 'upscale', 'negative'] as const;
export type AiWish = (typeof AI_WISHES)[number];

/** Pictures of the scene taken in the viewer at the order. All have the recipe's size. */
export const PassesSpec = z.object({
  snapshot: ContentHash,
  outline: ContentHash.nullable(),
  depth: ContentHash.nullable(),
  normal: ContentHash.nullable(),
  alpha: ContentHash.nullable(),
  lightmap: ContentHash.nullable(),
});

export const RenderQuality = z.enum(['draft', 'standard', 'high']);
export type RenderQuality = z.infer<typeof RenderQuality>;

/**
 * Which program makes the picture: enough to tell whether "Run again" can give the same bytes. `kernelHash` is empty for
 * an engine on servers of others, which says afterwards what it made the picture with, see {@link Provenance}.
 */
export const EngineBuild = z.object({ engine: EngineName, version: text(255), kernelHash: text(255) });
export type EngineBuild = z.infer<typeof EngineBuild>;

/** What a server of an AI engine made pictures with: enough to say later what has changed since. */
export const Provenance = z.object({
  /** The server's host and path, without what lets one in; empty for people who are not staff. */
  server: text(255),
  serverVersion: text(64),
  checkpoint: text(1_000),
  /** Files beside the checkpoint that the graph loads, sorted. */
  models: z.array(text(1_000)).max(64),
  /** Classes of the graph's nodes, sorted. */
  nodeClasses: z.array(text(255)).max(256),
  /** Of the graph with its seed and file names as sent. */
  graphHash: Sha256,
  /** Wishes of the order that this server could not follow. */
  leftOut: z.array(z.enum(AI_WISHES)).max(AI_WISHES.length),
  /** First image of the batch that it made, and how many. */
  firstImage: count(),
  images: whole(1, INTEGER_MAX),
  /** Kind of model that drew, and the licence it came with; absent in what was made before there was more than one. */
  family: text(64).optional(),
  licence: text(255).optional(),
});
export type Provenance = z.infer<typeof Provenance>;

/** What an engine could not draw as the scene has it, and drew in another way. */
export const RenderWarning = z.discriminatedUnion('kind', [
  /** A picture of the model or of a material that cannot be read: a plain one stands in. The name may be empty. */
  z.object({ kind: z.literal('unreadable-image'), name: text(255) }),
  /** The profile of a light of the model that cannot be read: it shone all round alike. The name may be empty. */
  z.object({ kind: z.literal('unreadable-profile'), name: text(255) }),
  /** Something of the model that the engine cannot draw, by its English name; the person said yes to it. */
  z.object({ kind: z.literal('not-drawn'), name: text(255) }),
  /**
   * The product was not kept apart as the order asked, and painted by the AI as well: `glass` shows what stands behind it in
   * colours or bent, which a coverage cannot tell; a `model` that cannot be traced.
   */
  z.object({ kind: z.literal('product-not-kept'), name: z.enum(NOT_KEPT_REASONS) }),
]);
export type RenderWarning = z.infer<typeof RenderWarning>;
/** An order keeps so many; the rest are of the same kind. */
export const RENDER_WARNINGS_MAX = 20;

/** Light of a product that is kept: the order's own, or led to what an AI engine painted around it. */
export const ProductLight = z.enum(['studio', 'as-painted']);
export type ProductLight = z.infer<typeof ProductLight>;

/** Longest side of an enlarged picture, "2K" and "4K". */
export const OutputPx = z.union([z.literal(2048), z.literal(4096)]);
export type OutputPx = z.infer<typeof OutputPx>;
/** File name of an operator's own graph without `.json`. */
export const WorkflowName = z.string().regex(/^[\w][\w .-]{0,63}$/);

/**
 * The recipe of one order: complete, immutable, versioned. It names every file by hash, so that the same recipe on the
 * same engine build gives the same bytes after the library item or the project is gone (L14).
 */
export const RenderSpec = z.object({
  version: z.literal(1),
  engineBuild: EngineBuild,
  scene: SceneSpec,
  camera: CameraPose,
  background: BackgroundSpec,
  style: z
    .object({ imageHash: ContentHash, libraryId: LibraryItemId, name: text(255), strength: Fraction })
    .nullable(),
  masks: z.array(MaskSpec).max(MAX_RENDER_MASKS),
  passes: PassesSpec,
  positivePrompt: text(PROMPT_MAX_LENGTH),
  negativePrompt: text(PROMPT_MAX_LENGTH),
  useNegativePrompt: z.boolean(),
  creativity: Fraction,
  /** Image i of a batch uses seed + i. */
  seed: Seed,
  isSeedFixed: z.boolean(),
  batchSize: whole(BATCH_MIN, BATCH_MAX),
  widthPx: whole(PICTURE_MIN_PX, PICTURE_MAX_PX),
  heightPx: whole(PICTURE_MIN_PX, PICTURE_MAX_PX),
  quality: RenderQuality,
  /** Enlarge the finished picture to this longest side; absent: as made. */
  outputPx: OutputPx.optional(),
  /** Operator's own graph of an AI engine; absent: the engine builds one. */
  workflow: WorkflowName.optional(),
  /** What the engine cannot draw of the model is left out: the person said yes to that. */
  drawsWithout: z.literal(true).optional(),
  /** Files for compositing are made and kept beside each picture (`files/picture-layers.ts`). The built-in engine's. */
  keepsLayers: z.literal(true).optional(),
  /** An AI engine paints around the product alone, which is traced and laid over it. Absent: it paints the product as well. */
  keepsProduct: ProductLight.optional(),
  /** A product that cannot be kept so is painted after all: the person said yes to that. */
  paintsProduct: z.literal(true).optional(),
});
export type RenderSpec = z.infer<typeof RenderSpec>;

/** What of a recipe the built-in engine traces; the rest is for others, and for the record. */
export type TracedSpec = Pick<
  RenderSpec,
  | 'scene'
  | 'camera'
  | 'background'
  | 'style'
  | 'creativity'
  | 'seed'
  | 'batchSize'
  | 'widthPx'
  | 'heightPx'
  | 'quality'
  | 'keepsLayers'
> & { readonly passes: Pick<RenderSpec['passes'], 'lightmap'> };
