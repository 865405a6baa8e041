import { type AccessorValues, readAccessor } from '../../../tracer/gltf/accessor-values.ts';
import { listSceneNodes } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';

/** Vertices of one primitive that are looked at, evenly spread. */
const SAMPLES = 256;
/** Primitives of one material that are looked at. */
const PRIMITIVES = 64;
const WHITE = [1, 1, 1];

/**
 * The mean of the vertex colours that each material is drawn with in the default scene: linear, they multiply its base colour. Materials
 * without any are not in it, and packed colours count as white.
 */
export function averageVertices(json: GltfJson, binary: Uint8Array | null): ReadonlyMap<number, number[]> {
  const means = new Map<number, number[][]>();
  const shown = new Set(listSceneNodes(json).map(({ index }) => json.nodes?.[index]?.mesh ?? -1));
  for (const mesh of shown) {
    const { primitives = [] } = json.meshes?.[mesh] ?? {};
    for (const { attributes, material = -1 } of primitives) {
      const known = means.get(material) ?? [];
      means.set(material, known);
      if (known.length >= PRIMITIVES) continue;
      const colours = readAccessor(json, binary, json.accessors?.[attributes?.COLOR_0 ?? -1]);
      known.push(colours === null || colours.count === 0 ? WHITE : meanOf(colours));
    }
  }
  return new Map(
    [...means].flatMap(([material, each]) =>
      each.every((mean) => mean === WHITE)
        ? []
        : [
            [
              material,
              WHITE.map((_, at) => each.reduce((sum, mean) => sum + (mean[at] ?? 0), 0) / each.length),
            ],
          ],
    ),
  );
}

function meanOf(colours: AccessorValues): number[] {
  const step = Math.max(1, Math.floor(colours.count / SAMPLES));
  const sum = [0, 0, 0];
  let taken = 0;
  for (let vertex = 0; vertex < colours.count; vertex += step, taken++) {
    for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + colours.get(vertex, channel);
  }
  return sum.map((value) => value / taken);
}
