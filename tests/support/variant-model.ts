import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from './box-model.ts';
import { packGlb } from './tiny-model.ts';

const RED = [0.8, 0.02, 0.02, 1] as const;
const BLUE = [0.02, 0.02, 0.8, 1] as const;

/**
 * A GLB of two boxes side by side, both red, with colourways: in `Ocean` the left one is blue, in `All blue` both are.
 * Its materials are `Left`, `Right` and `Sea`, which only the colourways draw with.
 */
export function makeVariants(): Uint8Array {
  const bytes = makeBoxes([
    { name: 'Left', size: [2, 2, 2], centre: [-1.5, 0, 0], colour: RED },
    { name: 'Right', size: [2, 2, 2], centre: [1.5, 0, 0], colour: RED },
  ]);
  const { json, binary } = readGlb(bytes);
  const [left, right] = (json.meshes ?? []).map(({ primitives }) => primitives?.[0]);
  const mapped = (primitive: typeof left, variants: number[]) => ({
    primitives: [
      { ...primitive, extensions: { KHR_materials_variants: { mappings: [{ material: 2, variants }] } } },
    ],
  });
  return packGlb(
    {
      ...json,
      extensionsUsed: ['KHR_materials_variants'],
      extensions: { KHR_materials_variants: { variants: [{ name: 'Ocean' }, { name: 'All blue' }] } },
      materials: [
        ...(json.materials ?? []),
        { name: 'Sea', pbrMetallicRoughness: { baseColorFactor: BLUE, metallicFactor: 0 } },
      ],
      meshes: [mapped(left, [0, 1]), mapped(right, [1])],
    },
    binary,
  );
}
