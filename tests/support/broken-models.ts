import { makeBoxes } from './box-model.ts';
import { packGlb } from './tiny-model.ts';

/** A square of two triangles, 1 unit wide. */
const CORNERS = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const SQUARE = [0, 1, 2, 0, 2, 3];

interface SquarePlan {
  readonly positions?: readonly number[];
  readonly indices?: readonly number[];
  readonly node?: object;
  readonly scenes?: readonly object[];
  readonly images?: readonly object[];
  readonly textures?: readonly object[];
  readonly materials?: readonly object[];
  /** Bytes at the end of the chunk, in a buffer view of their own: number 2. */
  readonly tail?: Uint8Array;
}

/** A GLB of one indexed mesh. */
export function makeSquare(plan: SquarePlan = {}): Uint8Array {
  const { positions = CORNERS, indices = SQUARE, node = {}, images, materials, tail } = plan;
  const { scenes = [{ nodes: [0] }] } = plan;
  const textures = plan.textures ?? [{ source: 0 }];
  const points = new Uint8Array(new Float32Array(positions).buffer);
  const corners = new Uint8Array(new Uint32Array(indices).buffer);
  const binary = new Uint8Array([...points, ...corners, ...(tail ?? [])]);
  const start = points.length + corners.length;
  return packGlb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes,
      nodes: [{ name: 'Square', mesh: 0, ...node }],
      meshes: [
        {
          primitives: [
            {
              attributes: { POSITION: 0 },
              indices: 1,
              ...(materials === undefined ? {} : { material: 0 }),
            },
          ],
        },
      ],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: positions.length / 3,
          type: 'VEC3',
          min: [0, 0, 0],
          max: [1, 1, 0],
        },
        { bufferView: 1, componentType: 5125, count: indices.length, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: points.length },
        { buffer: 0, byteOffset: points.length, byteLength: corners.length },
        ...(tail === undefined ? [] : [{ buffer: 0, byteOffset: start, byteLength: tail.length }]),
      ],
      buffers: [{ byteLength: binary.length }],
      ...(images === undefined ? {} : { images, textures }),
      ...(materials === undefined ? {} : { materials }),
    },
    binary,
  );
}

/** Valid JSON; the compressed bytes are none that Draco knows. */
export function makeBrokenDraco(): Uint8Array {
  const name = 'KHR_draco_mesh_compression';
  const bytes = Uint8Array.from({ length: 64 }, (_, at) => (at * 37) & 255);
  return packGlb(
    {
      asset: { version: '2.0' },
      extensionsUsed: [name],
      extensionsRequired: [name],
      scenes: [{ nodes: [0] }],
      nodes: [{ name: 'Square', mesh: 0 }],
      meshes: [
        {
          primitives: [
            {
              attributes: { POSITION: 0 },
              indices: 1,
              extensions: { [name]: { bufferView: 0, attributes: { POSITION: 0 } } },
            },
          ],
        },
      ],
      accessors: [
        { componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
        { componentType: 5125, count: 6, type: 'SCALAR' },
      ],
      bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: bytes.length }],
      buffers: [{ byteLength: bytes.length }],
    },
    bytes,
  );
}

