import type { Cyclorama } from '../../contract/scene/floor.ts';
import { GOBO_PATTERNS } from '../../contract/scene/light-rig.ts';
import { areaOf, frontOf, lightProfile } from '../light/area-light.ts';
import { passGobo } from '../light/pass-gobo.ts';
import type { AreaLight, Sky } from '../scene.ts';
import { buildCyclorama, type CycloramaShape, type NetDetail } from './build-cyclorama.ts';
import { lightOfPatches, patchSky, type SkyPatch } from './patch-sky.ts';
import { CycloramaView } from './view-cyclorama.ts';

type Triple = readonly [number, number, number];

/** What stands around a cyclorama; lengths count the product's radius, whose middle is the origin, with the camera on +Z. */
export interface CycloramaLight {
  readonly lights: readonly AreaLight[];
  readonly sky: Sky;
  /** How far below the origin it lies. */
  readonly floorDepth: number;
  /** Of the cyclorama, linear: `bounceOf`. */
  readonly colour: Triple;
}

/** A cyclorama under its light, without the product and what that keeps from it. */
export interface LitCyclorama {
  readonly shape: CycloramaShape;
  /** Linear. */
  readonly colour: Triple;
  /**
   * Irradiance at the points of the net, rgb. Of a light with a pattern it is what arrives of it in the middle of the product
   * on a surface that is turned so, as if there were no pattern: who draws it knows what of that does not arrive.
   */
  readonly irradiance: Float32Array;
  /**
   * What the middle of the product sees of it in a direction.
   *
   * @param rgb Is given the radiance. @returns False where the sky is seen.
   */
  look(x: number, y: number, z: number, rgb: [number, number, number]): boolean;
}

/**
 * As it is drawn on the stage, and as light is thrown from one part of it to another: steps grow by no more than the way, or what
 * parts throw on their neighbours would be too much. What lies beyond throws 1 % on the product's place.
 */
const SEEN_NET: NetDetail = {
  curve: 20,
  steps: [0.5, 1, 1.5, 2, 2.5, 3, 3.7, 4.6, 6, 8, 11, 16, 30, 80, 400],
};
const THROWN_NET: NetDetail = { curve: 8, steps: [1, 2, 3.2, 4.6, 6.5, 9.5, 15, 26, 50] };
/** Ways of light from one part to another, as many as the tracer's paths have. */
const BOUNCES = 5;
/** Cells across a light, each as bright as it is in its middle, and points across a cell that this is the mean of. */
const CELLS = 6;
const CELL_POINTS = 2;

/** Points of a net, as they are lit. */
interface Nodes {
  readonly count: number;
  readonly positions: Float64Array;
  /** Two numbers each, y and z: none has a part along X. */
  readonly normals: Float64Array;
}

/**
 * Lights a cyclorama as the tracer would: lights and sky straight, then from one part of it to another. No part of it hides another,
 * because it is nowhere convex towards the product. Takes about 20 ms.
 */
export function lightCyclorama(
  cyclorama: Pick<Cyclorama, 'distance' | 'radius'>,
  light: CycloramaLight,
): LitCyclorama {
  const { floorDepth, colour } = light;
  const thrownShape = buildCyclorama(cyclorama, THROWN_NET);
  const thrown = placeNodes(thrownShape, floorDepth);
  const areas = areasOf(thrownShape);
  const view = new CycloramaView(thrownShape, floorDepth);
  const patches = patchSky(light.sky);
  const straight = lightNodes(thrown, view, light.lights, patches, true);
  const among = shareOut(thrown, thrown, areas);
  const radiosity = new Float64Array(thrown.count * 3);
  for (let bounce = 0; bounce <= BOUNCES; bounce++) {
    const arriving = straight.slice();
    if (bounce > 0) gather(among, radiosity, arriving);
    for (let at = 0; at < arriving.length; at++) {
      radiosity[at] = (arriving[at] ?? 0) * (colour[(at % 3) as 0 | 1 | 2] ?? 0);
    }
  }
  const shape = buildCyclorama(cyclorama, SEEN_NET);
  const seen = placeNodes(shape, floorDepth);
  const irradiance = lightNodes(seen, view, light.lights, patches, false);
  gather(shareOut(seen, thrown, areas), radiosity, irradiance);
  const radiance = radiosity.map((value) => value / Math.PI);
  return {
    shape,
    colour,
    irradiance: Float32Array.from(irradiance),
    look: (x, y, z, rgb) => view.look(x, y, z, radiance, rgb),
  };
}

