import { IDENTITY_MATRIX } from '../../../contract/constants.ts';
import { glbHead } from '../../../contract/files/glb-head.ts';
import type { StageModel } from '../../../contract/stage.ts';

/** Half of its side, stage units: smaller than any model, which fills 10. */
const HALF = 2.5;
const FACES = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) => ({ axis, sign })));

/** A plain grey cube that stands in for a model that could not be shown (D5). It is nobody's work: nothing ever saves it. */
export function fallbackModel(id: string): StageModel {
  return {
    id,
    glb: new Blob([cube()], { type: 'model/gltf-binary' }),
    normalisation: [...IDENTITY_MATRIX],
    modelTransform: [...IDENTITY_MATRIX],
    upAxis: 'Y_UP',
    hiddenNodes: [],
    variant: null,
  };
}

function cube(): ArrayBuffer {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const positions = FACES.flatMap(({ axis, sign }) =>
    corners.flatMap(([u, v]) => {
      const point = [0, 0, 0];
      point[axis] = sign * HALF;
      point[(axis + 1) % 3] = u * sign * HALF;
      point[(axis + 2) % 3] = v * HALF;
      return point;
    }),
  );
  const normals = FACES.flatMap(({ axis, sign }) =>
    corners.flatMap(() => [0, 1, 2].map((other) => (other === axis ? sign : 0))),
  );
  const indices = FACES.flatMap((_face, face) => [0, 1, 2, 0, 2, 3].map((corner) => face * 4 + corner));
  const [floats, shorts] = [new Float32Array([...positions, ...normals]), new Uint16Array(indices)];
  const views = [
    { buffer: 0, byteOffset: 0, byteLength: floats.byteLength / 2 },
    { buffer: 0, byteOffset: floats.byteLength / 2, byteLength: floats.byteLength / 2 },
    { buffer: 0, byteOffset: floats.byteLength, byteLength: shorts.byteLength },
  ];
  const vectors = { componentType: 5126, count: FACES.length * 4, type: 'VEC3' };
  return packGlb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material: 0 }] }],
      materials: [
        {
          pbrMetallicRoughness: {
            baseColorFactor: [0.3, 0.3, 0.3, 1],
            metallicFactor: 0,
            roughnessFactor: 0.9,
          },
        },
      ],
      accessors: [
        { ...vectors, bufferView: 0, min: [-HALF, -HALF, -HALF], max: [HALF, HALF, HALF] },
        { ...vectors, bufferView: 1 },
        { bufferView: 2, componentType: 5123, count: shorts.length, type: 'SCALAR' },
      ],
      bufferViews: views,
      buffers: [{ byteLength: floats.byteLength + shorts.byteLength }],
    },
    [new Uint8Array(floats.buffer), new Uint8Array(shorts.buffer)],
  );
}

function packGlb(json: object, parts: readonly Uint8Array[]): ArrayBuffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = glbHead(json, length);
  const glb = new Uint8Array(head.length + length);
  let at = 0;
  for (const part of [head, ...parts]) {
    glb.set(part, at);
    at += part.length;
  }
  return glb.buffer;
}
