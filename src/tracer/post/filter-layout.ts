/**
 * Where a filter's frame keeps things, in bytes from its start, and what its planes are for. This file is compiled twice, by
 * TypeScript and by AssemblyScript, so it holds numbers and nothing else.
 *
 * A plane holds one float per pixel. {@link SIDE_FLOATS} zeros stand before its first row and behind every row, so that
 * neighbours beyond the border are there and weigh nothing.
 */
export const FRAME_BYTES = 128;
/** Words: size in pixels, bytes from one row to the next and from one plane to the next, where pixel 0 of plane 0 is. */
export const FRAME_WIDTH = 0;
export const FRAME_HEIGHT = 4;
export const FRAME_ROW_BYTES = 8;
export const FRAME_PLANE_BYTES = 12;
export const FRAME_PLANES = 16;
/** Words: addresses of the finished layers, pixels without anything between them: rgb, share, rgb, share. */
export const FRAME_OBJECT = 20;
export const FRAME_COVERAGE = 24;
export const FRAME_FLOOR = 28;
export const FRAME_FLOOR_COVERAGE = 32;
/** Words: addresses of the sums, in the order of `PLANES`. */
export const FRAME_SUMS = 64;
export const SUM_COUNT = 12;
/** Floats per pixel of the finished layers. */
export const LAYER_FLOATS = 8;

/** As far as a filter reaches: 2 taps of 16 pixels. */
export const SIDE_FLOATS = 32;

/** Means of the samples: what product and floor cover, and albedo, premultiplied. */
export const COVER = 0;
export const GROUND = 1;
export const ALBEDO = 2;
/** The layer at hand: share of it, rgb, variance of the mean luminance, and what must not be blurred across. */
export const WEIGHT = 5;
export const COLOUR = 6;
export const VARIANCE = 9;
export const SURFACE = 10;
export const NORMAL = 13;
/** Variance by the samples, and squared distance of the two halves. */
export const SPREAD = 16;
export const APART = 17;
/** The colour without outliers; the other of two that a filter goes to and fro between. */
export const CALM = 18;
export const OTHER = 21;
/** What is left of the variance, to and fro. */
export const LEFT = 24;
export const OTHER_LEFT = 25;
/** Luminance; the same times the weight; one over the weights of 3 x 3 pixels. */
export const LIGHT = 26;
export const WEIGHED = 27;
export const NEAR = 28;
export const PLANE_COUNT = 29;
