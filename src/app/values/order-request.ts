import type { EngineName } from '../../contract/engine-name.ts';
import type { RenderGroup } from '../../contract/http/render-orders.ts';
import type { ContentHash, LibraryItemId, MaterialId } from '../../contract/ids.ts';
import type {
  CameraPose,
  OutputPx,
  ProductLight,
  RenderQuality,
  SceneSpec,
} from '../../contract/render-spec.ts';
import type { Gradient } from '../../contract/scene/gradient.ts';

/** What an order asks of the server, as it was when it was pressed; its pictures are files of the outbox's row. */
export interface OrderRequest {
  readonly camera: CameraPose;
  readonly scene: SceneSpec;
  /** Trimmed and cut to the specified length. */
  readonly positivePrompt: string;
  readonly negativePrompt: string;
  readonly usesNegativePrompt: boolean;
  /** 0 to 1, as the next two. */
  readonly creativity: number;
  readonly styleStrength: number;
  readonly backgroundFidelity: number;
  readonly fixesSeed: boolean;
  /** Decimal digits; null: the server draws one. */
  readonly seed: string | null;
  readonly imageCount: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly quality: RenderQuality;
  readonly styleId: LibraryItemId | null;
  readonly background: OrderBackground;
  /** Saved views that it shows, by uuid. */
  readonly viewIds: readonly string[];
  /** Null: it was ordered by itself. */
  readonly group: RenderGroup | null;
  /** Null: the server chooses. */
  readonly engine: EngineName | null;
  /** Null: the picture stays as made. */
  readonly outputPx: OutputPx | null;
  readonly workflow: string | null;
  /** What the engine cannot draw of the model is left out. Absent in orders that were made before it could be. */
  readonly drawsWithout?: boolean;
  /** Files for compositing come with each picture. Absent as `drawsWithout` may be. */
  readonly keepsLayers?: boolean;
  /** An AI engine paints around the product alone, in this light of the product. Absent: it paints the product as well. */
  readonly keepsProduct?: ProductLight;
  /** A product that cannot be kept so is painted after all. Absent as `drawsWithout` may be. */
  readonly paintsProduct?: boolean;
  /** In the sequence of their files `masks[i][mask_image]`. */
  readonly masks: readonly OrderMask[];
  readonly prioritization: PrioritizationInfo;
}

/** What stands behind the product. A gradient is the picture that was painted from it. */
export type OrderBackground =
  | { readonly kind: 'item'; readonly id: LibraryItemId }
  | { readonly kind: 'gradient'; readonly hash: ContentHash; readonly gradient: Gradient }
  | { readonly kind: 'colour'; readonly colour: string };

/** Which materials one mask of an order shows. */
export interface OrderMask {
  readonly materialId: MaterialId;
  readonly name: string;
  /** Names in the file of all materials that it covers. */
  readonly originalNames: readonly string[];
  /** 1 is the most important. */
  readonly priority: number;
  /** What the scene calls its first material. */
  readonly materialIndex: number;
  /** Stays as the stage shows it. */
  readonly isLocked: boolean;
}

/** What the server stores beside the order (S3 3). */
export interface PrioritizationInfo {
  readonly total: number;
  readonly processed: number;
  readonly skipped: number;
  readonly processedList: readonly string[];
  readonly skippedList: readonly string[];
  readonly originalNames: readonly string[];
  readonly hasManualSelection: boolean;
}
