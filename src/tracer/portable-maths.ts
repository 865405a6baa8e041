/**
 * Elementary functions out of additions, products and divisions alone, so that every engine gives the same bits. The
 * kernel compiles the polynomials and `turnsOf` from here; around them `kernel/assembly/maths.ts` has its own, faster
 * bits and branches.
 */

/** Sine of an angle in turns. Error under 1e-11. */
export function sinTurns(turns: number): number {
  const x = turns - Math.floor(turns);
  const quarter = Math.floor(x * 4 + 0.5);
  const r = x - quarter * 0.25;
  if (quarter === 1) return cosPolynomial(r);
  if (quarter === 2) return -sinPolynomial(r);
  if (quarter === 3) return -cosPolynomial(r);
  return sinPolynomial(r);
}

/** Cosine of an angle in turns. Error under 1e-11. */
export function cosTurns(turns: number): number {
  const x = turns - Math.floor(turns);
  const quarter = Math.floor(x * 4 + 0.5);
  const r = x - quarter * 0.25;
  if (quarter === 1) return -sinPolynomial(r);
  if (quarter === 2) return -cosPolynomial(r);
  if (quarter === 3) return sinPolynomial(r);
  return cosPolynomial(r);
}

/** Sine of an angle in turns, from -1/8 to 1/8. */
export function sinPolynomial(r: number): number {
  const s = r * r;
  return (
    r *
    (6.283185307179586 +
      s *
        (-41.341702240399755 +
          s *
            (81.60524927607504 +
              s * (-76.70585975306136 + s * (42.058693944897634 + s * -15.094642576822983)))))
  );
}

/** Cosine of an angle in turns, from -1/8 to 1/8. */
export function cosPolynomial(r: number): number {
  const s = r * r;
  return (
    1 +
    s *
      (-19.739208802178716 +
        s *
          (64.93939402266828 +
            s *
              (-85.4568172066937 +
                s * (60.24464137187664 + s * (-26.426256783374384 + s * 7.903536371318464)))))
  );
}

/** Angle of (x, y) in turns, -0.5 to 0.5, anticlockwise from +x. Error under 1e-9. Zero for (0, 0). */
export function turnsOf(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const isSteep = ay > ax;
  const high = isSteep ? ay : ax;
  if (high === 0) return 0;
  const z = (isSteep ? ax : ay) / high;
  const s = z * z;
  let a =
    0.017319619271962145 +
    s *
      (-0.01308688006001462 +
        s *
          (0.008776562534361562 +
            s * (-0.004548955712543139 + s * (0.0015289352581662886 + s * -0.00024135116135380114))));
  a =
    z *
    (0.15915494056575327 +
      s * (-0.05305142711710914 + s * (0.03182561879711336 + s * (-0.02267706251482956 + s * a))));
  if (isSteep) a = 0.25 - a;
  if (x < 0) a = 0.5 - a;
  return y < 0 ? -a : a;
}

/** 2 to the power x, for x from -126 to 126 (clamped). Relative error under 1e-11. */
export function exp2(x: number): number {
  const clamped = Math.min(126, Math.max(-126, x));
  const whole = Math.floor(clamped + 0.5);
  const f = clamped - whole;
  let scale = 1;
  let power = whole < 0 ? 0.5 : 2;
  for (let n = Math.abs(whole); n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) scale *= power;
    power *= power;
  }
  return scale * exp2Polynomial(f);
}

/** 2 to the power f, from -0.5 to 0.5. */
export function exp2Polynomial(f: number): number {
  return (
    1 +
    f *
      (Math.LN2 +
        f *
          (0.2402265069591007 +
            f *
              (0.05550410866482157 +
                f *
                  (0.009618129107628475 +
                    f *
                      (0.001333355814642844 +
                        f *
                          (0.00015403530393381603 +
                            f *
                              (0.000015252733804059833 +
                                f * (0.0000013215486790144303 + f * 1.0178086009239695e-7))))))))
  );
}

/** Logarithm to base 2 of x from 1e-18 to 1 (clamped). Error under 1e-11. */
export function log2(x: number): number {
  let m = Math.min(1, Math.max(1e-18, x));
  let exponent = 0;
  for (let bits = 32; bits >= 1; bits /= 2) {
    const limit = 1 / 2 ** bits;
    if (m <= limit) {
      m *= 2 ** bits;
      exponent -= bits;
    }
  }
  if (m < Math.SQRT1_2) {
    m *= 2;
    exponent -= 1;
  }
  return exponent + log2Series(m);
}

/** Logarithm to base 2 of m, from 0.7 to 1.5. */
export function log2Series(m: number): number {
  const t = (m - 1) / (m + 1);
  const s = t * t;
  const series =
    1 +
    s *
      (0.3333333333333333 +
        s *
          (0.2 +
            s *
              (0.14285714285714285 +
                s * (0.1111111111111111 + s * (0.09090909090909091 + s * 0.07692307692307693)))));
  return t * series * 2.8853900817779268;
}
