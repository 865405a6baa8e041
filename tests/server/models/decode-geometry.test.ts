import draco from 'draco3dgltf';
import { expect, test } from 'vitest';
import { decodeGeometry } from '../../../src/server/models/decode-geometry.ts';
import type { GltfJson } from '../../../src/tracer/gltf/gltf-json.ts';

const MEBIBYTE = 1024 ** 2;
/** A model of views that meshopt packed. */
const model = (views: number, packed: object) =>
  ({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 1 }],
    bufferViews: Array.from({ length: views }, () => ({
      buffer: 1,
      byteLength: 1,
      extensions: { EXT_meshopt_compression: { buffer: 0, byteStride: 16, mode: 'ATTRIBUTES', ...packed } },
    })),
  }) as unknown as GltfJson;
const never = () => {
  throw new Error('nothing of it is read');
};

test('a compressed view of more than 256 MB is refused before any of it is read', async () => {
  const json = model(1, { count: 1, byteLength: 257 * MEBIBYTE });
  await expect(decodeGeometry(json, never)).rejects.toMatchObject({
    failure: { code: 'model-too-complex', reason: 'elements' },
  });
});

test('views that unpack to too much, alone or together, are refused before any of it is read', async () => {
  const refusal = { failure: { code: 'model-too-complex', reason: 'elements' } };
  const unpack = (views: number, bytes: number) =>
    decodeGeometry(model(views, { count: bytes / 16, byteLength: 4 }), never);
  await expect(unpack(1, 513 * MEBIBYTE)).rejects.toMatchObject(refusal);
  await expect(unpack(3, 400 * MEBIBYTE)).rejects.toMatchObject(refusal);
  await expect(unpack(2, 400 * MEBIBYTE)).rejects.toThrow('nothing of it is read');
});

/** Draco's bytes of a square: two triangles over four corners. */
async function packSquare(): Promise<Uint8Array> {
  const module = await draco.createEncoderModule();
  const [encoder, builder, mesh] = [new module.Encoder(), new module.MeshBuilder(), new module.Mesh()];
  const packed = new module.DracoInt8Array();
  const corners = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  builder.AddFacesToMesh(mesh, 2, new Uint32Array([0, 1, 2, 0, 2, 3]));
  builder.AddFloatAttribute(mesh, module.POSITION, 4, 3, corners);
  const length = encoder.EncodeMeshToDracoBuffer(mesh, packed);
  const bytes = Uint8Array.from({ length }, (_, at) => packed.GetValue(at));
  for (const one of [packed, mesh, builder, encoder]) module.destroy(one);
  return bytes;
}

test('shapes that Draco packed are refused as soon as together they unpack to too much, and the rest is not read', async () => {
  const bytes = await packSquare();
  const one = 2 * 12 + 4 * 12;
  const json = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: 4 * bytes.length }],
    bufferViews: [0, 1, 2, 3].map((at) => ({
      buffer: 0,
      byteOffset: at * bytes.length,
      byteLength: bytes.length,
    })),
    meshes: [0, 1, 2, 3].map((bufferView) => ({
      primitives: [
        { attributes: {}, extensions: { KHR_draco_mesh_compression: { bufferView, attributes: {} } } },
      ],
    })),
  } as unknown as GltfJson;
  const reads: number[] = [];
  const read = async (start: number) => {
    reads.push(start / bytes.length);
    return bytes;
  };
  await decodeGeometry(json, read, 4 * one);
  expect(reads.splice(0)).toEqual([0, 1, 2, 3]);
  await expect(decodeGeometry(json, read, 2 * one)).rejects.toMatchObject({
    failure: { code: 'model-too-complex', reason: 'elements' },
  });
  expect(reads).toEqual([0, 1, 2]);
});
