import type { FileNode } from '../../../contract/model-report.ts';
import { isHiddenInFile, listSceneNodes, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';

/** The nodes of the default scene that draw something or have descendants that do; parents before children. */
export function listNodes(json: GltfJson): FileNode[] {
  const order = listSceneNodes(json);
  const drawing = new Set<number>();
  // Children come after their parents, so that one walk backwards reaches every ancestor.
  for (const { index, parent } of [...order].reverse()) {
    if (json.nodes?.[index]?.mesh !== undefined) drawing.add(index);
    if (drawing.has(index) && parent !== null) drawing.add(parent);
  }
  return order
    .filter(({ index }) => drawing.has(index))
    .map(({ index, parent }) => {
      const node = json.nodes?.[index];
      const primitives = node?.mesh === undefined ? [] : (json.meshes?.[node.mesh]?.primitives ?? []);
      return {
        index,
        name: textOf(node?.name),
        parent,
        hasMesh: node?.mesh !== undefined,
        ...(isHiddenInFile(objectOf(node)) ? { isHidden: true } : {}),
        materials: primitives.map((primitive) => primitive.material ?? -1),
      };
    });
}
