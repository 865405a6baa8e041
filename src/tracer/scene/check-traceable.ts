import type { SceneSpec } from '../../contract/render-spec.ts';
import { type GlassParts, hasGlass } from '../../contract/scene/find-glass.ts';
import { applyVariant, listVariants } from '../gltf/apply-variant.ts';
import { MAX_TRACED_TRIANGLES } from '../gltf/geometry-builder.ts';
import { listSceneNodes, numberOf, objectOf, withBelow } from '../gltf/gltf-content.ts';
import {
  CONTENT_EXTENSIONS,
  type GltfJson,
  type GltfMaterial,
  type GltfPrimitive,
  SURFACE_EXTENSIONS,
} from '../gltf/gltf-json.ts';
import { tooComplex } from '../gltf/gltf-values.ts';
import { LINE_TRIANGLES, POINT_TRIANGLES } from '../gltf/read-strokes.ts';
import { countInstances, countTriangles } from './measure-model.ts';

/** Extensions a material may carry that this tracer draws, or that change nothing it draws. */
const DRAWN = new Set<string>([
  ...SURFACE_EXTENSIONS,
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_variants',
]);

/**
 * Names for people, for extensions that would visibly change a picture. Others are left alone: they are data, or, like
 * specular-glossiness, come with a metallic-roughness form that the stage shows too.
 */
const NOT_DRAWN: Readonly<Record<string, string>> = {
  EXT_materials_bump: 'bump maps',
  KHR_materials_subsurface: 'subsurface scattering',
};

/** Extensions a reader may require and this one understands. */
export const UNDERSTOOD: ReadonlySet<string> = new Set([
  ...DRAWN,
  ...CONTENT_EXTENSIONS,
  'EXT_lights_ies',
  'EXT_lights_image_based',
  'KHR_lights_punctual',
  'KHR_mesh_quantization',
  'KHR_node_visibility',
  'KHR_xmp_json_ld',
]);

/** What a model asks for and this tracer cannot draw, in English names. */
export interface Untraceable {
  /** Of the model as a whole. */
  readonly model: readonly string[];
  /** Of the materials that have any, by their indices. */
  readonly materials: readonly (readonly [materialIndex: number, names: readonly string[]])[];
  /** As {@link countTraced} has it, where all together have more triangles than are traced; else empty. */
  readonly nodes: readonly (readonly [nodeIndex: number, triangles: number])[];
  /** By its colourways, in their order after null, the file by itself; empty where none has any glass. */
  readonly glass: readonly (readonly [variant: string | null, parts: GlassParts])[];
  /** The nodes of `nodes` and `glass` with those above them, which hide them; parents before their children. */
  readonly tree: readonly { readonly index: number; readonly parent: number | null }[];
}

/**
 * Finds what a model asks for and this tracer cannot draw. Only what the drawn meshes really use counts; an extension
 * that is merely declared does not.
 *
 * @param json A document that passed `checkGltf`.
 */
export function findUntraceable(json: GltfJson): Untraceable {
  const used = new Set((json.meshes ?? []).flatMap((mesh) => (mesh.primitives ?? []).map((p) => p.material)));
  const materials = (json.materials ?? []).flatMap((material, index) => {
    if (!used.has(index)) return [];
    const names = new Set(listMaterialFeatures(material));
    for (const uvSet of listUvSets(material)) {
      if (uvSet > 3) names.add('more than four sets of texture coordinates');
    }
    return names.size === 0 ? [] : [[index, [...names]] as const];
  });
  const model = new Set<string>();
  for (const extension of json.extensionsRequired ?? []) {
    if (!UNDERSTOOD.has(extension) && !(extension in NOT_DRAWN)) model.add(extension.slice(0, 64));
  }
  const traced = countTraced(json);
  const nodes = isTooMany(traced, new Set()) ? traced : [];
  const glass = findGlass(json);
  const named = [...nodes, ...glass.flatMap(([, parts]) => parts)].map(([index]) => index);
  return { model: [...model], materials, nodes, glass, tree: listAbove(json, new Set(named)) };
}

/** @param named Changed: has all above them as well, afterwards. */
function listAbove(json: GltfJson, named: Set<number>): Untraceable['tree'] {
  if (named.size === 0) return [];
  const order = listSceneNodes(json);
  for (const { index, parent } of [...order].reverse())
    if (named.has(index) && parent !== null) named.add(parent);
  return order.filter(({ index }) => named.has(index));
}

function findGlass(json: GltfJson): Untraceable['glass'] {
  if (!(json.materials ?? []).some(isGlass)) return [];
  const found = [null, ...listVariants(json)].map(
    (variant) => [variant, listGlass(applyVariant(json, variant))] as const,
  );
  return found.some(([, parts]) => parts.length > 0) ? found : [];
}

function listGlass(json: GltfJson): GlassParts {
  return listSceneNodes(json).flatMap(({ index }) => {
    const primitives = json.meshes?.[json.nodes?.[index]?.mesh ?? -1]?.primitives ?? [];
    const materials = new Set(primitives.map(({ material }) => material ?? -1));
    return [...materials].filter((one) => isGlass(json.materials?.[one])).map((one) => [index, one] as const);
  });
}

/**
 * Whether this tracer draws a material of a file as glass somewhere (`materialFlags`); a map may say that it is nowhere.
 *
 * @param material Of a document that passed `checkGltf`.
 */
export function isGlass(material: GltfMaterial | undefined): boolean {
  const { KHR_materials_transmission: transmission, KHR_materials_unlit: unlit } = material?.extensions ?? {};
  const factor = numberOf(objectOf(transmission).transmissionFactor, 0);
  if (unlit !== undefined || !(factor > 0)) return false;
  const surface = objectOf(material?.pbrMetallicRoughness);
  // A map may take metalness away from any place.
  return numberOf(surface.metallicFactor, 1) < 1 || surface.metallicRoughnessTexture !== undefined;
}

