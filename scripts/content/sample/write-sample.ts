import { Document, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';
import sharp from 'sharp';
import { toLinear } from '../colour.ts';
import { smoothstep } from '../noise.ts';
import type { SampleMaterial } from './headphones.ts';
import { createHeadphones } from './headphones.ts';

/** glTF 2.0, sampler.wrapS and mesh.primitive.mode. */
const GL_REPEAT = 10497;
const GL_TRIANGLES = 4;

/** sRGB base colour, metalness and roughness of the undressed product. */
const MATERIALS: Record<
  SampleMaterial,
  { hex: [number, number, number]; metalness: number; roughness: number }
> = {
  Leather: { hex: [0x8a, 0x84, 0x7c], metalness: 0, roughness: 0.6 },
  'Cup shell': { hex: [0xd6, 0xd2, 0xca], metalness: 0, roughness: 0.4 },
  'Rim and yoke': { hex: [0xc9, 0xcb, 0xce], metalness: 1, roughness: 0.3 },
  'Speaker mesh': { hex: [0x4a, 0x4b, 0x4e], metalness: 0.6, roughness: 0.55 },
};

/** Steps of a metre and of a unit: 1 µm, and finer than 16-bit normals. Shorter mantissas pack better. */
const POSITION_STEP = 2 ** -20;
const NORMAL_STEP = 2 ** -14;
const UV_STEP = 2 ** -13;

/** @returns The sample product as a GLB, compressed without loss (EXT_meshopt_compression); same bytes every time. */
export async function writeSample(): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const document = new Document();
  document.getRoot().getAsset().generator = 'Vitrine';
  const buffer = document.createBuffer();
  const scene = document.createScene('Aria headphones');
  document.getRoot().setDefaultScene(scene);
  const product = document.createNode('Aria headphones');
  scene.addChild(product);
  const mesh = document
    .createTexture('Speaker mesh')
    .setMimeType('image/png')
    .setImage(new Uint8Array(await drawMeshTile()));
  const materials = new Map(
    Object.entries(MATERIALS).map(([name, { hex, metalness, roughness }]) => {
      const material = document
        .createMaterial(name)
        .setBaseColorFactor([toLinear(hex[0] / 255), toLinear(hex[1] / 255), toLinear(hex[2] / 255), 1])
        .setMetallicFactor(metalness)
        .setRoughnessFactor(roughness);
      if (name === 'Speaker mesh') {
        material.setBaseColorTexture(mesh);
        material.getBaseColorTextureInfo()?.setWrapS(GL_REPEAT).setWrapT(GL_REPEAT);
      }
      return [name, material];
    }),
  );
  for (const part of createHeadphones()) {
    const { positions, normals, uvs, indices } = part.mesh;
    const attribute = (name: string, type: 'VEC2' | 'VEC3', values: readonly number[], step: number) =>
      document
        .createAccessor(`${part.name} ${name}`)
        .setType(type)
        .setArray(Float32Array.from(values, (value) => Math.round(value / step) * step))
        .setBuffer(buffer);
    const index = document
      .createAccessor(`${part.name} indices`)
      .setType('SCALAR')
      .setArray(positions.length / 3 > 65535 ? Uint32Array.from(indices) : Uint16Array.from(indices))
      .setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setMode(GL_TRIANGLES)
      .setAttribute('POSITION', attribute('positions', 'VEC3', positions, POSITION_STEP))
      .setAttribute('NORMAL', attribute('normals', 'VEC3', normals, NORMAL_STEP))
      .setAttribute('TEXCOORD_0', attribute('uvs', 'VEC2', uvs, UV_STEP))
      .setIndices(index)
      .setMaterial(materials.get(part.material) ?? null);
    product.addChild(
      document.createNode(part.name).setMesh(document.createMesh(part.name).addPrimitive(primitive)),
    );
  }
  document.createExtension(EXTMeshoptCompression).setRequired(true);
  const io = new NodeIO()
    .registerExtensions([EXTMeshoptCompression])
    .registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
  return io.writeBinary(document);
}

/** One tile of perforated sheet: a hole in the middle and quarters of four holes at the corners. */
async function drawMeshTile(): Promise<Buffer> {
  const sizePx = 64;
  const grey = new Uint8Array(sizePx * sizePx);
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const u = (x + 0.5) / sizePx;
      const v = (y + 0.5) / sizePx;
      const middle = Math.hypot(u - 0.5, v - 0.5);
      const corner = Math.hypot(Math.min(u, 1 - u), Math.min(v, 1 - v));
      const solid = smoothstep(0.2, 0.26, Math.min(middle, corner));
      grey[y * sizePx + x] = Math.round(18 + 237 * solid);
    }
  }
  const raw = { width: sizePx, height: sizePx, channels: 1 } as const;
  return sharp(grey, { raw }).png({ compressionLevel: 9 }).toBuffer();
}
