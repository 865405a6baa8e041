import { MeshoptEncoder } from 'meshoptimizer';
import { packGlb } from './tiny-model.ts';

export const MESHOPT_NAMES = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** In a row in the XY plane, 1 unit wide each, lower and lower from 1 unit. */
const PANES = 16;

/**
 * A row of panes that becomes lower to the right, packed by meshopt as gltfpack does it, in colours; under its later name also with what that adds, the
 * second format of vertices and a filter for colours. It stands turned by an eighth around Z.
 */
export async function makeMeshopt(name: (typeof MESHOPT_NAMES)[number]): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const isLater = name === 'KHR_meshopt_compression';
  const version = isLater ? 1 : 0;
  const vertexCount = (PANES + 1) * 2;
  const positions = Array.from({ length: vertexCount }, (_, vertex) => [
    vertex >> 1,
    (vertex & 1) * (1 - (vertex >> 1) / PANES),
    0,
  ]).flat();
  const colours = Array.from({ length: vertexCount }, (_, vertex) => [
    vertex % 2,
    0.5,
    vertex / vertexCount,
    1,
  ]);
  const indices = Array.from({ length: PANES }, (_, pane) => {
    const first = pane * 2;
    return [first, first + 2, first + 1, first + 1, first + 2, first + 3];
  }).flat();
  const filtered = isLater
    ? MeshoptEncoder.encodeFilterColor(new Float32Array(colours.flat()), vertexCount, 4, 8)
    : Uint8Array.from(colours.flat(), (value) => Math.round(value * 255));
  const streams = [
    { data: new Uint8Array(new Float32Array(positions).buffer), count: vertexCount, stride: 12 },
    { data: filtered, count: vertexCount, stride: 4, filter: isLater ? 'COLOR' : 'NONE' },
    { data: new Uint8Array(new Uint16Array(indices).buffer), count: indices.length, stride: 2 },
  ].map((stream, at) => ({ ...stream, mode: at === 2 ? 'TRIANGLES' : 'ATTRIBUTES' }));
  const bytes: number[] = [];
  let plain = 0;
  const bufferViews = streams.map(({ data, count, stride, mode, filter = 'NONE' }) => {
    const packed = MeshoptEncoder.encodeGltfBuffer(data, count, stride, mode, version);
    const own = { buffer: 0, byteOffset: bytes.length, byteLength: packed.length, byteStride: stride, mode };
    const view = { buffer: 1, byteOffset: plain, byteLength: count * stride };
    bytes.push(...packed, ...new Array<number>((4 - (packed.length % 4)) % 4).fill(0));
    plain += count * stride;
    const isVertex = mode === 'ATTRIBUTES';
    return {
      ...view,
      ...(isVertex && { byteStride: stride }),
      extensions: { [name]: { ...own, count, filter } },
    };
  });
  const half = Math.PI / 8;
  return packGlb(
    {
      asset: { version: '2.0' },
      extensionsUsed: [name],
      extensionsRequired: [name],
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ name: 'row', mesh: 0, rotation: [0, 0, Math.sin(half), Math.cos(half)] }],
      materials: [{ name: 'paint' }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, indices: 2, material: 0 }] }],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: vertexCount,
          type: 'VEC3',
          min: [0, 0, 0],
          max: [PANES, 1, 0],
        },
        { bufferView: 1, componentType: 5121, normalized: true, count: vertexCount, type: 'VEC4' },
        { bufferView: 2, componentType: 5123, count: indices.length, type: 'SCALAR' },
      ],
      bufferViews,
      buffers: [
        { byteLength: bytes.length },
        { byteLength: plain, extensions: { [name]: { fallback: true } } },
      ],
    },
    Uint8Array.from(bytes),
  );
}
