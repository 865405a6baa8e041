import type { RenderSpec } from '../../../../contract/render-spec.ts';
import { sdxl } from './families/sdxl.ts';
import type { BatchPart, BuiltGraph, ServerProfile, UploadedOrder } from './parts.ts';

/** A kind of model with its own graph; one file in `families/` each. */
export interface GraphFamily {
  readonly name: string;
  /** Whether the checkpoint a server uses is of this kind. */
  covers(profile: ServerProfile): boolean;
  build(recipe: RenderSpec, profile: ServerProfile, order: UploadedOrder, part: BatchPart): BuiltGraph;
}

/** The first that covers a server builds its graphs; a name cannot prove SDXL, so that it comes last and covers all. */
const FAMILIES: readonly GraphFamily[] = [sdxl];

/**
 * The graph that makes images of an order on one server: what the order lacks is linked past, what the server cannot
 * do is left out and named.
 */
export function buildGraph(
  recipe: RenderSpec,
  profile: ServerProfile,
  order: UploadedOrder,
  part: BatchPart,
): BuiltGraph {
  const family = FAMILIES.find((one) => one.covers(profile));
  if (family === undefined || profile.checkpoint === null)
    throw new Error('a graph for a server that draws nothing');
  return family.build(recipe, profile, order, part);
}
