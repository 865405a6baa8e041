import type { AiWish, RenderSpec } from '../../../../../contract/render-spec.ts';
import type { GraphDraft, Link } from '../graph/draft-graph.ts';
import type { BatchPart, ImageRole, ServerProfile } from '../graph/parts.ts';
import type { ChangePlan } from '../graph/plan-change.ts';

/** An order while its graph is put together. */
export interface SdxlOrder {
  readonly recipe: RenderSpec;
  readonly profile: ServerProfile;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly part: BatchPart;
  readonly draft: GraphDraft;
  readonly plan: ChangePlan;
  /** Filled on the way. */
  readonly leftOut: Set<AiWish>;
  readonly models: Set<string>;
  has(role: ImageRole): boolean;
  loadImage(id: string, role: ImageRole): Link;
  loadMask(id: string, role: ImageRole): Link;
}
