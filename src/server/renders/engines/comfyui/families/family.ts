import type { ToldWay } from '../../../../../contract/instruction/told-way.ts';
import type { AiWish, RenderQuality, RenderSpec } from '../../../../../contract/render-spec.ts';
import type {
  BatchPart,
  BuiltGraph,
  Canvas,
  FamilyName,
  FoundFamily,
  ServerProfile,
  UploadedOrder,
} from '../graph/parts.ts';
import type { FamilyNeeds } from './detect-family.ts';

/** A kind of model with its own graph; one file in `families/` each. */
export interface GraphFamily {
  readonly name: FamilyName;
  /** As its makers write it. */
  readonly title: string;
  readonly licence: string;
  /** The licence lets pictures be sold. */
  readonly isCommercial: boolean;
  readonly limits: {
    /** Pictures that one instruction can speak of, the view among them; 0: it takes none. */
    readonly references: number;
    readonly canvas: Canvas;
    /** Memory of a graphics card in bytes below which it draws slowly, if at all; and what a batch of four takes. */
    readonly memory: number;
    readonly batchMemory: number;
  };
  /** How an order is put into words for it. */
  readonly told: ToldWay;
  /** Whether what must not appear counts where it draws in a quality: not where it draws in few steps, at a guidance of 1. */
  heedsNegative(found: FoundFamily, quality: RenderQuality): boolean;
  /** What it looks for on a server; null for SDXL, which `read-profile.ts` finds by itself. */
  readonly needs: FamilyNeeds | null;
  /** How much of an order it can follow with what is found. */
  rate(found: FoundFamily): FoundFamily['level'];
  /** Wishes of an order that it cannot follow with what is found. */
  listLacking(recipe: RenderSpec, found: FoundFamily, profile: ServerProfile): AiWish[];
  /** Steps, seed, sizes and what is lacking are the order's; equal orders on equal servers give equal graphs. */
  build(
    recipe: RenderSpec,
    profile: ServerProfile,
    order: UploadedOrder,
    part: BatchPart,
    found: FoundFamily,
  ): BuiltGraph;
}
