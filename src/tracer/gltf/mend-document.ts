import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { decomposeFlat, decomposeSheared, determinant, type Matrix, scaleOf } from '../matrix.ts';
import { MAX_GLTF_ENTRIES } from './check-gltf.ts';
import { numbersOf, objectOf } from './gltf-content.ts';
import { CONTENT_EXTENSIONS, type GltfJson, type GltfMaterial, SURFACE_EXTENSIONS } from './gltf-json.ts';
import { readImageSize } from './read-image-size.ts';

/** What of a document is mended; anything may stand there. */
interface LooseDocument {
  extensionsUsed?: unknown;
  readonly materials?: unknown;
  readonly textures?: unknown;
  readonly nodes?: unknown;
  readonly meshes?: unknown;
  readonly bufferViews?: unknown;
  readonly scene?: unknown;
  scenes?: unknown;
}

/**
 * Mends what glTF allows, or programs write, and readers disagree about, so that all of them see the same. Every reader of a
 * document begins with it.
 *
 * @param json A glTF document that nobody has checked; changed.
 */
export function mendDocument(json: LooseDocument): void {
  listDrawn(json);
  if (!Array.isArray(json.nodes)) return;
  addScene(json, json.nodes);
  dropRepeated(json, json.nodes);
  for (const node of json.nodes) mendMatrix(node);
  partSheared(json, json.nodes);
}

/** Extensions that change what is drawn; others are read as they stand, listed or not. */
const DRAWN = [...SURFACE_EXTENSIONS, ...CONTENT_EXTENSIONS];
/** Of a material, its textures and their extensions: what lies deeper is nobody's. */
const MATERIAL_DEPTH = 8;

/**
 * Completes the list of extensions that a document uses by those that are found in it: glTF-Transform reads none but the listed ones,
 * three.js most that it meets, and for some it gives the whole file up.
 */
function listDrawn(json: LooseDocument): void {
  const { extensionsUsed: listed = [] } = json;
  if (!Array.isArray(listed)) return;
  const found = new Set<string>();
  const note = (entry: unknown): void => {
    for (const [name, value] of Object.entries(objectOf(objectOf(entry).extensions)))
      if (typeof value === 'object' && value !== null) found.add(name);
  };
  const noteBelow = (value: unknown, depth: number): void => {
    note(value);
    if (depth === MATERIAL_DEPTH) return;
    for (const [key, below] of Object.entries(objectOf(value)))
      if (typeof below === 'object' && key !== 'extras') noteBelow(below, depth + 1);
  };
  const entriesOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
  for (const material of entriesOf(json.materials)) noteBelow(material, 0);
  for (const list of [json.textures, json.nodes, json.bufferViews])
    for (const one of entriesOf(list)) note(one);
  for (const mesh of entriesOf(json.meshes))
    for (const one of entriesOf(objectOf(mesh).primitives)) note(one);
  const missing = DRAWN.filter((name) => found.has(name) && !listed.includes(name));
  if (missing.length > 0) json.extensionsUsed = [...listed, ...missing];
}

/**
 * Gives a document without any scene one of all its root nodes. glTF allows a file of nodes alone, a library of parts,
 * and leaves to the reader what it shows of it.
 */
function addScene(json: { scenes?: unknown }, nodes: readonly unknown[]): void {
  const { scenes } = json;
  if (scenes !== undefined && !(Array.isArray(scenes) && scenes.length === 0)) return;
  const children = new Set<unknown>();
  for (const node of nodes) {
    const list = objectOf(node).children;
    if (Array.isArray(list)) for (const child of list) children.add(child);
  }
  const roots = [...nodes.keys()].filter((index) => !children.has(index));
  if (roots.length > 0) json.scenes = [{ nodes: roots }];
}

/**
 * Leaves out of the scene that is shown what it names twice: as a root once more, or as one below another. three.js draws such nodes
 * twice, glTF-Transform once, and not where they hang.
 */
