import { packGlb } from './tiny-model.ts';

/** A square in the XY plane, 1 unit wide. */
const CORNERS = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const INDICES = [0, 1, 2, 0, 2, 3];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** More than lies between two ranges that are read as one. */
const APART_BYTES = 128 * 1024;

interface Piece {
  readonly array: Float32Array | Uint8Array | Uint32Array;
  readonly type: string;
  readonly componentType: number;
}

const floats = (type: string, values: readonly number[]): Piece => ({
  array: new Float32Array(values),
  type,
  componentType: 5126,
});

/** Packs pieces one after the other, far apart, as accessors of their numbers. */
function pack(pieces: readonly Piece[], json: object): Uint8Array {
  const sizes: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
  const step = (bytes: number): number => APART_BYTES + ((bytes + 3) & ~3);
  const starts: number[] = [];
  let end = 0;
  for (const { array } of pieces) {
    starts.push(end);
    end += step(array.byteLength);
  }
  const binary = new Uint8Array(end - APART_BYTES);
  for (const [index, { array }] of pieces.entries())
    binary.set(new Uint8Array(array.buffer), starts[index] ?? 0);
  return packGlb(
    {
      asset: { version: '2.0' },
      scene: 0,
      accessors: pieces.map(({ array, type, componentType }, bufferView) => ({
        bufferView,
        componentType,
        type,
        count: array.length / (sizes[type] ?? 1),
      })),
      bufferViews: pieces.map(({ array }, index) => ({
        buffer: 0,
        byteOffset: starts[index],
        byteLength: array.byteLength,
      })),
      buffers: [{ byteLength: binary.length }],
      ...json,
    },
    binary,
  );
}

const SHAPE: readonly Piece[] = [
  floats('VEC3', CORNERS),
  { array: new Uint32Array(INDICES), type: 'SCALAR', componentType: 5125 },
];

/**
 * A square that a shape key lifts by 1 where its weight is 1. The key lies at the end of the file.
 *
 * @param weights Of the node, of the mesh.
 */
export function makeStretched(weights: {
  readonly node?: readonly number[];
  readonly mesh?: readonly number[];
}): Uint8Array {
  const lift = floats(
    'VEC3',
    [0, 1, 2, 3].flatMap(() => [0, 0, 1]),
  );
  const primitives = [{ attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 2 }] }];
  return pack([...SHAPE, lift], {
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...(weights.node && { weights: weights.node }) }],
    meshes: [{ primitives, ...(weights.mesh && { weights: weights.mesh }) }],
  });
}

interface SkinPlan {
  /** Of joints and weights. */
  readonly sets?: number;
  /** How many bind matrices there are for the two joints. */
  readonly bind?: number;
  readonly bindType?: string;
  readonly jointsType?: string;
}

/** A square with two joints that share each corner; bind matrices, then joints and weights, are the end of the file. */
export function makeSkinned({ sets = 1, bind = 2, bindType = 'MAT4', jointsType = 'VEC4' }: SkinPlan) {
  const cells = Array.from({ length: bind }, () => IDENTITY).flat();
  const weight = 1 / (sets * 4);
  const size = jointsType === 'VEC4' ? 4 : 1;
  const skins = Array.from({ length: sets }, (): Piece[] => [
    {
      array: Uint8Array.from({ length: 4 * size }, (_, at) => at % 2),
      type: jointsType,
      componentType: 5121,
    },
    floats('VEC4', new Array<number>(16).fill(weight)),
  ]).flat();
  const binds = floats(bindType, bindType === 'MAT4' ? cells : [1, 1]);
  const attributes = Object.fromEntries(
    skins.map((_, at) => [`${at % 2 === 0 ? 'JOINTS' : 'WEIGHTS'}_${at >> 1}`, 2 + at]),
  );
  return pack([...SHAPE, ...skins, binds], {
    scenes: [{ nodes: [0, 1, 2] }],
    nodes: [{ mesh: 0, skin: 0 }, {}, {}],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, ...attributes }, indices: 1 }] }],
    skins: [{ joints: [1, 2], inverseBindMatrices: 2 + skins.length }],
  });
}
