import type { FileNode, ModelInspection } from '../../../contract/model-report.ts';
import { applyVariant, listVariants } from '../../../tracer/gltf/apply-variant.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';
import { averageVertices } from '../obj/average-vertices.ts';
import { listMaterials } from './list-materials.ts';
import { listNodes } from './list-nodes.ts';

/**
 * The colourways of a file for its inspection; nothing where it has none.
 *
 * @param skipped Nodes that do not count.
 */
export function describeVariants(
  json: GltfJson,
  binary: Uint8Array | null,
  skipped: ReadonlySet<number>,
): Pick<ModelInspection, 'variants'> {
  const names = listVariants(json);
  if (names.length === 0) return {};
  const own = new Map(listNodes(json).map(({ index, materials }) => [index, materials.join()]));
  const differs = ({ index, materials }: FileNode): boolean => own.get(index) !== materials.join();
  return {
    variants: names.map((name) => {
      const drawn = applyVariant(json, name);
      return {
        name,
        materials: listMaterials(drawn, skipped, averageVertices(drawn, binary)),
        nodes: listNodes(drawn)
          .filter(differs)
          .map(({ index, materials }) => ({ index, materials })),
      };
    }),
  };
}