/**
 * Whether a model has glass in a scene, see `hasGlass`; what hangs in a hidden node is hidden.
 *
 * @param found Of the model.
 */
export function findsGlass(
  found: Untraceable,
  scene: Pick<SceneSpec, 'dressings' | 'hiddenNodes' | 'variant'>,
): boolean {
  const hiddenNodes = [...withBelow(found.tree, scene.hiddenNodes)];
  return hasGlass(glassIn(found, scene.variant ?? null), { ...scene, hiddenNodes });
}

/** What is found of a colourway; of the file by itself for one that it does not have. */
function glassIn({ glass }: Untraceable, variant: string | null): GlassParts {
  const found = glass.find(([name]) => name === variant) ?? glass[0];
  return found?.[1] ?? [];
}

/**
 * Triangles of the nodes of the default scene, as a file announces them, with what stands for points and lines.
 *
 * @param json A document that passed `checkGltf`.
 */
export function countTraced(json: GltfJson): (readonly [nodeIndex: number, triangles: number])[] {
  return listSceneNodes(json).flatMap(({ index }) => {
    const node = json.nodes?.[index];
    const primitives = json.meshes?.[node?.mesh ?? -1]?.primitives;
    if (node === undefined || primitives === undefined) return [];
    const copies = countInstances(json, objectOf(node));
    const triangles = primitives.reduce((sum, one) => sum + countTracedOf(json, one), 0);
    return [[index, triangles * copies] as const];
  });
}

function countTracedOf(json: GltfJson, primitive: GltfPrimitive): number {
  const { mode = 4, indices, attributes } = primitive;
  if (mode >= 4) return countTriangles(json, primitive);
  const ends = json.accessors?.[indices ?? attributes?.POSITION ?? -1]?.count ?? 0;
  const lines = mode === 1 ? ends >> 1 : mode === 2 ? ends : Math.max(0, ends - 1);
  return mode === 0 ? ends * POINT_TRIANGLES : lines * LINE_TRIANGLES;
}

/** Whether nodes that are not hidden have more triangles than are traced. */
export function isTooMany(nodes: Untraceable['nodes'], hidden: ReadonlySet<number>): boolean {
  const sum = nodes.reduce((all, [index, triangles]) => all + (hidden.has(index) ? 0 : triangles), 0);
  return sum > MAX_TRACED_TRIANGLES;
}

/**
 * Refuses what has more triangles than are traced before it is paid: no dressing makes them fewer.
 *
 * @param hiddenNodes Of the recipe.
 * @throws AppError `model-too-complex`.
 */
export function checkTriangles({ nodes, tree }: Untraceable, hiddenNodes: readonly number[]): void {
  if (!isTooMany(nodes, withBelow(tree, hiddenNodes))) return;
  throw tooComplex('triangles', `more than ${MAX_TRACED_TRIANGLES} triangles`);
}

/**
 * Names what of a model cannot be drawn, so that an order can be refused before it is paid.
 *
 * @param dressedMaterials Indices of materials that dressings replace: what they asked for no longer matters.
 * @returns English names, sorted, empty when everything can be drawn.
 */
export function nameUntraceable(found: Untraceable, dressedMaterials: readonly number[] = []): string[] {
  const dressed = new Set(dressedMaterials);
  const worn = found.materials.flatMap(([index, names]) => (dressed.has(index) ? [] : names));
  return [...new Set([...found.model, ...worn])].sort();
}

/** Materials whose own looks do not matter: dressings put something else in their place. */
export function listReplaced(dressings: SceneSpec['dressings']): number[] {
  return dressings.filter(({ kind }) => kind !== 'adjusted').map(({ materialIndex }) => materialIndex);
}

/** {@link nameUntraceable} of what {@link findUntraceable} finds. */
export function listUntraceable(json: GltfJson, dressedMaterials: readonly number[] = []): string[] {
  return nameUntraceable(findUntraceable(json), dressedMaterials);
}

function listMaterialFeatures(material: GltfMaterial): string[] {
  return Object.entries(material.extensions ?? {}).flatMap(([extension, content]) => {
    const name = NOT_DRAWN[extension];
    // A bump is its map: without one there is none.
    const isEmpty = extension === 'EXT_materials_bump' && !hasBump(content);
    return name === undefined || isEmpty ? [] : [name];
  });
}

function hasBump(content: unknown): boolean {
  const { bumpTexture, bumpFactor } = objectOf(content);
  return bumpTexture !== undefined && bumpFactor !== 0;
}

/** What of a textureInfo counts here; a hostile file may have anything in its place. */
interface GltfTextureInfo {
  readonly index?: unknown;
  readonly texCoord?: unknown;
  readonly extensions?: { readonly KHR_texture_transform?: { readonly texCoord?: unknown } };
}

/** Sets of coordinates by which a material reads its textures, in whatever depth its extensions put them. */
function listUvSets(material: GltfMaterial): number[] {
  const found: number[] = [];
  const waiting: { value: object; depth: number }[] = [{ value: material, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [key, value] of Object.entries(next.value)) {
      if (typeof value !== 'object' || value === null || key === 'extras' || next.depth > 8) continue;
      const { index, texCoord, extensions } = value as GltfTextureInfo;
      const own = extensions?.KHR_texture_transform?.texCoord ?? texCoord;
      if (key.endsWith('Texture') && typeof index === 'number' && typeof own === 'number') found.push(own);
      waiting.push({ value, depth: next.depth + 1 });
    }
  }
  return found;
}
