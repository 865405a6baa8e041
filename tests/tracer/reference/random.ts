const UNIT = 1 / 4294967296;

/**
 * Padded two-dimensional Sobol points (Burley 2020): every pair of dimensions shuffles the sample numbers and
 * scrambles both coordinates with hashes of (seed, pixel, pair). No state but the pair's number.
 */
export class Random {
  /** The current pair, in [0, 1). */
  u1 = 0;
  u2 = 0;
  #pixelHash = 0;
  #reversedSample = 0;
  #pair = 0;

  startPixel(x: number, y: number, seed: number): void {
    this.#pixelHash = hash(x + hash(y + hash(seed ^ 0x9e3779b9)));
  }

  startSample(sample: number): void {
    this.#reversedSample = reverse(sample);
    this.#pair = 0;
  }

  nextPair(): void {
    this.#pair++;
    this.#draw(this.#pair);
  }

  /** Goes on after a pair of this number, however many were drawn before. */
  startPairs(after: number): void {
    this.#pair = after;
  }

  /** The pair of the lens, number 0, that nothing else takes. */
  lensPair(): void {
    this.#draw(0);
  }

  #draw(pair: number): void {
    const key = hash(this.#pixelHash ^ Math.imul(pair, 0x9e3779b9));
    const index = reverse(scramble(this.#reversedSample, key));
    this.u1 = (reverse(scramble(index, key ^ 0x68bc21eb)) >>> 0) * UNIT;
    this.u2 = (reverse(scramble(pascal(index), Math.imul(key, 0x2c9277b5) + 0x02e5be93)) >>> 0) * UNIT;
  }
}

function hash(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

function reverse(value: number): number {
  let x = value | 0;
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >>> 16) | (x << 16);
}

/** Scrambles from the low bit up: an Owen scramble of the reversed number (Laine and Karras 2011). */
function scramble(value: number, key: number): number {
  let x = (value + key) | 0;
  x ^= Math.imul(x, 0x6c50b47c);
  x ^= Math.imul(x, 0xb82f1e52);
  x ^= Math.imul(x, 0xc7afe638);
  x ^= Math.imul(x, 0x8d22f6e6);
  return x;
}

/** Second Sobol matrix, bits reversed: Pascal's triangle modulo 2, one butterfly per bit of the index. */
function pascal(value: number): number {
  let x = value;
  x ^= (x & 0xaaaaaaaa) >>> 1;
  x ^= (x & 0xcccccccc) >>> 2;
  x ^= (x & 0xf0f0f0f0) >>> 4;
  x ^= (x & 0xff00ff00) >>> 8;
  x ^= (x & 0xffff0000) >>> 16;
  return x;
}
