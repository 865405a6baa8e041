import { Group, InstancedMesh, type Material, SkinnedMesh } from 'three';
import type { Stage } from './stage.ts';
import type { LoadedModel } from './stage-model.ts';

/**
 * Compiles the shaders of what the parts of a model wear, while something else stands on the stage. Parts that want the
 * same shader are asked for once: 20,000 times would take as long as drawing them.
 */
export async function compileModel({ parts }: LoadedModel, stage: Stage): Promise<void> {
  const samples = new Map(
    parts.map(({ mesh }) => {
      const { uuid } = mesh.material as Material;
      const isMorphed = Object.keys(mesh.geometry.morphAttributes).length > 0;
      return [`${uuid} ${mesh instanceof SkinnedMesh} ${mesh instanceof InstancedMesh} ${isMorphed}`, mesh];
    }),
  );
  const group = new Group();
  // Not `add`, which would take them from where they stand.
  group.children.push(...samples.values());
  await stage.renderer.compileAsync(group, stage.camera, stage.scene);
}
