import { Group, InstancedMesh, type Material, type Mesh, type Object3D, SkinnedMesh } from 'three';
import type { Stage } from './stage.ts';

/**
 * Compiles the shaders of what draws a model on the screen, while something else stands on the stage. Meshes that want the
 * same shader are asked for once: 20,000 times would take as long as drawing them.
 *
 * @param root With the batches of its parts.
 */
export async function compileModel(root: Object3D, stage: Stage): Promise<void> {
  const samples = new Map<string, Object3D>();
  root.traverse((object) => {
    if (!('material' in object) || !object.layers.isEnabled(0)) return;
    const mesh = object as Mesh;
    const isMorphed = Object.keys(mesh.geometry.morphAttributes).length > 0;
    const kind = `${mesh instanceof SkinnedMesh} ${mesh instanceof InstancedMesh} ${isMorphed}`;
    samples.set(`${(mesh.material as Material).uuid} ${kind}`, mesh);
  });
  const group = new Group();
  // Not `add`, which would take them from where they stand.
  group.children.push(...samples.values());
  await stage.renderer.compileAsync(group, stage.camera, stage.scene);
}
