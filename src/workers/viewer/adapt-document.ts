import { numbersOf, objectOf } from '../../tracer/gltf/gltf-content.ts';
import type { GltfJson, GltfMesh, GltfNode } from '../../tracer/gltf/gltf-json.ts';
import { thickenFlat } from './thicken-flat.ts';

/** Lists of a document whose entries become objects of three.js. */
const NOTED = ['scenes', 'nodes', 'meshes', 'materials', 'cameras'] as const;

/**
 * What the loader of three.js (r187) takes wrongly, said so that it takes it rightly:
 *
 * - What programs note of things for themselves (`extras`) is nothing to go by; it would move a node by a `pivot` among them.
 * - Lights (KHR_lights_punctual) would become objects.
 * - A node that is flat would be drawn without light, and a skin on it nowhere.
 * - A mesh that some nodes wear with a skin and others without is two: it makes one kind of object of each.
 * - With each scene that it reads it forgets which nodes the objects of the others are. The one that is shown is enough.
 *
 * @param json Checked by `checkGltf`; not changed.
 * @returns What stands in for its lists.
 */
export function adaptDocument(json: GltfJson): Partial<GltfJson> {
  const lists = Object.fromEntries(
    NOTED.flatMap((name) => {
      const list = (json as unknown as Readonly<Record<string, unknown>>)[name];
      return Array.isArray(list) ? [[name, list.map(withoutNotes)]] : [];
    }),
  ) as Partial<GltfJson>;
  const shown = lists.scenes?.[json.scene ?? 0];
  return {
    ...lists,
    ...(shown && { scenes: [shown], scene: 0 }),
    ...partSkinned(lists.nodes?.map(withoutLight).map(withoutFlatness), lists.meshes),
  };
}

function withoutNotes(entry: object): object {
  const { extras: _notes, ...own } = entry as { readonly extras?: unknown };
  return own;
}

function withoutLight(node: GltfNode): GltfNode {
  const { KHR_lights_punctual: _light, ...extensions } = objectOf(node.extensions);
  return node.extensions === undefined ? node : { ...node, extensions };
}

function withoutFlatness(node: GltfNode): GltfNode {
  const scale = numbersOf((node as { readonly scale?: unknown }).scale, 3);
  return scale?.includes(0) ? { ...node, ...{ scale: thickenFlat(scale) } } : node;
}

function partSkinned(
  nodes: readonly GltfNode[] | undefined,
  meshes: readonly GltfMesh[] | undefined,
): Partial<GltfJson> {
  if (nodes === undefined || meshes === undefined) return nodes === undefined ? {} : { nodes };
  const skinned = new Set(nodes.flatMap(({ mesh, skin }) => (skin === undefined ? [] : [mesh])));
  const all = [...meshes];
  const plain = new Map<number, number>();
  const parted = nodes.map((node) => {
    const { mesh = -1 } = node;
    const shape = meshes[mesh];
    if (node.skin !== undefined || !skinned.has(mesh) || shape === undefined) return node;
    const own = plain.get(mesh) ?? all.push({ ...shape }) - 1;
    plain.set(mesh, own);
    return { ...node, mesh: own };
  });
  return { nodes: parted, meshes: all };
}
