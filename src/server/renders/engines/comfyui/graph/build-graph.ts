import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import type { GraphFamily } from '../families/family.ts';
import { sdxl } from '../families/sdxl.ts';
import type { BatchPart, BuiltGraph, ServerProfile, UploadedOrder } from './parts.ts';

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
