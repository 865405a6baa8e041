const SIDE = 0.8;
/** A cube's faces: normal, right, up. */
const FACES = [
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
  [
    [-1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, -1],
  ],
  [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, -1],
    [-1, 0, 0],
    [0, 1, 0],
  ],
];
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

/**
 * A GLB of small cubes in a cube, in strong colours: node i shows mesh i, which has material i, each counted from the
 * start again where there are fewer.
 */
export function makeParts({ nodeCount, meshCount, materialCount }) {
  const positions = [];
  const normals = [];
  for (const [normal, right, up] of FACES) {
    for (const [u, v] of CORNERS) {
      positions.push(...normal.map((n, axis) => ((n + u * right[axis] + v * up[axis]) / 2) * SIDE));
      normals.push(...normal);
    }
  }
  const cube = Buffer.concat(
    [positions, normals].map((values) => Buffer.from(new Float32Array(values).buffer)),
  );
  const half = positions.length * 4;
  const accessor = (bufferView) => ({
    bufferView,
    componentType: 5126,
    count: positions.length / 3,
    type: 'VEC3',
  });
  const bound = SIDE / 2;
  const side = Math.ceil(Math.cbrt(nodeCount));
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: Array.from({ length: nodeCount }, (_, index) => index) }],
    nodes: Array.from({ length: nodeCount }, (_, index) => ({
      name: `part ${index}`,
      mesh: index % meshCount,
      translation: [index % side, Math.floor(index / side) % side, Math.floor(index / side / side)].map(
        (place) => place - side / 2,
      ),
    })),
    // Each mesh has bytes of its own, as files of such programs have.
    meshes: Array.from({ length: meshCount }, (_, index) => ({
      primitives: [
        { attributes: { POSITION: 2 * index, NORMAL: 2 * index + 1 }, material: index % materialCount },
      ],
    })),
    materials: Array.from({ length: materialCount }, (_, index) => ({
      name: `material ${index}`,
      pbrMetallicRoughness: { baseColorFactor: colourOf(index), metallicFactor: 0, roughnessFactor: 0.6 },
    })),
    accessors: Array.from({ length: 2 * meshCount }, (_, index) => ({
      ...accessor(index),
      ...(index % 2 === 0 ? { min: [-bound, -bound, -bound], max: [bound, bound, bound] } : {}),
    })),
    bufferViews: Array.from({ length: 2 * meshCount }, (_, index) => ({
      buffer: 0,
      byteOffset: index * half,
      byteLength: half,
    })),
    buffers: [{ byteLength: 2 * meshCount * half }],
  };
  return pack(json, Buffer.concat(Array.from({ length: meshCount }, () => cube)));
}

/** Red, and more or less green in it. */
function colourOf(index) {
  return [0.8, ((index * 37) % 100) / 400, 0.02, 1];
}

function pack(json, binary) {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = (...words) => Buffer.from(new Uint32Array(words).buffer);
  const length = 28 + padded.length + binary.length;
  return Buffer.concat([
    head(0x46546c67, 2, length, padded.length, 0x4e4f534a),
    padded,
    head(binary.length, 0x004e4942),
    binary,
  ]);
}
