import type { GltfJson } from '../../tracer/gltf-json.ts';
import { listSceneNodes, numbersOf, objectOf, textOf } from './gltf-content.ts';

/** Names editors give their own helpers. Whole words: "taxes" and "helperless" are products. */
const ARTEFACT_NAME =
  /(^|[_\-. ])(axes|axis[_\-. ]?helper|axes[_\-. ]?helper|grid[_\-. ]?helper|gizmos?|transform[_\-. ]?controls?|helpers?)([_\-. ]|\d|$)|(Axes|Grid|Arrow|Box|Camera)Helper|TransformControls|Gizmo$/;

/**
 * Nodes left behind by an editor (D7): by name, or by pure red, green or blue on shapes that are lines or unlit and
 * have no texture; a lit part may be pure red. A named node counts only when nothing below it looks like a product.
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
    const isNamed = ARTEFACT_NAME.test(textOf(node?.name));
    if (!isNamed && !isHelperShape(json, node?.mesh)) continue;
    inside.add(index);
    found.push(index);
  }
  // A file of nothing but "helpers" is a product with an odd name.
  const isAllDrawn = listSceneNodes(json).some(
    ({ index }) => json.nodes?.[index]?.mesh !== undefined && !inside.has(index),
  );
  return isAllDrawn ? found : [];
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
