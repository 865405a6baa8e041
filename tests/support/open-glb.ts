import { readAccessor } from '../../src/tracer/gltf/accessor-values.ts';
import type { GltfJson } from '../../src/tracer/gltf/gltf-json.ts';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';

/** A GLB with the numbers of its first primitives at hand. */
export interface OpenedGlb {
  readonly json: GltfJson;
  /** Values of an attribute of a mesh's first primitive. */
  attribute(mesh: number, name: string): number[];
  indices(mesh: number): number[];
}

export async function openGlb(glb: Blob): Promise<OpenedGlb> {
  const { json, binary } = readGlb(new Uint8Array(await glb.arrayBuffer()));
  const read = (index: number | undefined): number[] => {
    const accessor = json.accessors?.[index ?? -1];
    const values = readAccessor(json, binary, accessor);
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[accessor?.type ?? ''] ?? 0;
    return Array.from({ length: (values?.count ?? 0) * width }, (_, at) =>
      values === null ? 0 : values.get(Math.floor(at / width), at % width),
    );
  };
  const primitive = (mesh: number) => json.meshes?.[mesh]?.primitives?.[0];
  return {
    json,
    attribute: (mesh, name) => read(primitive(mesh)?.attributes?.[name]),
    indices: (mesh) => read(primitive(mesh)?.indices),
  };
}
