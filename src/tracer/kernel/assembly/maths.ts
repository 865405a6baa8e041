import { cosPolynomial, exp2Polynomial, log2Series, sinPolynomial } from '../../portable-maths.ts';

/** Sine and cosine of the last {@link turn}. */
export let sine: f64 = 0;
export let cosine: f64 = 0;

/** `sinTurns` and `cosTurns` at once, without a branch that would be guessed wrong three times in four. */
export function turn(turns: f64): void {
  const x = turns - Math.floor(turns);
  const quarter = Math.floor(x * 4.0 + 0.5);
  const r = x - quarter * 0.25;
  const s = sinPolynomial(r),
    c = cosPolynomial(r);
  const q = <i32>quarter;
  const isOdd = (q & 1) != 0;
  const upright = select<f64>(c, s, isOdd),
    level = select<f64>(s, c, isOdd);
  sine = select<f64>(-upright, upright, (q & 2) != 0);
  cosine = select<f64>(-level, level, ((q + 1) & 2) != 0);
}

export function exp2(x: f64): f64 {
  const clamped = Math.min(126.0, Math.max(-126.0, x));
  const whole = Math.floor(clamped + 0.5);
  const f = clamped - whole;
  const scale = reinterpret<f64>((<i64>whole + 1023) << 52);
  return scale * exp2Polynomial(f);
}

export function log2(x: f64): f64 {
  let m = Math.min(1.0, Math.max(1e-18, x));
  let exponent: f64 = 0.0;
  for (let bits = 32; bits >= 1; bits >>= 1) {
    const limit = reinterpret<f64>((<i64>(1023 - bits)) << 52);
    if (m <= limit) {
      m *= reinterpret<f64>((<i64>(1023 + bits)) << 52);
      exponent -= <f64>bits;
    }
  }
  if (m < 0.7071067811865476) {
    m *= 2.0;
    exponent -= 1.0;
  }
  return exponent + log2Series(m);
}
