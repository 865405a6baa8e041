import { numberOf, numbersOf, objectOf } from '../../tracer/gltf/gltf-content.ts';
import type {
  GltfAccessor,
  GltfJson,
  GltfMesh,
  GltfNode,
  GltfPrimitive,
} from '../../tracer/gltf/gltf-json.ts';
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
 * - A node's own weights of morph targets would fail at a surface of its mesh that has none. Those of a mesh do not.
 * - Of a morph target that moves something else than the one beside it, the shape itself would be what it moves by.
 * - Where it has tangents, three.js takes the relief of a coat for one along them, and of shapes without normals as well; but it reads
 *   tangents beside normals, with another relief or a stretched highlight, alone. Without them it turns the relief as it has to be.
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
  const { meshes, accessors } = completeTargets(
    lists.meshes?.map((mesh) => withoutIdleTangents(mesh, json)),
    json.accessors,
  );
  const nodes = lists.nodes?.map(withoutLight).map(withoutFlatness);
  const weighted = settleWeights(nodes, meshes);
  return {
    ...lists,
    ...(shown && { scenes: [shown], scene: 0 }),
    ...(meshes && { meshes }),
    ...(accessors && { accessors }),
    ...partSkinned(weighted.nodes, weighted.meshes),
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

/** What of a morph target is read. */
const MOVED = ['POSITION', 'NORMAL', 'COLOR_0'] as const;

/** Gives each morph target all that another of its surface moves, by nothing: an accessor without bytes is of zeros. */
function completeTargets(
  meshes: readonly GltfMesh[] | undefined,
  accessors: readonly GltfAccessor[] = [],
): Pick<GltfJson, 'meshes' | 'accessors'> {
  const all = [...accessors];
  const zeros = new Map<string, number>();
  const zerosLike = (index: number): number => {
    const { count, type } = accessors[index] ?? {};
    const key = `${type} ${count}`;
    const place = zeros.get(key) ?? all.push({ componentType: 5126, count, type } as GltfAccessor) - 1;
    zeros.set(key, place);
    return place;
  };
  const complete = (primitive: GltfPrimitive): GltfPrimitive => {
    const { targets = [] } = primitive;
    const missing = MOVED.flatMap((name) => {
      const moved = targets.find((target) => target[name] !== undefined)?.[name];
      const isEven = targets.every((target) => target[name] !== undefined);
      return moved === undefined || isEven ? [] : [[name, zerosLike(moved)] as const];
    });
    if (missing.length === 0) return primitive;
    const still = Object.fromEntries(missing);
    return { ...primitive, targets: targets.map((target) => ({ ...still, ...target })) };
  };
  const completed = meshes?.map((mesh) =>
    mesh.primitives === undefined ? mesh : { ...mesh, primitives: mesh.primitives.map(complete) },
  );
  return zeros.size === 0
    ? { ...(meshes && { meshes }) }
    : { ...(completed && { meshes: completed }), accessors: all };
}

/** Gives a node with weights of its own a mesh of its own that has them, where some surface has nothing to be moved. */
function settleWeights(
  nodes: readonly GltfNode[] | undefined,
  meshes: readonly GltfMesh[] | undefined,
): Pick<GltfJson, 'nodes' | 'meshes'> {
  if (nodes === undefined || meshes === undefined)
    return { ...(nodes && { nodes }), ...(meshes && { meshes }) };
  const all = [...meshes];
  const settled = nodes.map((node) => {
    const { weights, ...own } = node;
    const shape = meshes[node.mesh ?? -1];
    if (weights === undefined || shape?.primitives?.every(isMoved) === true) return node;
    if (shape === undefined || !Array.isArray(weights) || weights.length === 0) return own;
    return { ...own, mesh: all.push({ ...shape, weights }) - 1 };
  });
  return { nodes: settled, meshes: all };
}

function isMoved({ targets = [] }: GltfPrimitive): boolean {
  return targets.some((target) => MOVED.some((name) => target[name] !== undefined));
}

function withoutIdleTangents(mesh: GltfMesh, { materials = [] }: GltfJson): GltfMesh {
  const primitives = mesh.primitives?.map((primitive) => {
    const { attributes = {}, material = -1, extensions } = primitive;
    if (!('TANGENT' in attributes)) return primitive;
    const { normalTexture } = objectOf(materials[material]);
    const { anisotropyStrength } = objectOf(
      objectOf(materials[material]?.extensions).KHR_materials_anisotropy,
    );
    if ('NORMAL' in attributes && (normalTexture !== undefined || numberOf(anisotropyStrength, 0) > 0)) {
      return primitive;
    }
    const { TANGENT: _idle, ...read } = attributes;
    const draco = objectOf(objectOf(extensions).KHR_draco_mesh_compression);
    if (draco.attributes === undefined) return { ...primitive, attributes: read };
    const { TANGENT: _packed, ...unpacked } = objectOf(draco.attributes);
    const KHR_draco_mesh_compression = { ...draco, attributes: unpacked };
    return { ...primitive, attributes: read, extensions: { ...extensions, KHR_draco_mesh_compression } };
  });
  return { ...mesh, ...(primitives && { primitives }) };
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
