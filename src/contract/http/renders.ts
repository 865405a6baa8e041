import { z } from 'zod';
import { BATCH_MAX, IMAGE_SIDE_MAX_PX, MAX_RENDER_MASKS, WAITING_RENDERS_MAX } from '../constants.ts';
import { EngineName } from '../engine-name.ts';
import { CompositingKind, LAYER_FILES_MAX, LayerFile } from '../files/picture-layers.ts';
import { ContentHash, MaterialId, RenderId } from '../ids.ts';
import { OutputPx, Provenance, RenderQuality, RenderSpec, RenderWarning } from '../render-spec.ts';
import { PictureReturn } from '../returns.ts';
import { count, Fraction, HexColour, text, whole } from '../shapes.ts';
import { AiOffer } from './engines.ts';
import { RenderGroup } from './render-orders.ts';

/** `queued` and `processing` are alive; the others are final. */
export const RenderStatus = z.enum(['queued', 'processing', 'completed', 'error', 'cancelled']);
export type RenderStatus = z.infer<typeof RenderStatus>;

/** How true to the scene an AI engine's picture is; null parts could not be measured. */
export const Fidelity = z.object({
  /** Edge agreement along the product's known contour, 0 to 1; below `FIDELITY_EDGES_MIN` is flagged. */
  edges: Fraction.nullable(),
  /** Median CIEDE2000 after an exposure fit, per assigned material; above `FIDELITY_COLOUR_MAX` is flagged. */
  colours: z
    .array(
      z.object({
        material_id: MaterialId,
        material_name: text(255),
        difference: z.number().min(0).max(1_000),
      }),
    )
    .max(MAX_RENDER_MASKS),
});
export type Fidelity = z.infer<typeof Fidelity>;

/** The light that a picture was found to be painted in, in the camera's frame. */
export const FoundLight = z.object({
  /** Where the key light stands: 0 is behind the camera, 90 on the right, 180 behind the product. */
  azimuth_degrees: z.number().min(-180).max(180),
  /** Above the horizon. */
  elevation_degrees: z.number().min(-90).max(90),
  /** 0 is a small lamp with hard shadows, 1 an overcast sky. */
  softness: Fraction,
  /** Of the key light, and of all that surrounds it. */
  colour: HexColour,
  ambient: HexColour,
  /** 0: nothing tells of it, and the order's own light stayed; 1: everything agrees. */
  confidence: Fraction,
});
export type FoundLight = z.infer<typeof FoundLight>;

/** How a product was kept that an AI engine painted around. */
export const KeptProduct = z.object({
  /** Pixels that are product and nothing else, and of those the ones that are not the traced product's, byte for byte: none. */
  compared_pixels: count(),
  changed_pixels: count(),
  /** Of the traced product's pixels. */
  product_hash: ContentHash,
  /** What its light was led to; null: the order's own. */
  light: FoundLight.nullable(),
  /** How far the painted surroundings had slid, in pixels of the picture, before they were laid right; null: not measured. */
  shift_px: z.number().min(0).max(IMAGE_SIDE_MAX_PX).nullable(),
  /** They had slid so far that they were left where they were painted. */
  has_slid: z.boolean().default(false),
  /** They were painted a second time, with another seed, because the first ones had slid too far. */
  is_repainted: z.boolean().default(false),
});
export type KeptProduct = z.infer<typeof KeptProduct>;

export const RenderImageBody = z.object({
  /** Signed address. */
  image: z.string(),
  /** To look at: the image itself, or a smaller one of a large image. Absent in what a device kept before there were any. */
  view: z.string().optional(),
  thumbnail: z.string(),
  image_hash: ContentHash,
  width: whole(1, IMAGE_SIDE_MAX_PX),
  height: whole(1, IMAGE_SIDE_MAX_PX),
  batch_index: count(BATCH_MAX - 1),
  /** Null for the built-in engine, which draws the scene itself, and while it is not measured. */
  fidelity: Fidelity.nullable(),
  /** Null where the product was not kept apart. Absent in what a device kept before it could be. */
  kept_product: KeptProduct.nullable().default(null),
  /** Null for what is paid and kept. Absent in what a device kept before anything could be sent back. */
  returned: PictureReturn.nullable().default(null),
  /** Files for compositing, with signed addresses. Absent in what a device kept before there were any. */
  layers: z
    .array(LayerFile.extend({ kind: CompositingKind, url: z.string() }))
    .max(LAYER_FILES_MAX)
    .default([]),
  /**
   * Signed address of the picture in Display P3, where its light made colours that sRGB has not. Beside the layers, not among
   * them: a page of an older version reads a list that has a kind it does not know as no list at all.
   */
  wide: z.string().nullable().default(null),
});
export const AppliedMaskBody = z.object({
  mask_name: z.string(),
  material_name: z.string(),
  mask_image_url: z.string(),
  material_image_url: z.string().nullable(),
});
/** One thing that differs between two renders of the same recipe. */
export const ProvenanceChange = z.object({
  what: z.enum(['build', 'server', 'server-version', 'checkpoint', 'models', 'nodes', 'graph']),
  before: z.string(),
  after: z.string(),
});
export type ProvenanceChange = z.infer<typeof ProvenanceChange>;
/** GET {id}/ and one entry of GET /api/render/ and GET /api/projects/{id}/renders/. */
export const RenderBody = z.object({
  id: RenderId,
  status: RenderStatus,
  project: z.number().int().nullable(),
  engine: EngineName,
  /** Drawn by a person's device. Absent in what a device kept before it could be. */
  made_on_device: z.boolean().default(false),
  /** A favourite of the person's. Absent in what a device kept before there were any. */
  starred: z.boolean().default(false),
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
  /** One entry for each job that made images of it; empty for the built-in engine. */
  provenance: z.array(Provenance),
  /** What was drawn in another way than the scene has it. Absent in what a device kept before it was told. */
  warnings: z.array(RenderWarning).default([]),
  /** The render whose recipe it runs again; null once that is deleted. */
  rerun_of: RenderId.nullable(),
  /** The set that it was ordered in, null when it was ordered by itself. */
  group: RenderGroup.nullable(),
  /** Saved views that it shows. */
  view_ids: z.array(z.string()),
  /** What has changed since that one; empty while it is not finished, and where the bytes are the same. */
  changes: z.array(ProvenanceChange),
});
export type RenderBody = z.infer<typeof RenderBody>;
/** GET {id}/files/: signed addresses of every file that its recipe names, by hash. */
export const RenderFilesBody = z.object({ files: z.record(ContentHash, z.string()) });
/** Renders of one page at most; fewer where their recipes are large. */
export const RENDER_PAGE = 100;
/**
 * GET /api/render/?cursor=: an empty cursor begins, `next` continues, null ends (L9). Without a cursor it is a list of the
 * first page, and whoever wants more asks with one.
 */
