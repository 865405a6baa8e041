import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import type { BatchPart, BuiltGraph, ServerProfile, UploadedOrder } from '../graph/parts.ts';

/** A kind of model with its own graph; one file in `families/` each. */
export interface GraphFamily {
  readonly name: string;
  /** Whether the checkpoint a server uses is of this kind. */
  covers(profile: ServerProfile): boolean;
  build(recipe: RenderSpec, profile: ServerProfile, order: UploadedOrder, part: BatchPart): BuiltGraph;
}
