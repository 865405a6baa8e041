import { listSceneNodes, numbersOf, objectOf, textOf, withBelow } from '../gltf/gltf-content.ts';
import type { GltfJson } from '../gltf/gltf-json.ts';

/**
 * Names editors give their own helpers: the word opens or ends the name. In the middle it is a product's ("axes" in the
 * profiles of XR controllers); "taxes" and "helperless" are other words.
 */
const ARTEFACT_NAME = new RegExp(
  [
    /^(axes|axis|gizmos?|helpers?)([_\-. ]?([xyz]|\d+))?$/,
    /^(gizmos?|axes[_\-. ]?helper|axis[_\-. ]?helper|grid[_\-. ]?helper|transform[_\-. ]?controls?)([_\-. ]|$)/,
    /[_\-. ](axes|gizmos?|helpers?)([_\-. ]?\d+)?$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** Classes of three.js, which write their own names into files. */
const HELPER_CLASS = /(Axes|Grid|Arrow|Box|Camera|Light)Helper|TransformControls(Gizmo|Plane)?$/;

/** Its axes are an editor's, whatever they look like. */
const COORDINATE_SYSTEM = /coord(inate)?s?[_\-. ]?(systems?|sys|frame)([_\-. ]?\d+)?$/i;
const ENDS_IN_AXIS = /axis([_\-. ]?\d+)?$/i;
/** A printer or a robot has such parts, too: alone the name says nothing, with the colour that editors give it, it does. */
const LETTER_AXIS = /^[+-]?([xyz])[_\-. ]?axis([_\-. ]?\d+)?$/i;

/**
 * Nodes left behind by an editor (D7): by name, or by pure red, green or blue on shapes that are lines or unlit and
 * have no texture; a lit part may be pure red. A coordinate system goes with all that is in it, or where it holds the
 * product, too, with its axes alone. A file of nothing else is a product with an odd name: none count then.
 *
 * @returns Indices of the topmost such nodes of the default scene.
 */
export function findArtefacts(json: GltfJson): number[] {
  const nodes = listSceneNodes(json);
  const systems = listSystems(json, nodes);
  const found = keepProduct(json, nodes, (index, name) => systems.has(index) || isHelper(json, index, name));
  if (found.length > 0 || systems.size === 0) return found;
  const inside = withDescendants(json, [...systems]);
  return keepProduct(
    json,
    nodes,
    (index, name) => (inside.has(index) && ENDS_IN_AXIS.test(name)) || isHelper(json, index, name),
  );
}

type SceneNodes = ReturnType<typeof listSceneNodes>;

/** The topmost nodes that are meant; none when nothing else is drawn. */
function keepProduct(
  json: GltfJson,
  nodes: SceneNodes,
  isMeant: (index: number, name: string) => boolean,
): number[] {
  const found: number[] = [];
  const inside = new Set<number>();
  for (const { index, parent } of nodes) {
    const isInside = parent !== null && inside.has(parent);
    if (!isInside && !isMeant(index, textOf(json.nodes?.[index]?.name))) continue;
    inside.add(index);
    if (!isInside) found.push(index);
  }
  const hasProduct = nodes.some(({ index }) => json.nodes?.[index]?.mesh !== undefined && !inside.has(index));
  return hasProduct ? found : [];
}

/** Nodes that are named as coordinate systems and have axes below them. */
function listSystems(json: GltfJson, nodes: SceneNodes): Set<number> {
  const above = new Map(nodes.map(({ index, parent }) => [index, parent]));
  const systems = new Set<number>();
  for (const { index } of nodes) {
    if (!ENDS_IN_AXIS.test(textOf(json.nodes?.[index]?.name))) continue;
    for (let node = above.get(index) ?? null; node !== null; node = above.get(node) ?? null) {
      if (COORDINATE_SYSTEM.test(textOf(json.nodes?.[node]?.name))) systems.add(node);
    }
  }
  return systems;
}

function isHelper(json: GltfJson, index: number, name: string): boolean {
  if (ARTEFACT_NAME.test(name) || HELPER_CLASS.test(name)) return true;
  const letter = LETTER_AXIS.exec(name)?.[1];
  const meshes = letter === undefined ? [] : meshesBelow(json, index);
  if (letter !== undefined && meshes.length > 0) {
    const channel = 'xyz'.indexOf(letter.toLowerCase());
    if (meshes.every((mesh) => isAxisShape(json, mesh, channel))) return true;
  }
  return isHelperShape(json, json.nodes?.[index]?.mesh);
}

function meshesBelow(json: GltfJson, index: number): number[] {
  const node = json.nodes?.[index];
  const below = (node?.children ?? []).flatMap((child) => meshesBelow(json, child));
  return node?.mesh === undefined ? below : [node.mesh, ...below];
}

/** Lines, or a plain colour in which the channel of the axis outshines the others: X is red, Y green, Z blue. */
function isAxisShape(json: GltfJson, meshIndex: number, channel: number): boolean {
  return (json.meshes?.[meshIndex]?.primitives ?? []).every(({ mode, material: index }) => {
    if (mode !== undefined && mode >= 1 && mode <= 3) return true;
    const surface = objectOf(objectOf(json.materials?.[index ?? -1]).pbrMetallicRoughness);
    const colour = numbersOf(surface.baseColorFactor, 4);
    if (colour === null || 'baseColorTexture' in surface) return false;
    const own = colour[channel] ?? 0;
    return own > 0.2 && colour.slice(0, 3).every((value, at) => at === channel || value < own / 2);
  });
}

/** The node indices below and including `tops`. */
export function withDescendants(json: GltfJson, tops: readonly number[]): Set<number> {
  return withBelow(listSceneNodes(json), tops);
}

function isHelperShape(json: GltfJson, meshIndex: number | undefined): boolean {
  const primitives = json.meshes?.[meshIndex ?? -1]?.primitives ?? [];
  return (
    primitives.length > 0 &&
    primitives.every((primitive) => {
      const material = objectOf(json.materials?.[primitive.material ?? -1]);
      const surface = objectOf(material.pbrMetallicRoughness);
      const isLine = primitive.mode !== undefined && primitive.mode >= 1 && primitive.mode <= 3;
      const isUnlit = 'KHR_materials_unlit' in objectOf(material.extensions);
      if (!(isLine || isUnlit) || 'baseColorTexture' in surface) return false;
      const colour = numbersOf(surface.baseColorFactor, 4)?.slice(0, 3) ?? [1, 1, 1];
      return (
        colour.filter((value) => value > 0.99).length === 1 &&
        colour.filter((value) => value < 0.01).length === 2
      );
    })
  );
}
