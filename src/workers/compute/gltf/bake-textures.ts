import {
  type Accessor,
  type Document,
  type ILogger,
  type Mesh,
  type Node,
  type Primitive,
  type Texture,
  WebIO,
} from '@gltf-transform/core';
import { EXTTextureWebP } from '@gltf-transform/extensions';
import { GLTF_EXTENSIONS, withBytes } from '../../../tracer/gltf/diffuse-roughness.ts';
import { readFloats } from '../../../tracer/gltf/read-accessor.ts';
import type { GlbContents } from '../../../tracer/gltf/read-glb.ts';
import { readTriangles } from '../../../tracer/gltf/read-mesh.ts';
import { cofactors, determinant, type Matrix, multiply } from '../../../tracer/matrix.ts';
import type { LaidTexture } from '../pack/patch-gltf.ts';
import { fillBlue } from '../pictures/fill-blue.ts';
import { layTexture } from '../pictures/lay-texture.ts';
import { type FileLabels, layLabels } from './lay-labels.ts';
import { mapTriples, placePoints } from './place-points.ts';

/** Opens decoders of compressed geometry, brought by the host because their packages start differently. */
export interface ExportDecoders {
  /** A module of the Draco decoder. */
  draco(): Promise<object>;
  /** `MeshoptDecoder` of meshoptimizer, ready. */
  meshopt(): Promise<object>;
}

const SILENT: ILogger = { debug() {}, info() {}, warn() {}, error() {} };
const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = 'EXT_meshopt_compression';

/**
 * Gives parts their library textures for good, and their labels: coordinates along the axis each triangle faces most, the texture's own
 * bytes, its maps, colour and finish. glTF has no triplanar projection and no relief from brightness, so blends between
 * the directions and such a relief stay behind. A mesh that several nodes show is split when its texture must lie differently
 * on each; instances share the coordinates of their node; skinned parts have those of their bind pose.
 *
 * @param toTexture Frame of the file to the texture frame (tracer/gltf/find-texture-frame.ts).
 * @returns A whole GLB; compressed geometry is written out plain, images keep their bytes, those that the file lacks and extensions
 *   that glTF-Transform does not know are left out.
 */
export async function bakeTextures(
  contents: GlbContents,
  laid: readonly LaidTexture[],
  toTexture: Matrix,
  decoders: ExportDecoders,
  labels: FileLabels,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = withBytes(contents.json, contents.binary);
  const needs = (extension: string): boolean => whole.json.extensionsUsed?.includes(extension) === true;
  const io = new WebIO().setLogger(SILENT).registerExtensions(GLTF_EXTENSIONS);
  if (needs(DRACO)) io.registerDependencies({ 'draco3d.decoder': await decoders.draco() });
  if (needs(MESHOPT)) io.registerDependencies({ 'meshopt.decoder': await decoders.meshopt() });
  const document = await io.readJSON(whole);
  const root = document.getRoot();
  // A picture that is not there has no place in a file that holds all of its own.
  for (const texture of root.listTextures()) if (!texture.getImage()?.byteLength) texture.dispose();
  const wishes = new Map(laid.map((one) => [root.listMaterials()[one.materialIndex] ?? null, one]));
  splitMeshes(document, (primitive) => wishes.has(primitive.getMaterial()));
  for (const node of root.listNodes()) {
    const world = multiply(toTexture, node.getWorldMatrix());
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const wish = wishes.get(primitive.getMaterial());
      if (wish !== undefined && primitive.getMode() >= 4) lay(document, primitive, world, wish.dressing);
    }
  }
  await paint(document, laid);
  await layLabels(document, labels, toTexture);
  tidy(document);
  return io.writeBinary(document);
}

/** Gives every node its own copy of a mesh that is textured by where it stands. */
function splitMeshes(document: Document, isLaid: (primitive: Primitive) => boolean): void {
  const seen = new Set<Mesh>();
  const nodes: Node[] = document.getRoot().listNodes();
  for (const node of nodes) {
    const mesh = node.getMesh();
    if (mesh === null || !mesh.listPrimitives().some(isLaid)) continue;
    if (!seen.has(mesh)) {
      seen.add(mesh);
      continue;
    }
    const own = mesh.clone();
    for (const primitive of own.listPrimitives())
      own.removePrimitive(primitive).addPrimitive(primitive.clone());
    node.setMesh(own);
  }
}

