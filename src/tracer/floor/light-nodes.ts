import { GOBO_PATTERNS } from '../../contract/scene/light-rig.ts';
import { areaOf, frontOf, lightProfile } from '../light/area-light.ts';
import { passGobo } from '../light/pass-gobo.ts';
import type { AreaLight } from '../scene.ts';
import type { CycloramaShape } from './build-cyclorama.ts';
import type { QuarterSky } from './quarter-sky.ts';

type Triple = readonly [number, number, number];

/** Places of a cyclorama, as they are lit; lengths count the product's radius, whose middle is the origin, with the camera on +Z. */
export interface Nodes {
  readonly count: number;
  readonly positions: Float64Array;
  /** Two numbers each, y and z: none has a part along X. */
  readonly normals: Float64Array;
}

/** What shines on a cyclorama, in the same frame. */
export interface NodeLight {
  readonly lights: readonly AreaLight[];
  readonly sky: QuarterSky;
  /** How far below the origin its floor lies. */
  readonly floorDepth: number;
  /** Whether what shines from a place is before it. */
  isBefore(y: number, z: number): boolean;
}

/** Cells across a light, each as bright as it is in its middle, and points across a cell that this is the mean of. */
const CELLS = 6;
const CELL_POINTS = 2;
/** What is nearer to a cell than so many times its size sees so many parts across it. */
const NEAR = 1.5;
const NEAR_PARTS = 6;

export function placeNodes({ columns, profile }: CycloramaShape, floorDepth: number): Nodes {
  const count = columns.length * profile.length;
  const positions = new Float64Array(count * 3);
  const normals = new Float64Array(count * 2);
  for (const [row, { y, z, normalY, normalZ }] of profile.entries()) {
    for (const [column, x] of columns.entries()) {
      const node = row * columns.length + column;
      positions.set([x, y - floorDepth, z], node * 3);
      normals.set([normalY, normalZ], node * 2);
    }
  }
  return { count, positions, normals };
}

/**
 * Irradiance of lights and sky, rgb per place.
 *
 * @param hasPatterns False: of a light with a pattern it is what arrives of it in the middle of the product on a surface that is
 *   turned so, as if there were no pattern.
 */
export function lightNodes(nodes: Nodes, light: NodeLight, hasPatterns: boolean): Float64Array {
  const irradiance = new Float64Array(nodes.count * 3);
  for (const one of light.lights) if (!one.isFlagged) addLight(irradiance, nodes, one, light, hasPatterns);
  const { up, front } = light.sky;
  for (let i = 0; i < nodes.count; i++) {
    const [ny, nz] = [nodes.normals[i * 2]!, nodes.normals[i * 2 + 1]!];
    for (const k of [0, 1, 2] as const) irradiance[i * 3 + k]! += up[k] * ny + front[k] * nz;
  }
  return irradiance;
}

function addLight(
  irradiance: Float64Array,
  nodes: Nodes,
  light: AreaLight,
  { isBefore }: NodeLight,
  hasPatterns: boolean,
): void {
  const { centre, right, up, radiance, isOctagon, gobo } = light;
  const front = frontOf(light);
  const area = areaOf(light) / (CELLS * CELLS);
  const isMiddle = gobo !== undefined && !hasPatterns;
  const pattern = gobo === undefined ? 0 : GOBO_PATTERNS.indexOf(gobo.pattern);
  const [wide, high] = [lengthOf(right), lengthOf(up)];
  const near = (2 * NEAR * Math.max(wide, high)) / CELLS;
  const { positions, normals } = nodes;
  /** Of a brightness of 1 at a place of the light. */
  const shareAt = (i: number, a: number, b: number): number => {
    const dx = centre[0] + a * right[0] + b * up[0] - (isMiddle ? 0 : positions[i * 3]!);
    const dy = centre[1] + a * right[1] + b * up[1] - (isMiddle ? 0 : positions[i * 3 + 1]!);
    const dz = centre[2] + a * right[2] + b * up[2] - (isMiddle ? 0 : positions[i * 3 + 2]!);
    const arriving = dy * normals[i * 2]! + dz * normals[i * 2 + 1]!;
    const leaving = -(dx * front[0] + dy * front[1] + dz * front[2]);
    if (arriving <= 0 || leaving <= 0) return 0;
    const square = dx * dx + dy * dy + dz * dz;
    const share = (area * arriving * leaving) / (square * square);
    if (gobo === undefined || isMiddle) return share;
    // Where the ray crosses the pattern, in units of it; the kernel has the same.
    const way = gobo.reach / leaving;
    const along = (axis: Triple, length: number) => -(dx * axis[0] + dy * axis[1] + dz * axis[2]) / length;
    const across = (a * wide + along(right, wide) * way) / gobo.half;
    const upwards = (b * high + along(up, high) * way) / gobo.half;
    return share * passGobo(pattern, across, upwards);
  };
  const isSeen = (a: number, b: number) =>
    isBefore(centre[1] + a * right[1] + b * up[1], centre[2] + a * right[2] + b * up[2]);
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const a = (2 * ((cell % CELLS) + 0.5)) / CELLS - 1;
    const b = (2 * (Math.floor(cell / CELLS) + 0.5)) / CELLS - 1;
    const profile = isSeen(a, b) ? meanProfile(a, b, isOctagon) : 0;
    // Places and brightnesses of its parts.
    const parts: number[] = [];
    for (let part = 0; part < NEAR_PARTS * NEAR_PARTS; part++) {
      const offset = (index: number) => ((2 * (index + 0.5)) / NEAR_PARTS - 1) / CELLS;
      const [x, y] = [a + offset(part % NEAR_PARTS), b + offset(Math.floor(part / NEAR_PARTS))];
      if (isSeen(x, y)) parts.push(x, y, lightProfile(x, y, isOctagon) / (NEAR_PARTS * NEAR_PARTS));
    }
    if (parts.length === 0) continue;
    const [x, y, z] = [0, 1, 2].map((k) => centre[k]! + a * right[k]! + b * up[k]!) as [
      number,
      number,
      number,
    ];
    for (let i = 0; i < nodes.count; i++) {
      const isFar =
        isMiddle ||
        Math.abs(x - positions[i * 3]!) > near ||
        Math.abs(y - positions[i * 3 + 1]!) > near ||
        Math.abs(z - positions[i * 3 + 2]!) > near;
      let share = 0;
      if (isFar) share = profile * shareAt(i, a, b);
      else {
        for (let at = 0; at < parts.length; at += 3)
          share += parts[at + 2]! * shareAt(i, parts[at]!, parts[at + 1]!);
      }
      irradiance[i * 3]! += share * radiance[0];
      irradiance[i * 3 + 1]! += share * radiance[1];
      irradiance[i * 3 + 2]! += share * radiance[2];
    }
  }
}

function lengthOf([x, y, z]: Triple): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** How bright a cell of a light is. @param a Of its middle, in half widths of the light. */
function meanProfile(a: number, b: number, isOctagon: boolean): number {
  let sum = 0;
  for (let point = 0; point < CELL_POINTS * CELL_POINTS; point++) {
    const offset = (index: number) => ((2 * (index + 0.5)) / CELL_POINTS - 1) / CELLS;
    const [across, upwards] = [offset(point % CELL_POINTS), offset(Math.floor(point / CELL_POINTS))];
    sum += lightProfile(a + across, b + upwards, isOctagon);
  }
  return sum / (CELL_POINTS * CELL_POINTS);
}
