import { type Material, Mesh, type Object3D, type SkinnedMesh, Texture } from 'three';
import { releaseTexture } from './decode-texture.ts';
import type { LoadedModel } from './stage-model.ts';

/** Frees everything a model holds: geometries, materials, textures with their bitmaps, skeletons. */
export function releaseModel(model: LoadedModel): void {
  model.root.removeFromParent();
  const materials = new Set<Material>();
  model.root.traverse((object: Object3D) => {
    if (object instanceof Mesh || 'geometry' in object) (object as Mesh).geometry.dispose();
    if ('skeleton' in object) (object as SkinnedMesh).skeleton.dispose();
    if ('instanceMatrix' in object && 'dispose' in object) (object as { dispose(): void }).dispose();
  });
  for (const part of model.parts) materials.add(part.fileMaterial);
  const textures = new Set([...materials].flatMap(texturesOf));
  for (const material of materials) material.dispose();
  for (const texture of textures) releaseTexture(texture);
}

/** Every texture a material reads. */
export function texturesOf(material: Material): Texture[] {
  return Object.values(material).filter((value) => value instanceof Texture);
}