function placeNodes({ columns, profile }: CycloramaShape, floorDepth: number): Nodes {
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

/** What of the net each of its points stands for. */
function areasOf({ columns, profile }: CycloramaShape): Float64Array {
  const halves = (lengths: readonly number[]) =>
    [...lengths, 0].map((length, i) => (length + (lengths[i - 1] ?? 0)) / 2);
  const widths = halves(columns.slice(1).map((x, i) => x - (columns[i] ?? 0)));
  const heights = halves(
    profile.slice(1).map(({ y, z }, i) => Math.hypot(y - (profile[i]?.y ?? 0), z - (profile[i]?.z ?? 0))),
  );
  return Float64Array.from(heights.flatMap((height) => widths.map((width) => width * height)));
}

/** What share of the radiosity of some points arrives at others: a row of it for each of these. */
function shareOut(at: Nodes, from: Nodes, areas: Float64Array): Float32Array {
  const [p, n, q, m] = [at.positions, at.normals, from.positions, from.normals];
  const shares = new Float32Array(at.count * from.count);
  for (let i = 0; i < at.count; i++) {
    const [x, y, z, ny, nz] = [p[i * 3]!, p[i * 3 + 1]!, p[i * 3 + 2]!, n[i * 2]!, n[i * 2 + 1]!];
    for (let j = 0; j < from.count; j++) {
      const dy = q[j * 3 + 1]! - y;
      const dz = q[j * 3 + 2]! - z;
      const arriving = dy * ny + dz * nz;
      const leaving = -(dy * m[j * 2]! + dz * m[j * 2 + 1]!);
      if (arriving <= 1e-9 || leaving <= 1e-9) continue;
      const dx = q[j * 3]! - x;
      const square = dx * dx + dy * dy + dz * dz;
      // Of a disc of that area: it does not grow without end where parts are near.
      shares[i * from.count + j] =
        (arriving * leaving * areas[j]!) / (square * (Math.PI * square + areas[j]!));
    }
  }
  return shares;
}

/** Adds what arrives of a radiosity, rgb per point. */
function gather(shares: Float32Array, radiosity: Float64Array, to: Float64Array): void {
  const count = radiosity.length / 3;
  for (let i = 0; i < to.length / 3; i++) {
    let r = 0;
    let g = 0;
    let b = 0;
    for (let j = 0; j < count; j++) {
      const share = shares[i * count + j]!;
      if (share === 0) continue;
      r += share * radiosity[j * 3]!;
      g += share * radiosity[j * 3 + 1]!;
      b += share * radiosity[j * 3 + 2]!;
    }
    to[i * 3]! += r;
    to[i * 3 + 1]! += g;
    to[i * 3 + 2]! += b;
  }
}

/** Irradiance of lights and sky, rgb per point. @param hasPatterns False: as {@link LitCyclorama.irradiance} has them. */
function lightNodes(
  nodes: Nodes,
  view: CycloramaView,
  lights: readonly AreaLight[],
  patches: readonly SkyPatch[],
  hasPatterns: boolean,
): Float64Array {
  const irradiance = new Float64Array(nodes.count * 3);
  for (const light of lights) addLight(irradiance, nodes, light, view, hasPatterns);
  const ofSky = new Map<number, Triple>();
  for (let i = 0; i < nodes.count; i++) {
    const [ny, nz] = [nodes.normals[i * 2]!, nodes.normals[i * 2 + 1]!];
    const arriving = ofSky.get(ny) ?? lightOfPatches(patches, ny, nz);
    ofSky.set(ny, arriving);
    for (const k of [0, 1, 2] as const) irradiance[i * 3 + k]! += arriving[k];
  }
  return irradiance;
}

function addLight(
  irradiance: Float64Array,
  nodes: Nodes,
  light: AreaLight,
  view: CycloramaView,
  hasPatterns: boolean,
): void {
  const { centre, right, up, radiance, isOctagon, gobo } = light;
  const front = frontOf(light);
  const area = areaOf(light) / (CELLS * CELLS);
  const isMiddle = gobo !== undefined && !hasPatterns;
  const pattern = gobo === undefined ? 0 : GOBO_PATTERNS.indexOf(gobo.pattern);
  const [wide, high] = [Math.hypot(...right), Math.hypot(...up)];
  const { positions, normals } = nodes;
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const a = (2 * ((cell % CELLS) + 0.5)) / CELLS - 1;
    const b = (2 * (Math.floor(cell / CELLS) + 0.5)) / CELLS - 1;
    const profile = meanProfile(a, b, isOctagon);
    const x = centre[0] + a * right[0] + b * up[0];
    const y = centre[1] + a * right[1] + b * up[1];
    const z = centre[2] + a * right[2] + b * up[2];
    if (profile <= 0 || !view.isBefore(y, z)) continue;
    for (let i = 0; i < nodes.count; i++) {
      const dx = x - (isMiddle ? 0 : positions[i * 3]!);
      const dy = y - (isMiddle ? 0 : positions[i * 3 + 1]!);
      const dz = z - (isMiddle ? 0 : positions[i * 3 + 2]!);
      const arriving = dy * normals[i * 2]! + dz * normals[i * 2 + 1]!;
      const leaving = -(dx * front[0] + dy * front[1] + dz * front[2]);
      if (arriving <= 0 || leaving <= 0) continue;
      const square = dx * dx + dy * dy + dz * dz;
      let share = (profile * area * arriving * leaving) / (square * square);
      if (gobo !== undefined && hasPatterns) {
        // Where the ray crosses the pattern, in units of it; the kernel has the same.
        const way = gobo.reach / leaving;
        const along = (axis: Triple, length: number) =>
          -(dx * axis[0] + dy * axis[1] + dz * axis[2]) / length;
        const across = (a * wide + along(right, wide) * way) / gobo.half;
        const upwards = (b * high + along(up, high) * way) / gobo.half;
        share *= passGobo(pattern, across, upwards);
      }
      irradiance[i * 3]! += share * radiance[0];
      irradiance[i * 3 + 1]! += share * radiance[1];
      irradiance[i * 3 + 2]! += share * radiance[2];
    }
  }
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
