import { frameLabel, type Label } from '../../contract/scene/label.ts';
import type { TextureList } from '../gltf/texture-request.ts';
import type { SceneLabel } from '../scene.ts';

/** A recipe's labels as the integrator draws them. @param textures Receives their pictures. */
export function placeLabels(labels: readonly Label[], textures: TextureList): SceneLabel[] {
  return labels.map((label) => {
    const { imageHash, width, height, rotationRadians, depth, finish, opacity, hasUnderprint } = label;
    const texture = textures.add({
      source: { kind: 'library', hash: imageHash },
      isSrgb: true,
      wrapS: 'clamp',
      wrapT: 'clamp',
      isSmooth: true,
    });
    const radius = label.projection === 'wrapped' ? label.radius : 0;
    const rest = { width, height, rotationRadians, depth, finish, opacity, hasUnderprint };
    return { ...frameLabel(label), ...rest, texture, radius };
  });
}
