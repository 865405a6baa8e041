import {
  type Document,
  type ILogger,
  type Node,
  type Root,
  type vec3,
  type vec4,
  WebIO,
} from '@gltf-transform/core';
import { AppError } from '../../contract/failure.ts';
import type { ModelPose, SceneSpec } from '../../contract/render-spec.ts';
import { labelMask } from '../../contract/scene/label.ts';
import { readTracks, samplePose } from '../animation/sample-animation.ts';
import { placeFileLights } from '../light/place-file-lights.ts';
import { readFileLights } from '../light/read-file-lights.ts';
import { readLightProfiles } from '../light/read-light-profiles.ts';
import { compose, type Matrix, multiply, scaleOf } from '../matrix.ts';
import { dressMaterials } from '../scene/dress-materials.ts';
import { placeLabels } from '../scene/place-labels.ts';
import type { PunctualLight, SceneGeometry, SceneLabel, SceneMaterial } from '../scene.ts';
import { applyVariant } from './apply-variant.ts';
import { GLTF_EXTENSIONS, withBytes } from './diffuse-roughness.ts';
import { findTextureFrame, type TextureFrame } from './find-texture-frame.ts';
import { createGeometry, MAX_TRACED_MATERIALS } from './geometry-builder.ts';
import { gaveUp, tooComplex } from './gltf-values.ts';
import { dimLostGlow } from './mend-document.ts';
import { readFloats } from './read-accessor.ts';
import { type GlbContents, readGlb } from './read-glb.ts';
import { DEFAULT_MATERIAL, readMaterials } from './read-materials.ts';
import { appendMesh } from './read-mesh.ts';
import { createTextureList, type TextureRequest } from './texture-request.ts';

/** Geometry decoders, brought by the host because their packages start differently in Node and in a browser. */
export interface GeometryDecoders {
  /** A module of draco3dgltf's `createDecoderModule`. */
  readonly draco: object;
  /** `MeshoptDecoder` of meshoptimizer, ready. */
  readonly meshopt: object;
}

/** A model in the stage frame with its dressings on, its images still encoded. */
export interface TracerModel {
  readonly geometry: SceneGeometry;
  readonly materials: readonly SceneMaterial[];
  readonly textures: readonly TextureRequest[];
  readonly labels: readonly SceneLabel[];
  /** Lights of the file, where the recipe has them on. */
  readonly punctualLights: readonly PunctualLight[];
  /** Names of profiles of these lights that cannot be read, which may be empty. */
  readonly unreadProfiles: readonly string[];
  /** Where library textures lie; null is the stage frame itself. */
  readonly textureFrame: TextureFrame | null;
  /** Lowest point of the part that the recipe lays the floor under; null for none. */
  readonly partLow: number | null;
  /** Materials of what stands for points and lines. */
  readonly strokeMaterials: ReadonlySet<number>;
}

const SILENT: ILogger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Reads a GLB into what the integrator draws: the default scene at the recipe's moment of an animation, or in
 * the file's own pose, with visible nodes only, in the stage frame, skins and morph targets applied, instances repeated, points and lines as thin solids.
 *
 * @param glb A whole GLB file; not changed.
 * @param scene Normalisation, transform, hidden nodes, dressings and labels of the recipe.
 * @throws AppError `model-unreadable`, or `model-too-complex` above `MAX_TRACED_TRIANGLES`.
 */
