import type { ExportPatch } from '../../../contract/compute-values.ts';
import { NO_MODEL_SCENE } from '../../../contract/failure-reasons.ts';
import type { MaterialDressing } from '../../../contract/scene/material-dressing.ts';
import type { StageDressing } from '../../../contract/stage.ts';
import { NODE_VISIBILITY, numbersOf, objectOf } from '../../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';
import { parseColour } from '../../../tracer/parse-colour.ts';
import { exportFrame } from '../gltf/export-frame.ts';
import { finishMaterial } from '../obj/finish-material.ts';
import { splitMaterials } from '../obj/split-materials.ts';

/** A library texture that a JSON document alone cannot hold: the geometry lacks its coordinates. */
export interface LaidTexture {
  readonly materialIndex: number;
  readonly dressing: Extract<MaterialDressing, { kind: 'library' }>;
  readonly image: Blob;
  readonly normal: Blob | null;
  readonly roughness: Blob | null;
}

type Entry = Record<string, unknown>;
interface Draft {
  readonly [key: string]: unknown;
  nodes: Entry[];
  materials: Entry[];
  extensionsUsed: string[];
}

/**
 * Writes what the stage made of a model into its glTF document: transform, visibility, colours and ids. Buffers and
 * images are not touched, so that the file's bytes can follow as they are.
 *
 * @param json Checked by `readGlb`; not changed.
 * @returns The new document, and the library textures still to be laid on; their materials have colour and finish.
 */
export function patchGltf(json: GltfJson, patch: ExportPatch): { json: GltfJson; laid: LaidTexture[] } {
  const draft = structuredClone(json) as unknown as Draft;
  draft.nodes ??= [];
  draft.materials ??= [];
  draft.extensionsUsed ??= [];
  const sceneIndex = json.scene ?? 0;
  const instances = splitMaterials(
    draft,
    patch.dressings.map(({ dressing }) => dressing),
  );
  move(draft, sceneIndex, patch);
  markVisibility(draft, new Set(patch.hiddenNodes), json.nodes?.length ?? 0);
  const laid = dress(draft, patch.dressings, instances);
  for (const { index, originalId, libraryId } of patch.materials) {
    const material = draft.materials[instances.get(index) ?? index];
    if (material !== undefined) material.extras = { ...objectOf(material.extras), originalId, libraryId };
  }
  for (const list of ['nodes', 'materials', 'extensionsUsed'] as const) {
    if (draft[list].length === 0) delete (draft as Partial<Draft>)[list];
  }
  return { json: draft as unknown as GltfJson, laid };
}

function move(draft: Draft, sceneIndex: number, patch: ExportPatch): void {
  const frame = exportFrame(patch.normalisation, patch.modelTransform);
  const scene = (draft.scenes as Entry[] | undefined)?.[sceneIndex];
  if (scene === undefined) throw new Error(NO_MODEL_SCENE);
  if (frame === null) return;
  // -0 is a valid number and an ugly one.
  draft.nodes.push({ name: 'Vitrine', matrix: frame.map((value) => value + 0), children: scene.nodes ?? [] });
  scene.nodes = [draft.nodes.length - 1];
}

/** Both forms of the flag (D23): `visible` in the extras, and the extension. */
function markVisibility(draft: Draft, hidden: ReadonlySet<number>, count: number): void {
  for (const [index, node] of draft.nodes.slice(0, count).entries()) {
    const extras = objectOf(node.extras);
    const { [NODE_VISIBILITY]: flag, ...others } = objectOf(node.extensions);
    if (hidden.has(index)) {
      node.extras = { ...extras, visible: false };
      node.extensions = { ...others, [NODE_VISIBILITY]: { visible: false } };
      continue;
    }
    if ('visible' in extras) node.extras = { ...extras, visible: true };
    if (flag === undefined) continue;
    if (Object.keys(others).length > 0) node.extensions = others;
    else delete node.extensions;
  }
  if (hidden.size > 0 && !draft.extensionsUsed.includes(NODE_VISIBILITY))
    draft.extensionsUsed.push(NODE_VISIBILITY);
}

function dress(
  draft: Draft,
  dressings: readonly StageDressing[],
  instances: ReadonlyMap<number, number>,
): LaidTexture[] {
  const laid: LaidTexture[] = [];
  for (const { dressing, texture, maps = { normal: null, roughness: null } } of dressings) {
    const own = dressing.materialIndex < 0 ? nameDefault(draft) : dressing.materialIndex;
    const index = instances.get(dressing.materialIndex) ?? own;
    const material = draft.materials[index];
    if (material === undefined) continue;
    const worn = dressing.kind === 'adjusted' ? adjust(material, dressing) : replace(material, dressing);
    draft.materials[index] = worn;
    finishMaterial(worn, dressing.finish ?? {}, draft.extensionsUsed);
    if (dressing.kind === 'library' && texture !== null) {
      laid.push({ materialIndex: index, dressing, image: texture, ...maps });
    }
  }
  return laid;
}

function adjust(material: Entry, dressing: Extract<MaterialDressing, { kind: 'adjusted' }>): Entry {
  const surface = objectOf(material.pbrMetallicRoughness);
  const alpha = numbersOf(surface.baseColorFactor, 4)?.[3] ?? 1;
  return {
    ...material,
    pbrMetallicRoughness: {
      ...surface,
      ...(dressing.colour === null ? {} : { baseColorFactor: [...parseColour(dressing.colour), alpha] }),
      ...(dressing.metalness === null ? {} : { metallicFactor: dressing.metalness }),
      ...(dressing.roughness === null ? {} : { roughnessFactor: dressing.roughness }),
    },
  };
}

/** What a reset or a library material leaves of the file's: its name, its extras and its open back. */
function replace(material: Entry, dressing: Exclude<MaterialDressing, { kind: 'adjusted' }>): Entry {
  const { name, extras, doubleSided } = material;
  return {
    ...(name === undefined ? {} : { name }),
    ...(extras === undefined ? {} : { extras }),
    ...(doubleSided === undefined ? {} : { doubleSided }),
    pbrMetallicRoughness: {
      baseColorFactor: [...parseColour(dressing.colour), 1],
      metallicFactor: dressing.metalness,
      roughnessFactor: dressing.roughness,
    },
  };
}

/** Gives primitives that name no material one of their own, so that it can be changed. */
function nameDefault(draft: Draft): number {
  const index = draft.materials.length;
  draft.materials.push({});
  for (const mesh of (draft.meshes as { primitives?: Entry[] }[] | undefined) ?? []) {
    for (const primitive of mesh.primitives ?? []) {
      const isSurface = primitive.mode === undefined || Number(primitive.mode) >= 4;
      if (isSurface && primitive.material === undefined) primitive.material = index;
    }
  }
  return index;
}
