import type { ContentHash } from '../ids.ts';
import type { RenderSpec, TracedSpec } from '../render-spec.ts';
import type { Environment } from '../scene/environment.ts';
import type { MaterialDressing } from '../scene/material-dressing.ts';
import type { LayerFile } from './picture-layers.ts';

/** The pictures a dressing lays on: its texture first, then its maps. */
export function listTextures(dressing: MaterialDressing): ContentHash[] {
  if (dressing.kind !== 'library') return [];
  const { normalHash = null, roughnessHash = null } = dressing.maps ?? {};
  return [dressing.textureHash, normalHash, roughnessHash].filter((hash) => hash !== null);
}

/** The picture of the surroundings that a scene, or a project's look, names; null for none. */
export function environmentHashOf({
  environment,
}: {
  readonly environment?: Environment | null | undefined;
}): ContentHash | null {
  return environment?.kind === 'picture' ? environment.imageHash : null;
}

/** The files that a picture is traced from: what stands on the stage, and what stands behind and around it. */
export function listTracedFiles(spec: TracedSpec): ContentHash[] {
  const hashes: (ContentHash | null)[] = [
    spec.scene.modelHash,
    ...spec.scene.dressings.flatMap(listTextures),
    environmentHashOf(spec.scene),
    ...(spec.scene.labels ?? []).map(({ imageHash }) => imageHash),
    spec.background.kind === 'image' ? spec.background.imageHash : null,
    spec.style?.imageHash ?? null,
    spec.passes.lightmap,
  ];
  return [...new Set(hashes.filter((hash) => hash !== null))];
}

/** Every file a recipe needs. Nothing in this list may be deleted while the render exists. */
export function listRecipeFiles(spec: RenderSpec): ContentHash[] {
  const hashes: (ContentHash | null)[] = [
    ...listTracedFiles(spec),
    ...spec.masks.flatMap((mask) => [mask.imageHash, mask.materialImageHash]),
    spec.passes.snapshot,
    spec.passes.outline,
    spec.passes.depth,
    spec.passes.normal,
    spec.passes.alpha,
  ];
  return [...new Set(hashes.filter((hash) => hash !== null))];
}

/** A finished picture, and the files for compositing beside it. */
export function listImageFiles(image: {
  readonly image_hash: ContentHash;
  readonly layers: readonly LayerFile[];
}): ContentHash[] {
  return [image.image_hash, ...image.layers.map(({ hash }) => hash)];
}
