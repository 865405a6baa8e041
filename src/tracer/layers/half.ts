/** Bits of the float above which halves end: 65,504 and what rounds to it. */
const LARGEST_FLOAT = 0x477fefff;
const LARGEST_HALF = 0x7bff;

/**
 * The nearest half float (IEEE 754 binary16), ties to even; what is larger becomes the largest there is, what is no number 0.
 *
 * @param bits Of a float of 32 bits.
 * @returns 16 bits.
 */
export function toHalf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const size = bits & 0x7fffffff;
  const exponent = size >>> 23;
  if (size > 0x7f800000 || exponent < 102) return size > 0x7f800000 ? 0 : sign;
  if (size > LARGEST_FLOAT) return sign | LARGEST_HALF;
  // Smaller than the smallest normal one.
  if (exponent < 113) return sign | round((size & 0x7fffff) | 0x800000, 126 - exponent);
  return sign | round(size - (112 << 23), 13);
}

function round(value: number, shift: number): number {
  const whole = value >>> shift;
  const rest = value & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  return rest > half || (rest === half && (whole & 1) === 1) ? whole + 1 : whole;
}
