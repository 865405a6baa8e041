import type { EngineLevel, MissingPart } from '../../../../../contract/http/engines.ts';
import type { AiNodeId } from '../../../../../contract/render-nodes.ts';
import type { AiWish } from '../../../../../contract/render-spec.ts';

/** A link to an output of another node, `[node id, slot]`, or a value. */
export type GraphInput = readonly [node: string, slot: number] | string | number | boolean;
export interface GraphNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, GraphInput>>;
}
/** A graph in ComfyUI's API format, by node id. */
export type Graph = Readonly<Record<string, GraphNode>>;

/** Kinds of models that graphs are built for; a new one is one file in `families/`. */
export type FamilyName =
  | 'klein-4b'
  | 'klein-9b'
  | 'qwen-edit-2511'
  | 'qwen-edit-2509'
  | 'z-image-turbo'
  | 'qwen-image'
  | 'sdxl';

/** What one server has of a family. */
export interface FoundFamily {
  readonly name: FamilyName;
  /** How much of an order it can follow here; null: it draws nothing, `missing` says why. */
  readonly level: EngineLevel | null;
  /** File of its model, which is the large one; null without one. */
  readonly model: string | null;
  /** Files by what the family calls them; what is not there is left out. */
  readonly files: Readonly<Record<string, string>>;
  readonly missing: readonly MissingPart[];
  /** It is ready, and its licence is one that the owner allows. */
  readonly isUsed: boolean;
}

/** What one server can do, read from /system_stats and /object_info. */
export interface ServerProfile {
  /** ComfyUI's own, e.g. `0.3.64`. */
  readonly version: string;
  /** Of the best of its families; null: it draws nothing, `missing` and `families` say why. */
  readonly level: EngineLevel | null;
  /** Of SDXL. */
  readonly missing: readonly MissingPart[];
  /** Every family that there is, by preference. */
  readonly families: readonly FoundFamily[];
  /** The first is the one that draws. */
  readonly devices: readonly {
    readonly name: string;
    readonly memoryTotal: number;
    readonly memoryFree: number;
  }[];
  /** Classes of nodes that are installed. */
  readonly classes: ReadonlySet<string>;
  readonly checkpoints: readonly string[];
  /** Of SDXL; null without any. */
  readonly checkpoint: string | null;
  readonly control:
    | { readonly kind: 'union'; readonly file: string }
    | { readonly kind: 'pair'; readonly depth: string | null; readonly lines: string | null }
    | null;
  readonly imageAdapter: {
    readonly file: string;
    readonly clipVision: string;
    readonly weightTypes: readonly string[];
  } | null;
  /** CLIP vision model of SDXL's own image conditioning ("Revision"): style without an image adapter. */
  readonly revision: string | null;
  readonly upscaleModel: string | null;
}

/**
 * Pictures that a graph loads, as our server prepares them. All but `style` and `material-k`, which are squares, have
 * the graph's size. `k` is the index of the recipe's mask.
 *
 * - `init`: the flat snapshot, painted light and material pictures laid on; the background is the graph's to replace.
 * - `background-mask`, `material-mask-k`: white is the region.
 * - `change`: how much of the denoising each pixel gets; `change-unguided` for servers without a control model.
 * - `paste`: what of a generated picture is laid over a background that is kept; absent: `change` says it too.
 * - `plate`, `paint`: of orders that keep the product: the order's background with the traced product on it, opaque, and what
 *   is to be painted of it, 0 or 255: all but the product without its rim.
 * - `empty`: black, for orders that have an operator's own graph.
 */
export type ImageRole =
  | 'init'
  | 'background-mask'
  | 'change'
  | 'change-unguided'
  | 'paste'
  | 'plate'
  | 'paint'
  | 'empty'
  | 'depth'
  | 'lines'
  | 'background'
  | 'style'
  | `material-${number}`
  | `material-mask-${number}`;
export interface PreparedImage {
  readonly role: ImageRole;
  readonly png: Uint8Array;
  /** Hex SHA-256 of `png`: its name on the server. */
  readonly hash: string;
}
/** What is derived from an order's pictures once, for every server and attempt. */
export interface PreparedOrder {
  /** Of the graph: its canvas, see {@link Canvas}. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly images: readonly PreparedImage[];
  /** Share of the picture that a material's region takes, by the index of the recipe's mask. */
  readonly regionShares: Readonly<Record<number, number>>;
}

/** An order's pictures as one server knows them. */
export interface UploadedOrder {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Names as the server gave them back, with their folder and ` [temp]`. */
  readonly names: ReadonlyMap<ImageRole, string>;
  readonly regionShares: Readonly<Record<number, number>>;
}

/** What sizes a family's graphs work at: about one megapixel, the order's ratio. */
export interface Canvas {
  /** Sides are multiples of it. */
  readonly stepPx: 32 | 64;
  /** Side of squares that show materials and a style. */
  readonly squarePx: number;
}

/** Images of a batch that one job makes: all, or one at a time from the same seed and index. */
export interface BatchPart {
  readonly first: number;
  readonly count: number;
}

export interface BuiltGraph {
  readonly graph: Graph;
  /** The one output node; its images come in batch order. */
  readonly output: string;
  /** Step that each node belongs to. */
  readonly steps: Readonly<Record<string, AiNodeId>>;
  /** The node that draws the picture; it reports its own progress, which its step is weighted by. */
  readonly sampler: string;
  /** Nodes that draw before it, region by region; absent: none. */
  readonly regionSamplers?: readonly string[];
  readonly leftOut: readonly AiWish[];
  /** Files that the graph loads beside the checkpoint, sorted. */
  readonly models: readonly string[];
}