function dropRepeated(json: LooseDocument, nodes: readonly unknown[]): void {
  const scene = Array.isArray(json.scenes) ? json.scenes[Number(json.scene ?? 0)] : undefined;
  const { nodes: roots } = objectOf(scene);
  if (!Array.isArray(roots)) return;
  const below = new Set<unknown>();
  const waiting: unknown[] = [...roots];
  while (waiting.length > 0) {
    const { children } = objectOf(nodes[Number(waiting.pop())]);
    if (!Array.isArray(children)) continue;
    for (const child of children) {
      if (below.has(child)) continue;
      below.add(child);
      waiting.push(child);
    }
  }
  const kept = [...new Set(roots)].filter((root) => !below.has(root));
  // Of a circle nothing would be left; it is refused as one.
  if (kept.length > 0 && kept.length < roots.length) scene.nodes = kept;
}

/** Of the product of its columns' lengths: a matrix of less volume is flat. */
const FLAT = 1e-12;

/**
 * Says in translation, rotation and scale where a node stands whose matrix makes all flat: of such a one three.js makes a node that is
 * not scaled at all, and glTF-Transform one that is nowhere.
 */
function mendMatrix(node: unknown): void {
  const matrix = numbersOf(objectOf(node).matrix, 16);
  if (matrix === null || !isFlat(matrix)) return;
  const own = node as { matrix?: unknown };
  delete own.matrix;
  Object.assign(own, decomposeFlat(matrix));
}

function isFlat(matrix: Matrix): boolean {
  const volume = [0, 4, 8].reduce((product, start) => product * scaleOf(matrix.slice(start, start + 3)), 1);
  return Math.abs(determinant(matrix)) <= FLAT * volume;
}

/** Cosine between two axes below which they are square to each other but for how the numbers were written. */
const SHEARED = 1e-3;

/**
 * Hangs a node whose matrix shears into one more node, behind all others, so that translation, rotation and scale of the two are that
 * matrix: three.js and glTF-Transform know nothing else of a node. It keeps its number, its mesh and all below it.
 */
function partSheared(json: LooseDocument, nodes: unknown[]): void {
  const outer = new Map<unknown, number>();
  for (const [index, node] of [...nodes.entries()]) {
    const matrix = numbersOf(objectOf(node).matrix, 16);
    if (matrix === null || !isSheared(matrix) || nodes.length >= MAX_GLTF_ENTRIES) continue;
    const { inner, ...place } = decomposeSheared(matrix);
    if (![...place.rotation, ...place.scale, ...inner].every(Number.isFinite)) continue;
    const own = node as { name?: unknown; matrix?: unknown };
    delete own.matrix;
    Object.assign(own, { rotation: inner });
    outer.set(index, nodes.length);
    nodes.push({ ...(own.name !== undefined && { name: own.name }), ...place, children: [index] });
  }
  if (outer.size === 0) return;
  const hang = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((index) => outer.get(index) ?? index) : list;
  for (const node of nodes.slice(0, nodes.length - outer.size) as { children?: unknown }[])
    if (objectOf(node).children !== undefined) node.children = hang(node.children);
  for (const scene of (Array.isArray(json.scenes) ? json.scenes : []) as { nodes?: unknown }[])
    if (objectOf(scene).nodes !== undefined) scene.nodes = hang(scene.nodes);
}

function isSheared(matrix: Matrix): boolean {
  const columns = [0, 4, 8].map((start) => matrix.slice(start, start + 3));
  return [
    [0, 1],
    [0, 2],
    [1, 2],
  ].some(([p = 0, q = 0]) => {
    const [a, b] = [columns[p] ?? [], columns[q] ?? []];
    const across = a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
    return Math.abs(across) > SHEARED * scaleOf(a) * scaleOf(b);
  });
}

/**
 * Removes invalid node rotations: zero quaternions and values that are not numbers. glTF readers disagree about them;
 * without one the node is not rotated.
 *
 * @param json A glTF document; changed.
 * @returns Indices of the nodes that had one.
 */
