import type { Cyclorama } from '../../contract/scene/floor.ts';
import { turnsOf } from '../portable-maths.ts';
import { buildCyclorama, type CycloramaShape, type NetDetail } from './build-cyclorama.ts';
import { lightNodes, type NodeLight, type Nodes } from './light-nodes.ts';

/** What the parts of a cyclorama throw on each other, once light has gone to and fro. */
export interface ThrownLight {
  readonly shape: CycloramaShape;
  /** How far below the origin its floor lies. */
  readonly floorDepth: number;
  /** What leaves each of its quads, rgb, row by row. */
  readonly radiosity: Float64Array;
}

/** It ends so far away that what is missing is nothing: at 400 radii it were 4 % of what is thrown. */
const THROWN_NET: NetDetail = { curve: 8, steps: [1, 2, 3.2, 5, 8, 16, 50, 250, 1_500, 1e6] };
/** Ways of light from one part to another: of white paint, what the last one changes is 0.1 %. */
const BOUNCES = 8;

/**
 * Lights a cyclorama straight, then from one part of it to another. No part of it hides another, because it is nowhere convex towards the
 * product.
 *
 * @param colour Linear.
 */
export function throwLight(
  cyclorama: Pick<Cyclorama, 'distance' | 'radius'>,
  light: NodeLight,
  colour: readonly [number, number, number],
): ThrownLight {
  const shape = buildCyclorama(cyclorama, THROWN_NET);
  const middles = placeMiddles(shape, light.floorDepth);
  const straight = lightNodes(middles, light, true);
  const shares = shareOut(middles, shape, light.floorDepth);
  const radiosity = new Float64Array(middles.count * 3);
  for (let bounce = 0; bounce <= BOUNCES; bounce++) {
    const arriving = straight.slice();
    if (bounce > 0) gather(shares, radiosity, arriving);
    for (let at = 0; at < arriving.length; at++) {
      radiosity[at] = (arriving[at] ?? 0) * (colour[(at % 3) as 0 | 1 | 2] ?? 0);
    }
  }
  return { shape, floorDepth: light.floorDepth, radiosity };
}

/** Adds what is thrown on some places. @param irradiance Of theirs, rgb. */
export function addThrown(thrown: ThrownLight, at: Nodes, irradiance: Float64Array): void {
  gather(shareOut(at, thrown.shape, thrown.floorDepth), thrown.radiosity, irradiance);
}

/** The middles of its quads, which face as these do. */
function placeMiddles({ columns, profile }: CycloramaShape, floorDepth: number): Nodes {
  const across = columns.length - 1;
  const count = across * (profile.length - 1);
  const positions = new Float64Array(count * 3);
  const normals = new Float64Array(count * 2);
  for (let quad = 0; quad < count; quad++) {
    const [row, column] = [Math.floor(quad / across), quad % across];
    const [from, to] = [profile[row]!, profile[row + 1]!];
    const [dy, dz] = [to.y - from.y, to.z - from.z];
    const length = Math.sqrt(dy * dy + dz * dz);
    const x = (columns[column]! + columns[column + 1]!) / 2;
    positions.set([x, (from.y + to.y) / 2 - floorDepth, (from.z + to.z) / 2], quad * 3);
    normals.set([-dz / length, dy / length], quad * 2);
  }
  return { count, positions, normals };
}

/**
 * What share of the radiosity of a net's quads arrives at places of it: a row of it for each of these. By the turns of the edges
 * around a quad, as it is seen from there (Lambert 1760).
 */
function shareOut(at: Nodes, { columns, profile }: CycloramaShape, floorDepth: number): Float32Array {
  const across = columns.length;
  const count = (across - 1) * (profile.length - 1);
  const shares = new Float32Array(at.count * count);
  // What the edges along X add, of the last row and of this one; and those from the one to the other.
  let [above, below] = [new Float64Array(across), new Float64Array(across)];
  const sides = new Float64Array(across);
  for (let i = 0; i < at.count; i++) {
    const [x, height, z] = [at.positions[i * 3]!, at.positions[i * 3 + 1]!, at.positions[i * 3 + 2]!];
    const [ny, nz] = [at.normals[i * 2]!, at.normals[i * 2 + 1]!];
    for (let row = 0; row < profile.length; row++) {
      const [y1, z1] = [profile[row]!.y - floorDepth - height, profile[row]!.z - z];
      const flat = Math.sqrt(y1 * y1 + z1 * z1);
      [above, below] = [below, above];
      const facing = (ny * z1 - nz * y1) / Math.max(LEAST, flat);
      for (let column = 0; column < across; column++) {
        below[column] = facing * turnsOf(columns[column]! - x, flat);
      }
      if (row === 0) continue;
      const [y0, z0] = [profile[row - 1]!.y - floorDepth - height, profile[row - 1]!.z - z];
      const [dy, dz] = [y1 - y0, z1 - z0];
      // Along the quads' own plane nothing arrives.
      if (z0 * dy - y0 * dz >= -LEAST) continue;
      const [cross, dot] = [y0 * z1 - z0 * y1, y0 * y1 + z0 * z1];
      for (let column = 0; column < across; column++) {
        const away = columns[column]! - x;
        const turning = away * (nz * dy - ny * dz);
        const length = Math.sqrt(cross * cross + away * away * (dy * dy + dz * dz));
        sides[column] = (turning / Math.max(LEAST, length)) * turnsOf(length, dot + away * away);
      }
      for (let column = 0; column + 1 < across; column++) {
        const next = column + 1;
        const share =
          below[next]! - below[column]! + sides[column]! - above[next]! + above[column]! - sides[next]!;
        shares[i * count + (row - 1) * (across - 1) + column] = Math.max(0, share);
      }
    }
  }
  return shares;
}

/** Shorter than any way that counts, in radii. */
const LEAST = 1e-9;

/** Adds what arrives of a radiosity, rgb per place. */
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
