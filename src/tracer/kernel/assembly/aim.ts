import { turnsOf } from '../../portable-maths.ts';
import { cosine, sine, turn } from './maths.ts';
import { highX, highY, highZ, lowX, lowY, lowZ } from './traverse.ts';

/** Share of all directions, by their cosines, in which the product may be seen from the place; 0 where it cannot. */
export let aimShare: f64 = 1;
/** The last {@link aim}: its direction, of unit length, upwards. */
export let aimX: f64 = 0;
export let aimY: f64 = 0;
export let aimZ: f64 = 0;

/** Where the wedge begins, its width in turns, and the square of its directions' least part along the floor. */
let fromX: f64 = 1;
let fromZ: f64 = 0;
let width: f64 = 1;
let least: f64 = 0;

/**
 * Lays a wedge around what may be seen of the product from a place on the floor: between two corners of its box, and up to
 * its top over the nearest place of that. Below the box it is all that is above the floor.
 */
export function openAim(x: f64, y: f64, z: f64): void {
  fromX = 1;
  fromZ = 0;
  width = 1;
  least = 0;
  const top = highY - y;
  if (top <= 0.0) {
    aimShare = 0;
    return;
  }
  const isLeft = x < lowX,
    isRight = x > highX,
    isBehind = z < lowZ,
    isBefore = z > highZ;
  if (isLeft || isRight || isBehind || isBefore) {
    const ax = (isBehind || (!isBefore && isLeft) ? lowX : highX) - x,
      bx = (isBefore || (!isBehind && isLeft) ? lowX : highX) - x,
      az = (isRight || (!isLeft && isBehind) ? lowZ : highZ) - z,
      bz = (isLeft || (!isRight && isBehind) ? lowZ : highZ) - z;
    width = turnsOf(az * bx - ax * bz, ax * bx + az * bz);
    const il = 1.0 / Math.sqrt(ax * ax + az * az);
    fromX = ax * il;
    fromZ = az * il;
    const awayX = isLeft ? lowX - x : isRight ? x - highX : 0.0,
      awayZ = isBehind ? lowZ - z : isBefore ? z - highZ : 0.0;
    const square = awayX * awayX + awayZ * awayZ;
    least = square / (square + top * top);
  }
  aimShare = width * (1.0 - least);
}

/** Picks a direction of the wedge as often as its cosine says, by two numbers in [0, 1). */
export function aim(up: f64, across: f64): void {
  const radius = Math.sqrt(least + (1.0 - least) * up);
  aimY = Math.sqrt(Math.max(1e-9, (1.0 - least) * (1.0 - up)));
  turn(width * across);
  aimX = radius * (fromX * cosine + fromZ * sine);
  aimZ = radius * (fromZ * cosine - fromX * sine);
}