export function mendRotations(json: { readonly nodes?: readonly object[] }): number[] {
  const mended: number[] = [];
  for (const [index, node] of (json.nodes ?? []).entries()) {
    const { rotation } = node as { rotation?: unknown };
    if (rotation === undefined || isRotation(rotation)) continue;
    delete (node as { rotation?: unknown }).rotation;
    mended.push(index);
  }
  return mended;
}

function isRotation(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const length = value.reduce(
    (sum: number, cell) => sum + (typeof cell === 'number' ? cell ** 2 : Number.NaN),
    0,
  );
  return Number.isFinite(length) && length > 1e-12;
}

/** Extensions by which a texture has a picture that is read. */
const SOURCES = ['KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif'] as const;

/**
 * A document in which nothing glows that asks for a picture of its glow and has none: the picture would say where, and without it
 * the whole part would shine.
 *
 * @param json Checked by `checkGltf`.
 * @returns The same one where nothing is lost; `json` is not changed.
 */
export function dimLostGlow(json: GltfJson, binary: Uint8Array | null): GltfJson {
  const isLost = (info: unknown): boolean => {
    const texture = json.textures?.[Number(objectOf(info).index)];
    const sources = [texture?.source, ...SOURCES.map((name) => objectOf(texture?.extensions?.[name]).source)];
    return !sources.some((source) => isPicture(json, binary, Number(source ?? -1)));
  };
  const dim = (material: GltfMaterial): GltfMaterial => {
    const { emissiveTexture, emissiveFactor } = objectOf(material);
    if (emissiveTexture === undefined || emissiveFactor === undefined) return material;
    return isLost(emissiveTexture) ? { ...material, ...{ emissiveFactor: [0, 0, 0] } } : material;
  };
  return json.materials === undefined ? json : { ...json, materials: json.materials.map(dim) };
}

/** Whether an image is in the file, as far as its first bytes tell. */
function isPicture(json: GltfJson, binary: Uint8Array | null, index: number): boolean {
  const image = json.images?.[index];
  const view = json.bufferViews?.[image?.bufferView ?? -1];
  if (image === undefined) return false;
  if (view === undefined) return image.uri?.startsWith('data:') === true;
  if (view.buffer !== 0 || binary === null || json.buffers?.[0]?.uri !== undefined) return true;
  const start = view.byteOffset ?? 0;
  const size = readImageSize(binary.subarray(start, start + (view.byteLength ?? 0)));
  return size !== null && size.widthPx * size.heightPx <= MAX_IMAGE_PIXELS;
}

const [MESHOPT, MESHOPT_LATER] = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/**
 * A document as glTF-Transform takes it: of version 2.0, whichever 2 it is of, and with meshopt compression by the name that it
 * knows. The later name says the same of more formats, all of which the decoder reads by either.
 *
 * @returns `json` is not changed.
 */
export function forTransform(json: GltfJson): GltfJson {
  return nameMeshopt({ ...json, asset: { ...json.asset, version: '2.0' } });
}

function nameMeshopt(json: GltfJson): GltfJson {
  if (!json.extensionsUsed?.includes(MESHOPT_LATER)) return json;
  const renamed = <T extends { readonly extensions?: Readonly<Record<string, unknown>> }>(one: T): T => {
    const { [MESHOPT_LATER]: own, ...others } = objectOf(one.extensions);
    return own === undefined ? one : { ...one, extensions: { [MESHOPT]: own, ...others } };
  };
  const names = (list: readonly string[] = []) => [
    ...new Set(list.map((name) => (name === MESHOPT_LATER ? MESHOPT : name))),
  ];
  const { buffers, bufferViews, extensionsRequired } = json;
  return {
    ...json,
    extensionsUsed: names(json.extensionsUsed),
    ...(extensionsRequired && { extensionsRequired: names(extensionsRequired) }),
    ...(buffers && { buffers: buffers.map(renamed) }),
    ...(bufferViews && { bufferViews: bufferViews.map(renamed) }),
  };
}