function lay(
  document: Document,
  primitive: Primitive,
  world: Matrix,
  dressing: LaidTexture['dressing'],
): void {
  const accessor = primitive.getAttribute('POSITION');
  if (accessor === null) return;
  const normals = primitive.getAttribute('NORMAL');
  const laid = layTexture(
    {
      positions: placePoints(readFloats(accessor, 3), world),
      normals: normals === null ? null : turn(readFloats(normals, 3), world),
      indices: readTriangles(primitive, accessor.getCount()),
    },
    dressing.tileSize,
    dressing.rotationRadians,
  );
  const pick = (from: Accessor): Accessor => repeat(from, laid.sources);
  for (const semantic of primitive.listSemantics()) {
    const from = primitive.getAttribute(semantic);
    const isOld = semantic.startsWith('TEXCOORD_') || semantic === 'TANGENT';
    primitive.setAttribute(semantic, isOld || from === null ? null : pick(from));
  }
  for (const target of primitive.listTargets()) {
    const own = target.clone();
    for (const semantic of own.listSemantics()) {
      const from = own.getAttribute(semantic);
      own.setAttribute(semantic, from === null || semantic === 'TANGENT' ? null : pick(from));
    }
    primitive.removeTarget(target).addTarget(own);
  }
  const buffer = accessor.getBuffer();
  const create = (type: 'VEC2' | 'SCALAR', array: Float32Array | Uint32Array): Accessor =>
    document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer);
  primitive.setAttribute('TEXCOORD_0', create('VEC2', laid.uvs));
  primitive.setIndices(create('SCALAR', laid.indices)).setMode(4);
}

function repeat(from: Accessor, sources: Uint32Array): Accessor {
  const values = from.getArray();
  if (values === null) return from;
  const size = from.getElementSize();
  const out = values.slice(0, 0).constructor as new (length: number) => typeof values;
  const array = new out(sources.length * size);
  for (const [index, source] of sources.entries()) {
    array.set(values.subarray(source * size, (source + 1) * size), index * size);
  }
  return from.clone().setArray(array).setSparse(false);
}

function turn(normals: Float32Array, matrix: Matrix): Float32Array {
  const m = cofactors(matrix);
  const sign = determinant(matrix) < 0 ? -1 : 1;
  const row = (k: number, x: number, y: number, z: number): number =>
    sign * ((m[k] ?? 0) * x + (m[k + 3] ?? 0) * y + (m[k + 6] ?? 0) * z);
  return mapTriples(normals, (x, y, z) => [row(0, x, y, z), row(1, x, y, z), row(2, x, y, z)]);
}

async function paint(document: Document, laid: readonly LaidTexture[]): Promise<void> {
  const materials = document.getRoot().listMaterials();
  const add = async (name: string, image: Blob): Promise<Texture> => {
    if (image.type === 'image/webp') document.createExtension(EXTTextureWebP).setRequired(true);
    return document
      .createTexture(name)
      .setMimeType(image.type)
      .setImage(new Uint8Array(await image.arrayBuffer()));
  };
  for (const { materialIndex, dressing, image, normal, roughness } of laid) {
    const { name, metalness, finish } = dressing;
    const material = materials[materialIndex];
    material?.setBaseColorTexture(await add(name, image));
    if (normal !== null) {
      material
        ?.setNormalTexture(await add(`${name} normal`, normal))
        .setNormalScale(finish?.normalScale ?? 1);
    }
    if (roughness === null) continue;
    // Blue multiplies the metalness: without any the file's own bytes will do.
    const map = metalness > 0 ? await fillBlue(roughness) : roughness;
    material?.setMetallicRoughnessTexture(await add(`${name} roughness`, map));
  }
}

/** Merges all data into one buffer and drops what is no longer referenced. */
function tidy(document: Document): void {
  const root = document.getRoot();
  for (const extension of root.listExtensionsUsed()) {
    // Writing these would need an encoder.
    if ([DRACO, MESHOPT].includes(extension.extensionName)) extension.dispose();
  }
  for (const accessor of root.listAccessors()) {
    if (
      accessor
        .listParents()
        .every((parent) => parent.propertyType === 'Root' || parent.propertyType === 'Buffer')
    )
      accessor.dispose();
  }
  const [first, ...others] = root.listBuffers();
  for (const accessor of root.listAccessors()) accessor.setBuffer(first ?? null);
  for (const buffer of others) buffer.dispose();
}
