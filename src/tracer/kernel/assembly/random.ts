/**
 * Padded two-dimensional Sobol points (Burley 2020): every pair of dimensions shuffles the sample numbers and
 * scrambles both coordinates with hashes of (seed, pixel, pair). No state but the pair's number.
 */
export let u1: f64 = 0;
export let u2: f64 = 0;
let pixelHash: u32 = 0;
let reversedSample: u32 = 0;
let pair: u32 = 0;

const UNIT: f64 = 1.0 / 4294967296.0;

export function hash(x: u32): u32 {
  x = (x ^ (x >>> 16)) * 0x7feb352d;
  x = (x ^ (x >>> 15)) * 0x846ca68b;
  return x ^ (x >>> 16);
}

function reverse(x: u32): u32 {
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >>> 16) | (x << 16);
}

/** Reverses two numbers at once: the bits of `low` come back in the lower half, those of `high` in the upper. */
function reverseBoth(low: u32, high: u32): u64 {
  let x = ((<u64>high) << 32) | <u64>low;
  x = ((x >>> 1) & 0x5555555555555555) | ((x & 0x5555555555555555) << 1);
  x = ((x >>> 2) & 0x3333333333333333) | ((x & 0x3333333333333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f0f0f0f0f) | ((x & 0x0f0f0f0f0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff00ff00ff) | ((x & 0x00ff00ff00ff00ff) << 8);
  return ((x >>> 16) & 0x0000ffff0000ffff) | ((x & 0x0000ffff0000ffff) << 16);
}

/** Scrambles from the low bit up: an Owen scramble of the reversed number (Laine and Karras 2011). */
function scramble(x: u32, key: u32): u32 {
  x += key;
  x ^= x * 0x6c50b47c;
  x ^= x * 0xb82f1e52;
  x ^= x * 0xc7afe638;
  x ^= x * 0x8d22f6e6;
  return x;
}

/** Second Sobol matrix, bits reversed: Pascal's triangle modulo 2, one butterfly per bit of the index. */
function pascal(x: u32): u32 {
  x ^= (x & 0xaaaaaaaa) >>> 1;
  x ^= (x & 0xcccccccc) >>> 2;
  x ^= (x & 0xf0f0f0f0) >>> 4;
  x ^= (x & 0xff00ff00) >>> 8;
  x ^= (x & 0xffff0000) >>> 16;
  return x;
}

export function startPixel(x: i32, y: i32, seed: i32): void {
  pixelHash = hash(<u32>x + hash(<u32>y + hash(<u32>seed ^ 0x9e3779b9)));
}

export function startSample(sample: i32): void {
  reversedSample = reverse(<u32>sample);
  pair = 0;
}

/** Next two numbers in [0, 1), into `u1` and `u2`. */
export function nextPair(): void {
  pair++;
  draw(pair);
}

/**
 * Goes on after a pair of this number, however many were drawn before: else who follows a path of this or that length would draw
 * from other pairs in each sample, and the samples of a pixel would not be spread well.
 */
export function startPairs(after: u32): void {
  pair = after;
}

/** The pair of the lens, number 0, that nothing else takes: whoever follows draws the same with and without a lens. */
export function lensPair(): void {
  draw(0);
}

function draw(pair: u32): void {
  const key = hash(pixelHash ^ (pair * 0x9e3779b9));
  const index = reverse(scramble(reversedSample, key));
  const both = reverseBoth(
    scramble(index, key ^ 0x68bc21eb),
    scramble(pascal(index), key * 0x2c9277b5 + 0x02e5be93),
  );
  u1 = <f64>(<u32>both) * UNIT;
  u2 = <f64>(<u32>(both >>> 32)) * UNIT;
}
