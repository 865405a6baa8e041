import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';

/** Files that the pictures of an order's graphs are made of. */
export function listPreparedFiles({ background, style, masks, passes }: RenderSpec): ContentHash[] {
  const { snapshot, outline, depth, alpha, lightmap } = passes;
  const hashes = [
    snapshot,
    outline,
    depth,
    alpha,
    lightmap,
    background.kind === 'image' ? background.imageHash : null,
    style?.imageHash ?? null,
    ...masks.flatMap((mask) => [mask.imageHash, mask.materialImageHash]),
  ];
  return hashes.filter((hash) => hash !== null);
}

/** Files that are laid over what a server made: none where nothing is protected. */
export function listComposedFiles({ masks, passes }: RenderSpec): ContentHash[] {
  const locked = masks.filter(({ isLocked }) => isLocked).map(({ imageHash }) => imageHash);
  return locked.length === 0 ? [] : [passes.snapshot, ...locked];
}
