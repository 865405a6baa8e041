import { dot, type Vector3 } from './vector3.ts';

/**
 * The one formula that lays a library texture on a part: triplanar projection in the texture frame
 * (`tracer/gltf/find-texture-frame.ts`). Two other forms of it exist, GLSL in `workers/viewer` and AssemblyScript in
 * `tracer/kernel`; a picture test compares them with this one, and with `tests/tracer/reference/bend-triplanar.ts`, which
 * bends normals as they do. Change all of them together.
 */

/** One of the three projections: its share, its texture coordinates, and the directions they grow in. */
export interface TriplanarProjection {
  /** 0 to 1; the three shares add up to 1. */
  readonly weight: number;
  /** Texture coordinates in tiles, v growing upwards; the image repeats. Image row = fract(1 - v) * height. */
  readonly u: number;
  readonly v: number;
  /** Unit directions in which u and v grow. */
  readonly uAxis: Vector3;
  readonly vAxis: Vector3;
}

/** Sharpness of the blend between projections: 1 smears edges, above 8 shows a seam. */
export const TRIPLANAR_SHARPNESS = 4;

/** Texels of a normal map that lie flatter count as this upright: a slope of 10 at most. */
export const TRIPLANAR_MIN_UP = 0.1;

/** Finite-difference step of the bump, in tiles. 1/512 of a tile is two texels of a 1024 px texture. */
export const TRIPLANAR_BUMP_STEP = 1 / 512;

/**
 * @param position Point in the texture frame.
 * @param normal Unit interpolated surface normal in the texture frame, before any normal map.
 * @param tileSize Width of a tile in units of the texture frame, above 0.
 * @param rotationRadians Turns the texture anticlockwise in every projection.
 * @returns The projections along X, Y and Z, in this order.
 */
export function projectTriplanar(
  position: Vector3,
  normal: Vector3,
  tileSize: number,
  rotationRadians: number,
): [TriplanarProjection, TriplanarProjection, TriplanarProjection] {
  const [nx, ny, nz] = normal;
  const wx = nx ** TRIPLANAR_SHARPNESS;
  const wy = ny ** TRIPLANAR_SHARPNESS;
  const wz = nz ** TRIPLANAR_SHARPNESS;
  const sum = wx + wy + wz;
  // Seen from outside: right and up of each face, so that text on a texture is never mirrored.
  const xRight: Vector3 = nx >= 0 ? [0, 0, -1] : [0, 0, 1];
  const yUp: Vector3 = ny >= 0 ? [0, 0, -1] : [0, 0, 1];
  const zRight: Vector3 = nz >= 0 ? [1, 0, 0] : [-1, 0, 0];
  const project = (weight: number, right: Vector3, up: Vector3): TriplanarProjection => {
    const c = Math.cos(rotationRadians);
    const s = Math.sin(rotationRadians);
    const uAxis: Vector3 = [c * right[0] - s * up[0], c * right[1] - s * up[1], c * right[2] - s * up[2]];
    const vAxis: Vector3 = [s * right[0] + c * up[0], s * right[1] + c * up[1], s * right[2] + c * up[2]];
    return {
      weight,
      u: dot(position, uAxis) / tileSize,
      v: dot(position, vAxis) / tileSize,
      uAxis,
      vAxis,
    };
  };
  return [
    project(wx / sum, xRight, [0, 1, 0]),
    project(wy / sum, [1, 0, 0], yUp),
    project(wz / sum, zRight, [0, 1, 0]),
  ];
}
