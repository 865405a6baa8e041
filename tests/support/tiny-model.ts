import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, type Material, type Node, type Primitive, WebIO } from '@gltf-transform/core';
import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import type { BufferGeometry } from 'three';
import { GLTF_EXTENSIONS } from '../../src/tracer/gltf/diffuse-roughness.ts';
import type { GeometryDecoders } from '../../src/tracer/gltf/load-model.ts';

const SAMPLES = join(import.meta.dirname, '../../../shared/samples');

/** True where the sample files lie beside the project. */
export const hasSamples = existsSync(SAMPLES);

/** Names of the GLB files in a folder of the samples, empty where there are none. */
export function listSamples(folder: string): string[] {
  return hasSamples ? readdirSync(join(SAMPLES, folder)).filter((name) => name.endsWith('.glb')) : [];
}

export function readSample(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(SAMPLES, path)));
}

/** A scene frame that changes nothing. */
export const AS_IT_IS = {
  normalisation: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  modelTransform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  hiddenNodes: [],
  dressings: [],
};

export async function openDecoders(): Promise<GeometryDecoders> {
  await MeshoptDecoder.ready;
  return { draco: await draco.createDecoderModule(), meshopt: MeshoptDecoder };
}

/** Corners of a square of side 2 in the XY plane, facing +Z, as two triangles. */
const SQUARE = { positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], indices: [0, 1, 2, 0, 2, 3] };

/** A document with one scene, one buffer and one node called "square" that shows a square. */
export function createSquare(): { document: Document; primitive: Primitive } {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'VEC3' | 'VEC2' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(SQUARE.positions)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array([0, 1, 1, 1, 1, 0, 0, 0])))
    .setIndices(accessor('SCALAR', new Uint16Array(SQUARE.indices)));
  const node = document.createNode('square').setMesh(document.createMesh().addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene().addChild(node));
  return { document, primitive };
}

/** Puts a shape of three.js into the default scene, as a node with a material of its own, both with this name. */
export function addShape(
  document: Document,
  name: string,
  shape: BufferGeometry,
): { node: Node; material: Material } {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? document.createScene();
  const buffer = root.listBuffers()[0] ?? document.createBuffer();
  root.setDefaultScene(scene);
  const accessor = (type: 'VEC3' | 'VEC2' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const floats = (attribute: string) => new Float32Array(shape.getAttribute(attribute).array);
  const material = document.createMaterial(name);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', floats('position')))
    .setAttribute('NORMAL', accessor('VEC3', floats('normal')))
    .setAttribute('TEXCOORD_0', accessor('VEC2', floats('uv')))
    .setIndices(accessor('SCALAR', new Uint16Array(shape.getIndex()?.array ?? [])))
    .setMaterial(material);
  const node = document.createNode(name).setMesh(document.createMesh().addPrimitive(primitive));
  scene.addChild(node);
  return { node, material };
}

export function openGlb(glb: Uint8Array): Promise<Document> {
  return new WebIO().registerExtensions(GLTF_EXTENSIONS).readBinary(glb);
}

export async function writeGlb(document: Document): Promise<Uint8Array> {
  return new WebIO().registerExtensions(GLTF_EXTENSIONS).writeBinary(document);
}

/** A GLB with this JSON, whatever it says, and this binary chunk. */
export function packGlb(json: unknown, binary: Uint8Array | null = null): Uint8Array {
  const pad = (bytes: Uint8Array, fill: number) => {
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(fill);
    padded.set(bytes);
    return padded;
  };
  const chunks = [{ type: 0x4e4f534a, bytes: pad(new TextEncoder().encode(JSON.stringify(json)), 0x20) }];
  if (binary !== null) chunks.push({ type: 0x004e4942, bytes: pad(binary, 0) });
  const length = 12 + chunks.reduce((sum, { bytes }) => sum + 8 + bytes.length, 0);
  const glb = new Uint8Array(length);
  const view = new DataView(glb.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, length, true);
  let at = 12;
  for (const { type, bytes } of chunks) {
    view.setUint32(at, bytes.length, true);
    view.setUint32(at + 4, type, true);
    glb.set(bytes, at + 8);
    at += 8 + bytes.length;
  }
  return glb;
}
