import { expect, test } from 'vitest';
import { decodeGeometry } from '../../../src/server/models/decode-geometry.ts';
import type { GltfJson } from '../../../src/tracer/gltf-json.ts';

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
