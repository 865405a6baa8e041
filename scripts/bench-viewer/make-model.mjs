import sharp from 'sharp';

const PARTS = { columns: 4, rows: 3, spacing: 2.5, radius: 1.15 };
const TEXTURES = 8;
/** Grain of the textures, 8-bit steps: what makes the file 60 MB. */
const GRAIN = { colour: 62, normal: 3 };

/** 1,003,680 triangles and 60 MB. */
export const HEAVY_MODEL = { around: 205, along: 204, texturePx: 2048 };
/** 3,456 triangles. */
export const LIGHT_MODEL = { around: 12, along: 12, texturePx: 64 };

/**
 * A GLB of 12 bumpy spheres in a wall of 10 by 7.3 units, the same bytes on every run: four materials with a base colour
 * (JPEG) and a normal map (PNG) each. `around` and `along` are the squares on a sphere.
 */
export async function makeModel({ around, along, texturePx }) {
  const chunks = [];
  let length = 0;
  const bufferViews = [];
  const add = (bytes) => {
    const padded = Buffer.alloc(Math.ceil(bytes.byteLength / 4) * 4);
    Buffer.from(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength).copy(padded);
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.byteLength });
    chunks.push(padded);
    length += padded.byteLength;
    return bufferViews.length - 1;
  };
  const accessors = [];
  const accessor = (array, type, componentType, width, bounds = {}) => {
    accessors.push({ bufferView: add(array), type, componentType, count: array.length / width, ...bounds });
    return accessors.length - 1;
  };

  const images = [];
  for (let i = 0; i < TEXTURES; i++) {
    const isColour = i % 2 === 0;
    const bufferView = add(await paint(i, isColour, texturePx));
    images.push({ bufferView, mimeType: isColour ? 'image/jpeg' : 'image/png' });
  }
  const materials = Array.from({ length: TEXTURES / 2 }, (_, i) => ({
    name: `material ${i}`,
    pbrMetallicRoughness: { baseColorTexture: { index: i * 2 }, metallicFactor: 0, roughnessFactor: 0.6 },
    normalTexture: { index: i * 2 + 1 },
  }));
  const meshes = [];
  const nodes = [];
  for (let part = 0; part < PARTS.columns * PARTS.rows; part++) {
    const { positions, normals, uvs, indices, min, max } = bumpySphere(part, around, along);
    const attributes = {
      POSITION: accessor(positions, 'VEC3', 5126, 3, { min, max }),
      NORMAL: accessor(normals, 'VEC3', 5126, 3),
      TEXCOORD_0: accessor(uvs, 'VEC2', 5126, 2),
    };
    const primitive = { attributes, indices: accessor(indices, 'SCALAR', 5125, 1) };
    meshes.push({ primitives: [{ ...primitive, material: part % materials.length }] });
    const column = (part % PARTS.columns) - (PARTS.columns - 1) / 2;
    const row = Math.floor(part / PARTS.columns) - (PARTS.rows - 1) / 2;
    nodes.push({
      name: `part ${part}`,
      mesh: part,
      translation: [column * PARTS.spacing, row * PARTS.spacing, 0],
    });
  }
  return pack(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: nodes.map((_, index) => index) }],
      nodes,
      meshes,
      materials,
      textures: images.map((_, source) => ({ source })),
      images,
      accessors,
      bufferViews,
      buffers: [{ byteLength: length }],
    },
    Buffer.concat(chunks),
  );
}

function bumpySphere(part, around, along) {
  const count = (around + 1) * (along + 1);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const indices = new Uint32Array(around * along * 6);
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  let at = 0;
  for (let j = 0; j <= along; j++) {
    const polar = (j / along) * Math.PI;
    for (let i = 0; i <= around; i++, at++) {
      const azimuth = (i / around) * Math.PI * 2;
      const direction = [
        Math.sin(polar) * Math.cos(azimuth),
        Math.cos(polar),
        Math.sin(polar) * Math.sin(azimuth),
      ];
      const bump = 1 + 0.03 * Math.sin(azimuth * (6 + part)) * Math.sin(polar * (5 + part));
      direction.forEach((value, axis) => {
        const place = Math.fround(value * PARTS.radius * bump);
        positions[at * 3 + axis] = place;
        normals[at * 3 + axis] = value;
        min[axis] = Math.min(min[axis], place);
        max[axis] = Math.max(max[axis], place);
      });
      uvs.set([i / around, j / along], at * 2);
    }
  }
  let corner = 0;
  for (let j = 0; j < along; j++) {
    for (let i = 0; i < around; i++, corner += 6) {
      const a = j * (around + 1) + i;
      const b = a + around + 1;
      indices.set([a, a + 1, b, b, a + 1, b + 1], corner);
    }
  }
  return { positions, normals, uvs, indices, min, max };
}

/** @param isColour A strong colour with grain as JPEG; else a normal map as PNG. */
function paint(index, isColour, sizePx) {
  const base = isColour
    ? [
        [230, 90, 20],
        [30, 110, 230],
        [40, 190, 60],
        [210, 30, 140],
      ][index / 2]
    : [128, 128, 250];
  const grain = isColour ? GRAIN.colour : GRAIN.normal;
  const pixels = new Uint8ClampedArray(sizePx * sizePx * 3);
  let state = index + 1;
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    pixels[i] = base[i % 3] + ((state >>> 16) % (2 * grain + 1)) - grain;
  }
  const image = sharp(pixels, { raw: { width: sizePx, height: sizePx, channels: 3 } });
  return isColour ? image.jpeg({ quality: 85 }).toBuffer() : image.png({ compressionLevel: 6 }).toBuffer();
}

function pack(json, binary) {
  const text = Buffer.from(JSON.stringify(json));
  const document = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const header = (...values) => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => {
      bytes.writeUInt32LE(value, index * 4);
    });
    return bytes;
  };
  return Buffer.concat([
    header(0x46546c67, 2, 28 + document.length + binary.length),
    header(document.length, 0x4e4f534a),
    document,
    header(binary.length, 0x004e4942),
    binary,
  ]);
}
