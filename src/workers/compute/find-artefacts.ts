import type { GltfJson } from '../../tracer/gltf-json.ts';
import { listSceneNodes, numbersOf, objectOf, textOf } from './gltf-content.ts';

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

/**
 * Nodes left behind by an editor (D7): by name, or by pure red, green or blue on shapes that are lines or unlit and
 * have no texture; a lit part may be pure red. A file
 * of nothing else is a product with an odd name: none count then.
 *
 * @returns Indices of the topmost such nodes of the default scene.
 */
export function findArtefacts(json: GltfJson): number[] {
  const found: number[] = [];
  const inside = new Set<number>();
  for (const { index, parent } of listSceneNodes(json)) {
    if (parent !== null && inside.has(parent)) {
      inside.add(index);
      continue;
    }
    const node = json.nodes?.[index];
    const name = textOf(node?.name);
    const isNamed = ARTEFACT_NAME.test(name) || HELPER_CLASS.test(name);
    if (!isNamed && !isHelperShape(json, node?.mesh)) continue;
    inside.add(index);
    found.push(index);
  }
  const hasProduct = listSceneNodes(json).some(
    ({ index }) => json.nodes?.[index]?.mesh !== undefined && !inside.has(index),
  );
  return hasProduct ? found : [];
}

/** The node indices below and including `tops`. */
export function withDescendants(json: GltfJson, tops: readonly number[]): Set<number> {
  const all = new Set(tops);
  for (const { index, parent } of listSceneNodes(json))
    if (parent !== null && all.has(parent)) all.add(index);
  return all;
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
