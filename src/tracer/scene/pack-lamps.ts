import { decodeSrgb } from '../parse-colour.ts';
import { luminance } from '../picture.ts';
import type { SceneGeometry, SceneMaterial, SceneTexture, TextureSlot } from '../scene.ts';

/**
 * From so many times a white floor's radiance on a surface is sampled as a lamp. What glows less is no brighter than the
 * softboxes that rays find anyway, and a ray to it would cost all of the picture's others.
 */
const LAMP_FROM = 2;
/** Where a triangle's own light is read, in barycentric coordinates of its second and third corner. */
const PLACES = [
  [1 / 3, 1 / 3],
  [0.1, 0.1],
  [0.8, 0.1],
  [0.1, 0.8],
  [0.45, 0.45],
  [0.45, 0.1],
  [0.1, 0.45],
] as const;

/** What shines so much that light is looked for in it. */
export interface PackedLamps {
  /** Numbers of its triangles. */
  readonly triangles: Uint32Array;
  /** Running sum of their shares of all that light; the last is 1. */
  readonly shares: Float32Array;
  /** For each triangle of the scene: its share through its area, in one over square stage units; 0 for all others. */
  readonly densities: Float32Array;
}

/** @returns Null where nothing shines so much. */
export function packLamps(
  geometry: SceneGeometry,
  materials: readonly SceneMaterial[],
  textures: readonly SceneTexture[],
): PackedLamps | null {
  const glows = materials.map(({ emissive: [r, g, b], emissiveStrength, isUnlit }) =>
    isUnlit ? 0 : luminance(r, g, b) * emissiveStrength,
  );
  if (glows.every((glow) => glow < LAMP_FROM)) return null;
  const lamps: { readonly triangle: number; readonly power: number; readonly area: number }[] = [];
  for (const [triangle, material] of geometry.materialOfTriangle.entries()) {
    const glow = glows[material] ?? 0;
    if (glow < LAMP_FROM) continue;
    const area = areaOf(geometry, triangle);
    const slot = materials[material]?.emissiveMap ?? null;
    const power = glow * area * (slot === null ? 1 : meanOf(geometry, triangle, slot, textures));
    if (power > 0) lamps.push({ triangle, power, area });
  }
  const total = lamps.reduce((sum, { power }) => sum + power, 0);
  if (!(total > 0) || !Number.isFinite(total)) return null;
  const shares = new Float32Array(lamps.length);
  const densities = new Float32Array(geometry.materialOfTriangle.length);
  let sum = 0;
  for (const [index, { triangle, power, area }] of lamps.entries()) {
    sum += power;
    // What is picked is what single precision leaves of it.
    shares[index] = index === lamps.length - 1 ? 1 : sum / total;
    densities[triangle] = ((shares[index] ?? 0) - (shares[index - 1] ?? 0)) / area;
  }
  return { triangles: Uint32Array.from(lamps, ({ triangle }) => triangle), shares, densities };
}

function areaOf({ positions, indices }: SceneGeometry, triangle: number): number {
  const at = (corner: number, axis: number) =>
    positions[(indices[triangle * 3 + corner] ?? 0) * 3 + axis] ?? 0;
  const edge = (corner: number) => [0, 1, 2].map((axis) => at(corner, axis) - at(0, axis));
  const [ax = 0, ay = 0, az = 0] = edge(1);
  const [bx = 0, by = 0, bz = 0] = edge(2);
  const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/** Mean luminance of a map on a triangle, read at a few places; 0 where all of these are dark. */
function meanOf(
  geometry: SceneGeometry,
  triangle: number,
  { texture, uvSet, transform: [a, b, c, d, e, f] }: TextureSlot,
  textures: readonly SceneTexture[],
): number {
  const image = textures[texture];
  const uvs = [geometry.uv0, geometry.uv1, geometry.uv2, geometry.uv3][uvSet] ?? geometry.uv0;
  if (image === undefined) return 1;
  const corner = (k: number, axis: number) => uvs[(geometry.indices[triangle * 3 + k] ?? 0) * 2 + axis] ?? 0;
  let sum = 0;
  for (const [second, third] of PLACES) {
    const [u, v] = ([0, 1] as const).map(
      (axis) => corner(0, axis) * (1 - second - third) + corner(1, axis) * second + corner(2, axis) * third,
    ) as [number, number];
    sum += lightAt(image, a * u + b * v + e, c * u + d * v + f);
  }
  return sum / PLACES.length;
}

function lightAt({ widthPx, heightPx, rgba, isSrgb }: SceneTexture, u: number, v: number): number {
  const x = Math.min(widthPx - 1, Math.floor((u - Math.floor(u)) * widthPx));
  const y = Math.min(heightPx - 1, Math.floor((v - Math.floor(v)) * heightPx));
  const channel = (k: number) => {
    const value = (rgba[(y * widthPx + x) * 4 + k] ?? 0) / 255;
    return isSrgb ? decodeSrgb(value) : value;
  };
  return luminance(channel(0), channel(1), channel(2));
}