export async function loadModel(
  glb: Uint8Array,
  scene: Pick<
    SceneSpec,
    'normalisation' | 'modelTransform' | 'hiddenNodes' | 'dressings' | 'labels' | 'variant' | 'pose'
  > &
    Partial<Pick<SceneSpec, 'modelHash' | 'floor' | 'fileLights'>>,
  decoders: GeometryDecoders,
): Promise<TracerModel> {
  const contents = readVariant(glb, scene.variant ?? null);
  const { length: materialCount } = contents.json.materials ?? [];
  // With what wears none. Reading so many takes minutes.
  if (materialCount >= MAX_TRACED_MATERIALS) throw tooComplex('elements', `${materialCount} materials`);
  const document = await parse(contents, decoders);
  const root = document.getRoot();
  poseNodes(root, contents, scene.pose ?? null);
  const stage = multiply(scene.modelTransform, scene.normalisation);

  const textures = createTextureList();
  const own = [...readMaterials(root.listMaterials(), scaleOf(stage), textures), DEFAULT_MATERIAL];
  const { materials, placeOf } = dressMaterials(own, scene.dressings, textures);

  const wanted = scene.labels ?? [];
  const labels = placeLabels(wanted, textures);

  const start = root.getDefaultScene() ?? root.listScenes()[0];
  const worlds = new Map<Node, Matrix>();
  // As on the stage a hidden node takes all below it out of sight, whether or not that is listed.
  const hidden = new Set(scene.hiddenNodes.map((index) => root.listNodes()[index]));
  const waiting: { node: Node; parent: Matrix }[] = (start?.listChildren() ?? []).map((node) => ({
    node,
    parent: stage,
  }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const world = multiply(parent, compose(node.getTranslation(), node.getRotation(), node.getScale()));
    worlds.set(node, world);
    for (const child of node.listChildren()) {
      if (hidden.has(node)) hidden.add(child);
      waiting.push({ node: child, parent: world });
    }
  }

  const all = [...materials];
  const strokes = new Map<number, number>();
  /** Points and lines show the file's own colour as it is, as on the stage, where nothing can be laid on them. */
  const strokeOf = (number: number): number => {
    const known = strokes.get(number);
    const material = own.at(number);
    if (known !== undefined || material === undefined) return known ?? materials.length - 1;
    strokes.set(number, all.length);
    return (
      all.push({
        ...material,
        copyOf: number < 0 ? own.length - 1 : number,
        isUnlit: true,
        isDoubleSided: true,
        normalMap: null,
        clearcoatNormalMap: null,
      }) - 1
    );
  };
  const labelled = new Map<string, number>();
  /** The same material with the labels that may lie on it. */
  const labelledOf = (place: number, mask: number): number => {
    const key = `${place} ${mask}`;
    const known = mask === 0 ? place : labelled.get(key);
    const material = all[place];
    if (known !== undefined || material === undefined) return known ?? place;
    labelled.set(key, all.length);
    return all.push({ ...material, labels: mask, copyOf: place }) - 1;
  };
  const geometry = createGeometry(all);
  const numbers = new Map(root.listMaterials().map((material, index) => [material, index]));
  const carrying = listPart(root.listNodes(), scene);
  const carried: { readonly from: number; readonly to: number }[] = [];
  // In the order of the file, so that equal files give equal triangle numbers whatever the order of the walk.
  for (const [index, node] of root.listNodes().entries()) {
    const world = worlds.get(node);
    if (world === undefined || hidden.has(node)) continue;
    const placed = { node, world, stage, worldOf: (joint: Node) => worlds.get(joint) };
    const from = geometry.vertexCount;
    appendMesh(geometry, placed, (material, isStroke) => {
      const number = material === null ? -1 : (numbers.get(material) ?? -1);
      if (isStroke) return strokeOf(number);
      return labelledOf(placeOf(index, number), labelMask(wanted, index, number));
    });
    if (carrying.has(node)) carried.push({ from, to: geometry.vertexCount });
  }
  const textureFrame = findTextureFrame(scene.modelTransform);
  const whole = geometry.finish();
  const partLow = findLow(whole.positions, carried);
  const { isOn = false, strength = 0 } = scene.fileLights ?? {};
  const profiles = isOn
    ? readLightProfiles(contents.json, contents.binary)
    : { lamps: new Map(), unread: [] };
  const lights = isOn ? readFileLights(contents.json, profiles, scene.normalisation, strength) : [];
  const punctualLights = placeFileLights(lights, stage, (index) => {
    const node = root.listNodes()[index];
    return node === undefined || hidden.has(node) ? undefined : worlds.get(node);
  });
  const strokeMaterials = new Set(strokes.values());
  const shape = { geometry: whole, materials: all, strokeMaterials, textures: textures.requests, labels };
  return { ...shape, punctualLights, unreadProfiles: profiles.unread, textureFrame, partLow };
}

/** The node that the floor is laid under, with all below it. */
function listPart(
  nodes: readonly Node[],
  { modelHash, floor }: Partial<Pick<SceneSpec, 'modelHash' | 'floor'>>,
): Set<Node> {
  const stand = floor?.stand;
  const part = new Set<Node>();
  const top = stand?.kind === 'part' && stand.modelHash === modelHash ? nodes[stand.nodeIndex] : undefined;
  const waiting = top === undefined ? [] : [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    part.add(next);
    waiting.push(...next.listChildren());
  }
  return part;
}

function findLow(
  positions: Float32Array,
  ranges: readonly { readonly from: number; readonly to: number }[],
): number | null {
  let low = Number.POSITIVE_INFINITY;
  for (const { from, to } of ranges) {
    for (let vertex = from; vertex < to; vertex++) low = Math.min(low, positions[vertex * 3 + 1] ?? low);
  }
  return low === Number.POSITIVE_INFINITY ? null : low;
}

/** Moves the nodes to where an animation has them at a moment; a clip that the file does not have moves none. */
function poseNodes(root: Root, { json }: GlbContents, pose: ModelPose | null): void {
  if (pose === null) return;
  const [nodes, accessors] = [root.listNodes(), root.listAccessors()];
  const tracks = readTracks(json, pose.clip, (index) => {
    const accessor = accessors[index];
    return accessor === undefined ? null : readFloats(accessor, accessor.getElementSize());
  });
  for (const [index, moved] of samplePose(tracks, pose.seconds)) {
    const node = nodes[index];
    if (moved.translation) node?.setTranslation([...moved.translation] as vec3);
    if (moved.rotation) node?.setRotation([...moved.rotation] as vec4);
    if (moved.scale) node?.setScale([...moved.scale] as vec3);
    if (moved.weights) node?.setWeights([...moved.weights]);
  }
}

/** Reads the GLB with the colourway applied, so that all later readers see its materials. */
function readVariant(glb: Uint8Array, variant: string | null): GlbContents {
  const contents = readGlb(glb);
  return { ...contents, json: applyVariant(contents.json, variant) };
}

async function parse({ json, binary }: GlbContents, decoders: GeometryDecoders): Promise<Document> {
  const whole = withBytes(dimLostGlow(json, binary), binary);
  // A node that is a root of another scene would be taken away from where it hangs in this one.
  const shown = whole.json.scenes?.[whole.json.scene ?? 0];
  const still = { ...whole.json, animations: [], cameras: [], ...(shown && { scenes: [shown], scene: 0 }) };
  for (const node of still.nodes ?? []) delete node.camera;
  try {
    return await new WebIO()
      .setLogger(SILENT)
      .registerExtensions(GLTF_EXTENSIONS)
      .registerDependencies({ 'draco3d.decoder': decoders.draco, 'meshopt.decoder': decoders.meshopt })
      .readJSON({ ...whole, json: still });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw gaveUp(json, cause);
  }
}