/** Valid JSON; the compressed bytes are none that Meshopt knows. */
export function makeBrokenMeshopt(name: 'EXT_meshopt_compression' | 'KHR_meshopt_compression'): Uint8Array {
  const bytes = new Uint8Array(64).fill(0xa0);
  const packed = (byteStride: number, count: number, mode: string) => ({
    buffer: 1,
    byteLength: byteStride * count,
    extensions: { [name]: { buffer: 0, byteOffset: 0, byteLength: 32, byteStride, count, mode } },
  });
  return packGlb(
    {
      asset: { version: '2.0' },
      extensionsUsed: [name],
      extensionsRequired: [name],
      scenes: [{ nodes: [0] }],
      nodes: [{ name: 'Square', mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
        { bufferView: 1, componentType: 5125, count: 6, type: 'SCALAR' },
      ],
      bufferViews: [packed(12, 4, 'ATTRIBUTES'), packed(4, 6, 'TRIANGLES')],
      buffers: [
        { byteLength: bytes.length },
        { byteLength: 256, extensions: { [name]: { fallback: true } } },
      ],
    },
    bytes,
  );
}

/** An accessor that announces more than any card holds. */
export function makeTooLarge(): Uint8Array {
  return packGlb(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ componentType: 5126, count: 300_000_000, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
      buffers: [{ byteLength: 4 }],
    },
    new Uint8Array(4),
  );
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

/** A good square whose material asks for an SVG picture. */
export function makeSvgTextured(): Uint8Array {
  const tail = new TextEncoder().encode(SVG.padEnd(Math.ceil(SVG.length / 4) * 4));
  return makeSquare({
    tail,
    images: [{ bufferView: 2, mimeType: 'image/svg+xml' }],
    materials: [{ name: 'Oak', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  });
}

/** A good square whose materials wear textures without a picture: of nothing, of an optional extension, and not at all. */
export function makeSourceless(): Uint8Array {
  const wears = (index: number) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } });
  return makeSquare({
    tail: new Uint8Array(64).fill(7),
    images: [{ bufferView: 2, mimeType: 'video/mp4', name: 'Film' }],
    textures: [{}, { extensions: { EXT_texture_video: { source: 0 } } }, {}],
    materials: [{ name: 'Oak', ...wears(0), emissiveTexture: { index: 1 } }],
  });
}

const box = () => makeBoxes([{ name: 'Cut', size: [1, 1, 1], centre: [0, 0, 0] }]);

/** Files of which nothing can be shown, with the reason each is refused for. */
export const REFUSED_MODELS = [
  ['broken-draco.glb', 'geometry-damaged', makeBrokenDraco],
  ['broken-meshopt.glb', 'geometry-damaged', () => makeBrokenMeshopt('EXT_meshopt_compression')],
  ['broken-khr-meshopt.glb', 'geometry-damaged', () => makeBrokenMeshopt('KHR_meshopt_compression')],
  ['no-corners.glb', 'nothing-visible', () => makeSquare({ indices: SQUARE.map((index) => index + 9) })],
  ['flat.glb', 'nothing-visible', () => makeSquare({ indices: [0, 0, 1, 2, 2, 3] })],
  ['no-numbers.glb', 'positions-damaged', () => makeSquare({ positions: CORNERS.map(() => Number.NaN) })],
  ['too-large.glb', 'elements', makeTooLarge],
  ['cut.glb', 'cut-short', () => box().slice(0, 900)],
] as const satisfies readonly (readonly [string, string, () => Uint8Array])[];

/** Models in one piece of which nothing can be seen, and why each is refused. */
export const UNSEEN_MODELS = [
  ['endless.glb', 'positions-damaged', () => makeSquare({ positions: CORNERS.map(() => Infinity) })],
  ['one-point.glb', 'no-size', () => makeSquare({ positions: CORNERS.map(() => 1) })],
  ['shrunk.glb', 'no-size', () => makeSquare({ node: { scale: [0, 0, 0] } })],
  ['no-scene.glb', 'no-scene', () => packGlb({ asset: { version: '2.0' } })],
  ['only-nodes.glb', 'nothing-to-draw', () => packGlb({ asset: { version: '2.0' }, nodes: [{}] })],
  [
    'no-shape.glb',
    'nothing-to-draw',
    () => packGlb({ asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{}] }),
  ],
  [
    'elsewhere.glb',
    'needs-file',
    () => packGlb({ asset: { version: '2.0' }, scenes: [{}], buffers: [{ uri: 'all.bin', byteLength: 8 }] }),
  ],
] as const satisfies readonly (readonly [string, string, () => Uint8Array])[];

/** The good square with one triangle of which a corner is not in the file. */
export const makeHoled = (): Uint8Array => makeSquare({ indices: [0, 1, 2, 0, 2, 99] });
/** The good square with one point that is no number. */
export const makeTorn = (): Uint8Array =>
  makeSquare({ positions: CORNERS.map((value, at) => (at === 10 ? Number.NaN : value)) });
/** The good square, turned by nothing at all. */
export const makeUnturned = (): Uint8Array => makeSquare({ node: { rotation: [0, 0, 0, 0] } });
