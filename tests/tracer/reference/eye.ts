import * as L from '../../../src/tracer/kernel/layout.ts';
import { cosTurns, sinTurns } from '../../../src/tracer/portable-maths.ts';
import type { Block } from './block.ts';
import type { Random } from './random.ts';

type Triple = readonly [number, number, number];

/** A ray through a place of the picture, -1 to 1 to the right and upwards: its start and its unit direction. */
export function openEye(
  block: Block,
  random: Random,
  sx: number,
  sy: number,
): { readonly from: Triple; readonly along: Triple } {
  const triple = (at: number): Triple => [block.double(at), block.double(at + 1), block.double(at + 2)];
  const [forward, right, up] = [L.D_CAMERA_FORWARD, L.D_CAMERA_RIGHT, L.D_CAMERA_UP].map(triple);
  let from = triple(L.D_CAMERA_POSITION);
  let along = forward!.map((value, axis) => value + right![axis]! * sx + up![axis]! * sy);
  const focus = block.double(L.D_FOCUS_DISTANCE);
  if (focus > 0) {
    random.lensPair();
    const radius = Math.sqrt(random.u1);
    const [across, upwards] = [radius * cosTurns(random.u2), radius * sinTurns(random.u2)];
    const [lensRight, lensUp] = [triple(L.D_LENS_RIGHT), triple(L.D_LENS_UP)];
    let place = lensRight.map((value, axis) => value * across + lensUp[axis]! * upwards);
    const isBelow = from[1] > block.floorY && from[1] + place[1]! <= block.floorY;
    // The part of the aperture below the floor would see nothing: its other side stands in.
    if (block.hasFloor && isBelow) place = place.map((value) => -value);
    from = [from[0] + place[0]!, from[1] + place[1]!, from[2] + place[2]!];
    along = along.map((value, axis) => value * focus - place[axis]!);
  }
  const [x, y, z] = along as [number, number, number];
  const il = 1 / Math.sqrt(x * x + y * y + z * z);
  return { from, along: [x * il, y * il, z * il] };
}
