import type { Cyclorama } from '../../contract/scene/floor.ts';
import * as L from '../kernel/layout.ts';
import type { RigFrame, RigPlace } from '../light/hang-lights.ts';
import type { AreaLight, FloorCyclorama, Sky } from '../scene.ts';
import { buildCyclorama, type ProfilePoint, reachOfCurve } from './build-cyclorama.ts';
import { lightNodes, type NodeLight, placeNodes } from './light-nodes.ts';
import { quarterSky } from './quarter-sky.ts';
import { addThrown, throwLight } from './throw-light.ts';

/** What lights it, in the stage frame. */
export interface TableLight {
  readonly lights: readonly AreaLight[];
  readonly sky: Sky;
}

/**
 * Radiance that leaves a cyclorama before which nothing stands, as the kernel looks it up: rgb, row by row. All of its light is in it, to
 * and fro between its parts as well, but that of lights with a pattern. Takes about 0.1 s.
 *
 * @param colour Linear.
 */
export function tabulateCyclorama(
  cyclorama: FloorCyclorama,
  floorY: number,
  colour: readonly [number, number, number],
  { lights, sky }: TableLight,
): Float32Array {
  const { place, frame } = cyclorama;
  const floorDepth = (place.middle[1] - floorY) / place.radius;
  const even = lights.filter(({ gobo }) => gobo === undefined);
  const light = {
    lights: even.map((one) => placeLight(one, place, frame)),
    sky: quarterSky(sky, frame),
    floorDepth,
    // As the kernel has it, which finds by rays what the curve hides.
    isBefore: (y: number, z: number) => y > -floorDepth && z > -cyclorama.distance,
  };
  const columns = places(L.CYCLORAMA_COLUMNS, L.CYCLORAMA_ACROSS);
  const profile = places(L.CYCLORAMA_ROWS, L.CYCLORAMA_ALONG).map(openProfile(cyclorama));
  const straight = lightNodes(placeNodes({ columns, profile }, floorDepth), light, true);
  const thrown = tabulateThrown(cyclorama, light, colour);
  return Float32Array.from(
    straight,
    (value, at) => ((value + thrown[at]!) * colour[(at % 3) as 0 | 1 | 2]) / Math.PI,
  );
}

/** What its parts throw on each other changes slowly: between every so many entries the rest is drawn in. */
const EACH_COLUMN = 4;
const EACH_ROW = 2;

function tabulateThrown(
  cyclorama: FloorCyclorama,
  light: NodeLight,
  colour: readonly [number, number, number],
): Float64Array {
  const [across, along] = [L.CYCLORAMA_COLUMNS / EACH_COLUMN, L.CYCLORAMA_ROWS / EACH_ROW];
  const columns = places(across, L.CYCLORAMA_ACROSS);
  const profile = places(along, L.CYCLORAMA_ALONG).map(openProfile(cyclorama));
  const nodes = placeNodes({ columns, profile }, light.floorDepth);
  const coarse = new Float64Array(nodes.count * 3);
  addThrown(throwLight(cyclorama, light, colour), nodes, coarse);
  const between = Array.from({ length: L.CYCLORAMA_COLUMNS }, (_, i) => around(i, EACH_COLUMN, across));
  const fine = new Float64Array(L.CYCLORAMA_COLUMNS * L.CYCLORAMA_ROWS * 3);
  for (let row = 0; row < L.CYCLORAMA_ROWS; row++) {
    const rows = around(row, EACH_ROW, along);
    for (const [column, entries] of between.entries()) {
      const to = (row * L.CYCLORAMA_COLUMNS + column) * 3;
      for (const [y, high] of rows) {
        for (const [x, wide] of entries) {
          for (let k = 0; k < 3; k++) fine[to + k]! += high * wide * coarse[(y * across + x) * 3 + k]!;
        }
      }
    }
  }
  return fine;
}

/** Coarse entries around a fine one, with their shares (Catmull and Rom). */
function around(entry: number, each: number, count: number): (readonly [number, number])[] {
  const place = (entry + 0.5) / each - 0.5;
  const first = Math.floor(place);
  const t = place - first;
  const shares = [
    t * (t * (1 - 0.5 * t) - 0.5),
    1 + t * t * (1.5 * t - 2.5),
    t * (0.5 + t * (2 - 1.5 * t)),
    t * t * (0.5 * t - 0.5),
  ];
  return shares.map((share, i) => [Math.min(count - 1, Math.max(0, first - 1 + i)), share] as const);
}

/** Where entries stand: close together at 0, and the farther out the farther apart. The kernel turns it round. */
function places(count: number, half: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const t = (2 * i + 1) / count - 1;
    return (half * t) / (1 - Math.abs(t));
  });
}

/** Its profile by the way along it: height less what is in front, counted from where the curve begins. */
function openProfile(cyclorama: Pick<Cyclorama, 'distance' | 'radius'>): (along: number) => ProfilePoint {
  const radius = reachOfCurve(cyclorama);
  const start = radius - cyclorama.distance;
  const points = buildCyclorama(cyclorama).profile;
  return (along) => {
    if (along <= 0) return { y: 0, z: start - along, normalY: 1, normalZ: 0 };
    if (along >= 2 * radius) return { y: along - radius, z: -cyclorama.distance, normalY: 0, normalZ: 1 };
    const next = points.findIndex(({ y, z }) => y - z + start > along);
    const [from, to] = [points[next - 1]!, points[next]!];
    const before = from.y - from.z + start;
    const share = (along - before) / (to.y - to.z + start - before);
    const between = (field: keyof ProfilePoint) => from[field] + (to[field] - from[field]) * share;
    const [normalY, normalZ] = [between('normalY'), between('normalZ')];
    const length = Math.sqrt(normalY * normalY + normalZ * normalZ);
    return { y: between('y'), z: between('z'), normalY: normalY / length, normalZ: normalZ / length };
  };
}

/** A light as it stands around a product of radius 1 at the origin, seen by a camera on +Z. */
function placeLight(light: AreaLight, { middle, radius }: RigPlace, frame: RigFrame): AreaLight {
  const turn = ([x, y, z]: readonly [number, number, number]) =>
    [
      (x * frame.rightX + z * frame.rightZ) / radius,
      y / radius,
      (x * frame.frontX + z * frame.frontZ) / radius,
    ] as const;
  const [x, y, z] = light.centre;
  return {
    ...light,
    centre: turn([x - middle[0], y - middle[1], z - middle[2]]),
    right: turn(light.right),
    up: turn(light.up),
  };
}
