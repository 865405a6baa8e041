import { cosTurns, sinTurns, turnsOf } from '../../../src/tracer/portable-maths.ts';
import type { Block } from './block.ts';

const fround = Math.fround;
/** Widens the box by far more than rounding. */
const SLACK = 1.001;

type Triple = [number, number, number];

/** Directions in which the product may be seen from a place on the floor: the kernel's `aim.ts`. */
export class Aim {
  /** Share of all directions, by their cosines; 0 where the product cannot be seen. */
  aimShare = 1;
  /** The last {@link aim}. */
  aimX = 0;
  aimY = 0;
  aimZ = 0;
  readonly #low: Triple;
  readonly #high: Triple;
  #fromX = 1;
  #fromZ = 0;
  #width = 1;
  #least = 0;

  constructor({ f32, tree }: Block) {
    const sides = (axis: number): [low: number, high: number] => {
      const at = (tree >> 2) + axis * 4;
      const low = Math.min(...f32.subarray(at, at + 4));
      return [low, Math.max(...f32.subarray(at + 12, at + 16))];
    };
    const all = [sides(0), sides(1), sides(2)] as const;
    const widest = Math.max(...all.map(([low, high]) => Math.max(0, high - low) / 2));
    const slack = widest * (SLACK - 1);
    this.#low = all.map(([low]) => fround(low) - slack) as Triple;
    this.#high = all.map(([, high]) => fround(high) + slack) as Triple;
  }

  openAim(x: number, y: number, z: number): void {
    this.#fromX = 1;
    this.#fromZ = 0;
    this.#width = 1;
    this.#least = 0;
    const [[lowX, , lowZ], [highX, highY, highZ]] = [this.#low, this.#high];
    const top = highY - y;
    if (top <= 0) {
      this.aimShare = 0;
      return;
    }
    const [isLeft, isRight, isBehind, isBefore] = [x < lowX, x > highX, z < lowZ, z > highZ];
    if (isLeft || isRight || isBehind || isBefore) {
      const ax = (isBehind || (!isBefore && isLeft) ? lowX : highX) - x;
      const bx = (isBefore || (!isBehind && isLeft) ? lowX : highX) - x;
      const az = (isRight || (!isLeft && isBehind) ? lowZ : highZ) - z;
      const bz = (isLeft || (!isRight && isBehind) ? lowZ : highZ) - z;
      this.#width = turnsOf(az * bx - ax * bz, ax * bx + az * bz);
      const il = 1 / Math.sqrt(ax * ax + az * az);
      this.#fromX = ax * il;
      this.#fromZ = az * il;
      const awayX = isLeft ? lowX - x : isRight ? x - highX : 0;
      const awayZ = isBehind ? lowZ - z : isBefore ? z - highZ : 0;
      const square = awayX * awayX + awayZ * awayZ;
      this.#least = square / (square + top * top);
    }
    this.aimShare = this.#width * (1 - this.#least);
  }

  /** Picks a direction as often as its cosine says, by two numbers in [0, 1). */
  aim(up: number, across: number): void {
    const [least, turns] = [this.#least, this.#width * across];
    const radius = Math.sqrt(least + (1 - least) * up);
    this.aimY = Math.sqrt(Math.max(1e-9, (1 - least) * (1 - up)));
    const [cosine, sine] = [cosTurns(turns), sinTurns(turns)];
    this.aimX = radius * (this.#fromX * cosine + this.#fromZ * sine);
    this.aimZ = radius * (this.#fromZ * cosine - this.#fromX * sine);
  }
}
