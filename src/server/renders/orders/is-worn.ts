import type { RenderSpec } from '../../../contract/render-spec.ts';

/**
 * True when the snapshot shows the material of mask `k` already: the file's own, or a library picture that the scene
 * wears, projected onto its part.
 */
export function isWorn({ scene, masks }: RenderSpec, k: number): boolean {
  const hash = masks[k]?.materialImageHash ?? null;
  return hash === null || scene.dressings.some((one) => one.kind === 'library' && one.textureHash === hash);
}
