import { cross, dot, type Vector3 } from '../../contract/scene/vector3.ts';
import { decodeSrgb, encodeSrgb } from '../../tracer/parse-colour.ts';

/** A tileable picture, row 0 at the top. */
export interface BallTexture {
  readonly pixels: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: number;
}

export interface BallMaterial {
  /** sRGB. */
  readonly colour: BallTexture;
  /** OpenGL: green up. */
  readonly normal: BallTexture | null;
  readonly roughness: BallTexture | null;
  readonly metalness: number;
}

/** Roughness of a material without a roughness map. */
const DEFAULT_ROUGHNESS = 0.5;
/** sRGB, as behind the balls of the starter materials. */
const BACKDROP = 92;
/** Of the picture's half side. */
const RADIUS = 0.87;
/** Lamps: direction from the ball, how much light, and how wide each is, as a roughness of its own. */
const LAMPS: readonly { readonly from: Vector3; readonly light: number; readonly width: number }[] = [
  { from: normalise([-0.5, 0.75, 0.7]), light: 2.1, width: 0.22 },
  { from: normalise([0.85, 0.35, 0.45]), light: 0.75, width: 0.16 },
  { from: normalise([0.1, 0.9, -0.5]), light: 1.1, width: 0.2 },
];
const EYE: Vector3 = [0, 0, 1];

/**
 * Shades a ball in studio light. The texture lies flat on the side that is seen, one tile over the ball.
 *
 * @returns RGB, sRGB, of a square with so many pixels a side.
 */
export function shadeBall(material: BallMaterial, sidePx: number): Uint8Array {
  const rgb = new Uint8Array(sidePx * sidePx * 3);
  for (let y = 0; y < sidePx; y += 1) {
    for (let x = 0; x < sidePx; x += 1) {
      const [u, v] = [(x + 0.5) / sidePx, (y + 0.5) / sidePx];
      const [px, py] = [(u * 2 - 1) / RADIUS, (1 - v * 2) / RADIUS];
      const at = (y * sidePx + x) * 3;
      const square = px * px + py * py;
      if (square >= 1) {
        rgb.fill(BACKDROP - 26 * Math.max(0, v - 0.7), at, at + 3);
        continue;
      }
      const surface: Vector3 = [px, py, Math.sqrt(1 - square)];
      // As a cloth lies on a ball: less of it at the middle, more towards the edge.
      const turn = Math.asin(Math.sqrt(square)) / Math.max(1e-6, Math.sqrt(square)) / Math.PI;
      const place = [0.5 + px * turn, 0.5 - py * turn] as const;
      shade(material, surface, place).forEach((light, channel) => {
        rgb[at + channel] = Math.round(encode(light) * 255);
      });
    }
  }
  return rgb;
}

function shade(material: BallMaterial, surface: Vector3, [u, v]: readonly [number, number]): Vector3 {
  const colour = read(material.colour, u, v).map(decodeSrgb);
  const normal = material.normal === null ? surface : bend(surface, read(material.normal, u, v));
  const roughness =
    material.roughness === null ? DEFAULT_ROUGHNESS : (read(material.roughness, u, v)[1] ?? 0);
  const { metalness } = material;
  const facing = Math.max(0.02, dot(normal, EYE));
  let [diffuse, gloss] = [0.16 + 0.14 * normal[1], 0.1 * (1 - roughness * 0.6) * (0.6 + 0.4 * normal[1])];
  for (const { from, light, width } of LAMPS) {
    const lit = dot(normal, from);
    if (lit <= 0) continue;
    diffuse += (lit * light) / Math.PI;
    const half = normalise([from[0], from[1], from[2] + 1]);
    gloss += lit * light * highlight(dot(normal, half), facing, lit, Math.max(width, roughness));
  }
  return [0, 1, 2].map((channel) => {
    const base = colour[channel] ?? 0;
    const mirror = 0.04 + (base - 0.04) * metalness;
    const fresnel = mirror + (1 - mirror) * (1 - facing) ** 5 * (1 - roughness) ** 2;
    // A metal shows the room all around, of which the lamps are a small part.
    const room = metalness * fresnel * (0.22 + 0.3 * Math.max(0, normal[1]));
    return base * (1 - metalness) * diffuse + fresnel * gloss + room;
  }) as unknown as Vector3;
}

/** GGX with its visibility, without Fresnel. */
function highlight(towardsHalf: number, facing: number, lit: number, roughness: number): number {
  const alpha = roughness * roughness;
  const square = alpha * alpha;
  const spread = towardsHalf * towardsHalf * (square - 1) + 1;
  const hidden = (cosine: number) => cosine + Math.sqrt(square + (1 - square) * cosine * cosine);
  return square / (Math.PI * spread * spread) / (hidden(facing) * hidden(lit));
}

/** The normal map's tangent goes to the right of the picture, its other one up. */
function bend(surface: Vector3, [red = 0.5, green = 0.5, blue = 1]: readonly number[]): Vector3 {
  const right = normalise([surface[2], 0, -surface[0]]);
  const up = cross(surface, right);
  const [x, y, z] = [red * 2 - 1, green * 2 - 1, Math.max(0.05, blue * 2 - 1)];
  const mix = (axis: 0 | 1 | 2) => right[axis] * x + up[axis] * y + surface[axis] * z;
  return normalise([mix(0), mix(1), mix(2)]);
}

/** Red, green and blue at a place, 0 to 1. */
function read({ pixels, widthPx, heightPx, channels }: BallTexture, u: number, v: number): number[] {
  const wrap = (value: number, size: number) =>
    Math.min(size - 1, Math.floor((value - Math.floor(value)) * size));
  const at = (wrap(v, heightPx) * widthPx + wrap(u, widthPx)) * channels;
  return [0, 1, 2].map((channel) => (pixels[at + (channels < 3 ? 0 : channel)] ?? 0) / 255);
}

function normalise([x, y, z]: Vector3): Vector3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
/** sRGB of a light, the brightest rolled off. */
function encode(light: number): number {
  const value = light < 0.7 ? light : 0.7 + 0.3 * (1 - Math.exp((0.7 - light) / 0.3));
  return encodeSrgb(value);
}
