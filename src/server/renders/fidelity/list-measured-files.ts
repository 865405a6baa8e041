import type { ContentHash } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';

/** Files that the fidelity of an order's pictures is measured by. */
export function listMeasuredFiles({ masks, passes }: RenderSpec): ContentHash[] {
  const hashes = [passes.snapshot, passes.alpha, ...masks.map(({ imageHash }) => imageHash)];
  return hashes.filter((hash) => hash !== null);
}
