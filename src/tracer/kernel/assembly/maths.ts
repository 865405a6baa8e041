/** `portable-maths.ts` in AssemblyScript, operation by operation. */

function sinPolynomial(r: f64): f64 {
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

function cosPolynomial(r: f64): f64 {
  const s = r * r;
  return (
    1.0 +
    s *
      (-19.739208802178716 +
        s *
          (64.93939402266828 +
            s *
              (-85.4568172066937 +
                s * (60.24464137187664 + s * (-26.426256783374384 + s * 7.903536371318464)))))
  );
}

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

export function turnsOf(y: f64, x: f64): f64 {
  const ax = Math.abs(x),
    ay = Math.abs(y);
  const isSteep = ay > ax;
  const high = isSteep ? ay : ax;
  if (high == 0.0) return 0.0;
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
  if (x < 0.0) a = 0.5 - a;
  return y < 0.0 ? -a : a;
}

export function exp2(x: f64): f64 {
  const clamped = Math.min(126.0, Math.max(-126.0, x));
  const whole = Math.floor(clamped + 0.5);
  const f = clamped - whole;
  const scale = reinterpret<f64>((<i64>whole + 1023) << 52);
  return (
    scale *
    (1.0 +
      f *
        (0.6931471805599453 +
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
                                  f * (0.0000013215486790144303 + f * 1.0178086009239695e-7)))))))))
  );
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
  const t = (m - 1.0) / (m + 1.0);
  const s = t * t;
  const series =
    1.0 +
    s *
      (0.3333333333333333 +
        s *
          (0.2 +
            s *
              (0.14285714285714285 +
                s * (0.1111111111111111 + s * (0.09090909090909091 + s * 0.07692307692307693)))));
  return exponent + t * series * 2.8853900817779268;
}
