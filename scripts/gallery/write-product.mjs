import { Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { LatheGeometry, SplineCurve, Vector2 } from 'three';

/** Faces of a turned solid around its axis: smooth at 2048 pixels. */
const TURNED_FACES = 160;

export const BRASS = { name: 'brass', colour: [0.78, 0.57, 0.26], metalness: 1, roughness: 0.22 };

/** Material extensions of glTF by the name of what {@link writeProduct} takes: extension, and how its values are written. */
const EXTENSIONS = {
  clearcoat: ['KHR_materials_clearcoat', 'Clearcoat'],
  sheen: ['KHR_materials_sheen', 'Sheen'],
  transmission: ['KHR_materials_transmission', 'Transmission'],
  volume: ['KHR_materials_volume', 'Volume'],
  ior: ['KHR_materials_ior', 'IOR'],
  dispersion: ['KHR_materials_dispersion', 'Dispersion'],
  anisotropy: ['KHR_materials_anisotropy', 'Anisotropy'],
  emissiveStrength: ['KHR_materials_emissive_strength', 'EmissiveStrength'],
  diffuseTransmission: ['KHR_materials_diffuse_transmission', 'DiffuseTransmission'],
};

/** Points of a smooth line through some, radius and height in metres, for {@link turn}. */
export function smooth(points, count = 90) {
  return new SplineCurve(points.map(([x, y]) => new Vector2(x, y)))
    .getPoints(count)
    .map(({ x, y }) => [Math.max(0, x), y]);
}

/** A solid turned about the upright axis. @param points Radius and height, from the foot upwards on the outside. */
export function turn(points, faces = TURNED_FACES) {
  return new LatheGeometry(
    points.map(([x, y]) => new Vector2(x, y)),
    faces,
  );
}

/** Corners of a profile cut off by arcs. @param corners Radius, height, and how much of it the arc takes; metres. */
export function round(corners, steps = 6) {
  return corners.flatMap(([x, y, bevel = 0], i) => {
    const [before, after] = [corners[i - 1], corners[i + 1]];
    if (!before || !after || bevel === 0) return [[x, y]];
    const towards = ([a, b]) => {
      const share = Math.min(bevel / Math.hypot(a - x, b - y), 0.5);
      return [x + (a - x) * share, y + (b - y) * share];
    };
    const [start, end] = [towards(before), towards(after)];
    return Array.from({ length: steps + 1 }, (_, k) => {
      const t = k / steps;
      const weights = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      return [0, 1].map(
        (axis) => weights[0] * start[axis] + weights[1] * [x, y][axis] + weights[2] * end[axis],
      );
    });
  });
}

/**
 * A product as the file that somebody would load.
 *
 * @param parts Name, geometry in metres with y up, and material: base colour (linear), metalness, roughness, emissive, and
 *   values of extensions by {@link EXTENSIONS} as gltf-transform names them.
 * @returns Bytes of a GLB.
 */
export async function writeProduct(parts) {
  const document = new Document();
  const buffer = document.createBuffer();
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
  const scene = document.createScene();
  const materials = new Map();
  for (const [name, geometry, look] of parts) {
    if (!materials.has(look)) materials.set(look, writeMaterial(document, look.name ?? name, look));
    const accessor = (type, array) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setMaterial(materials.get(look))
      .setAttribute('POSITION', accessor('VEC3', new Float32Array(geometry.attributes.position.array)))
      .setAttribute('NORMAL', accessor('VEC3', new Float32Array(geometry.attributes.normal.array)));
    if (geometry.attributes.uv)
      primitive.setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(geometry.attributes.uv.array)));
    if (geometry.index) primitive.setIndices(accessor('SCALAR', Uint32Array.from(geometry.index.array)));
    scene.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)));
  }
  return io.writeBinary(document);
}

function writeMaterial(document, name, look) {
  const {
    colour = [0.8, 0.8, 0.8],
    metalness = 0,
    roughness = 0.5,
    emissive = [0, 0, 0],
    isDouble = false,
  } = look;
  const material = document
    .createMaterial(name)
    .setBaseColorFactor([...colour, 1])
    .setMetallicFactor(metalness)
    .setRoughnessFactor(roughness)
    .setEmissiveFactor(emissive)
    .setDoubleSided(isDouble);
  for (const [key, [extensionName, type]] of Object.entries(EXTENSIONS)) {
    if (!(key in look)) continue;
    const extension = ALL_EXTENSIONS.find(({ EXTENSION_NAME }) => EXTENSION_NAME === extensionName);
    const property = document.createExtension(extension)[`create${type}`]();
    for (const [field, value] of Object.entries(look[key])) property[`set${field}`](value);
    material.setExtension(extensionName, property);
  }
  return material;
}
