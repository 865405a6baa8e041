import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { findFamily, findUsed } from '../families/list-families.ts';
import type { BatchPart, BuiltGraph, FamilyName, ServerProfile, UploadedOrder } from './parts.ts';

/**
 * The graph that makes images of an order on one server with one family of models: what the order lacks is linked past, what
 * they cannot do is left out and named.
 */
export function buildGraph(
  recipe: RenderSpec,
  profile: ServerProfile,
  order: UploadedOrder,
  part: BatchPart,
  name: FamilyName,
): BuiltGraph {
  const found = findUsed(profile, name);
  if (found === null) throw new Error(`a graph for a server that does not draw with ${name}`);
  return findFamily(name).build(recipe, profile, order, part, found);
}