export const RenderPageBody = z.object({ results: z.array(RenderBody), next: z.string().nullable() });
/** GET /api/projects/{id}/renders/?cursor=, newest first; without a cursor it begins. */
export const ProjectRendersBody = z.object({
  results: z.array(RenderBody),
  next: z.string().nullable().default(null),
});
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
/**
 * POST {id}/engine/: what is not finished of an order is drawn by another engine. It ends as cancelled, keeps its
 * finished images, and the rest is a new order, with the answer of one.
 */
export const ChangeEngineBody = z.object({ engine: EngineName });
/** Seconds that the middle half of the last finished orders of a kind took. */
export const SecondsRange = z.object({ low: z.number(), high: z.number() });
export type SecondsRange = z.infer<typeof SecondsRange>;
/** How long one image of a kind takes; only kinds of which three were finished lately are told. */
export const RenderPace = z.object({
  engine: EngineName,
  width: z.number().int(),
  height: z.number().int(),
  quality: RenderQuality,
  output_px: OutputPx.nullable(),
  seconds: SecondsRange,
});
export type RenderPace = z.infer<typeof RenderPace>;
/** GET /api/render/state/ (S3 3). */
export const RenderStateBody = z.object({
  success: z.boolean(),
  data: z.object({
    has_active_renders: z.boolean(),
    statistics: z.object({
      pending: z.number(),
      in_progress: z.number(),
      recent_completed: z.number(),
      /** When the person's last order ended, however it did; null before the first. */
      last_ended_at: z.string().nullable(),
    }),
    system: z.object({
      active_servers: z.number(),
      total_servers: z.number(),
      has_available_servers: z.boolean(),
      /** Engines a person may order from now, the built-in one always among them when a worker is alive. */
      engines: z.array(EngineName),
      /** Of them, those that have work for every server: an order waits in line. */
      busy: z.array(EngineName),
      paces: z.array(RenderPace),
      /** What the AI engine offers now; null while it is not there. */
      ai: AiOffer.nullable(),
      /** The server is being worked on: nothing can be changed, and no order begins. Null: it is not. */
      maintenance: z.object({ message: z.string().nullable() }).nullable().default(null),
    }),
    renders: z.object({
      /** The next to run first. `seconds`: how long all its images take, null while nobody knows. */
      pending: z.array(
        z.object({
          id: RenderId,
          queue_position: z.number().int(),
          engine: EngineName,
          seconds: SecondsRange.nullable(),
        }),
      ),
      in_progress: z.array(
        z.object({
          id: RenderId,
          progress: z.number(),
          node_id: z.string().nullable(),
          /** While it waits for a server of its engine, as of orders that wait; null once one draws it. */
          queue_position: z.number().int().nullable(),
          engine: EngineName,
          seconds: SecondsRange.nullable(),
        }),
      ),
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
/** POST /api/render/cancel/: everything of the person that waits or runs, at once. */
export const AllCancelledBody = z.object({
  cancelled: z.array(RenderId),
  refunded: z.number().int(),
  credits: z.number().int(),
});
/**
 * PATCH /api/render/order/: own waiting renders in the order in which they are to run. They change places among
 * themselves, nobody else's moves; one that has begun meanwhile is left out. The answer lists the places.
 */
export const RenderSequenceBody = z.object({ ids: z.array(RenderId).min(1).max(WAITING_RENDERS_MAX) });
export const RenderPlacesBody = z.array(z.object({ id: RenderId, queue_position: z.number().int() }));
