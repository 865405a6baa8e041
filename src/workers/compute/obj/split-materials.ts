import { assignParts } from '../../../contract/scene/assign-parts.ts';
import type { MaterialDressing } from '../../../contract/scene/material-dressing.ts';

type Entry = Record<string, unknown>;
interface Mesh extends Entry {
  readonly primitives?: readonly Entry[];
}

/** The parts of a glTF document that an independent instance changes. */
interface SplitDraft {
  readonly nodes: readonly Entry[];
  readonly meshes?: unknown;
  readonly materials: Entry[];
}

/**
 * Gives every independent instance a material of its own, as the file has the one it came from, and the nodes it took
 * over a mesh that wears it. A mesh that other nodes show too is repeated for them; accessors are shared.
 *
 * @returns Places in the document's materials by an instance's number on the stage.
 */
export function splitMaterials(
  draft: SplitDraft,
  dressings: readonly MaterialDressing[],
): Map<number, number> {
  const places = new Map<number, number>();
  for (const { materialIndex, split } of dressings) {
    if (split === undefined) continue;
    const source = split.from === -1 ? {} : draft.materials[split.from];
    if (source !== undefined) places.set(materialIndex, draft.materials.push(structuredClone(source)) - 1);
  }
  if (places.size === 0) return places;

  // 1. What is on the primitives of a mesh, node by node.
  const numberOf = assignParts(dressings);
  const meshes = (draft.meshes ?? []) as Mesh[];
  const forms = new Map<Mesh, Map<string, { worn: (number | undefined)[]; nodes: Entry[] }>>();
  for (const [index, node] of draft.nodes.entries()) {
    const mesh = meshes[Number(node.mesh ?? -1)];
    if (mesh === undefined) continue;
    const worn = (mesh.primitives ?? []).map(({ material, mode }) => {
      const own = material as number | undefined;
      const isSurface = mode === undefined || Number(mode) >= 4;
      return isSurface ? (places.get(numberOf(index, own ?? -1)) ?? own) : own;
    });
    const known = forms.get(mesh) ?? new Map();
    forms.set(mesh, known);
    const form = known.get(worn.join(' ')) ?? { worn, nodes: [] };
    known.set(worn.join(' '), form);
    form.nodes.push(node);
  }

  // 2. A mesh for each of them; the first takes the place of the file's.
  for (const [mesh, formsOfMesh] of forms) {
    for (const [place, { worn, nodes }] of [...formsOfMesh.values()].entries()) {
      const primitives = mesh.primitives?.map((primitive, at) => wear(primitive, worn[at]));
      const made: Mesh = primitives === undefined ? mesh : { ...mesh, primitives };
      const index = place === 0 ? meshes.indexOf(mesh) : meshes.push(made) - 1;
      meshes[index] = made;
      for (const node of nodes) node.mesh = index;
    }
  }
  return places;
}

function wear(primitive: Entry, material: number | undefined): Entry {
  return material === undefined ? primitive : { ...primitive, material };
}
