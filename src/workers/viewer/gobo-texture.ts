import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RedFormat,
  RepeatWrapping,
} from 'three';
import { GOBO_PATTERNS, type GoboPattern } from '../../contract/scene/light-rig.ts';
import { GOBO_EDGE, LEAVES_PERIOD, passGobo } from '../../tracer/light/pass-gobo.ts';

/** Of a pattern, a slat of the blinds has twenty: 8 ms to draw. */
const SIDE_PX = 512;
/** Points of a pixel, across and up. */
const POINTS = 2;
/** Around a window and around blinds: dark, and enough of it for the coarsest level. */
const ROOM = 0.5;

/** A pattern as a picture of what it lets through, and where it lies: in its units, see {@link passGobo}. */
export interface GoboTexture {
  readonly texture: DataTexture;
  /** Side of the picture. */
  readonly side: number;
  /** Where the middle of the pattern is in it, across and upwards, 0 to 1. */
  readonly middle: number;
}

/** Owned by the caller. */
export function drawGobo(pattern: GoboPattern): GoboTexture {
  const isEndless = pattern === 'leaves';
  const side = isEndless ? LEAVES_PERIOD : 2 * (GOBO_EDGE + ROOM);
  const middle = isEndless ? 0 : 0.5;
  const index = GOBO_PATTERNS.indexOf(pattern);
  const pixels = new Uint8Array(SIDE_PX * SIDE_PX);
  const place = (pixel: number, point: number) =>
    ((pixel + (point + 0.5) / POINTS) / SIDE_PX - middle) * side;
  for (let row = 0; row < SIDE_PX; row++) {
    for (let column = 0; column < SIDE_PX; column++) {
      let sum = 0;
      for (let j = 0; j < POINTS; j++)
        for (let i = 0; i < POINTS; i++) sum += passGobo(index, place(column, i), place(row, j));
      pixels[row * SIDE_PX + column] = Math.round((255 * sum) / POINTS ** 2);
    }
  }
  const texture = new DataTexture(pixels, SIDE_PX, SIDE_PX, RedFormat);
  texture.wrapS = texture.wrapT = isEndless ? RepeatWrapping : ClampToEdgeWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return { texture, side, middle };
}
