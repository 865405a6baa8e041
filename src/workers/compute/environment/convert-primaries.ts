import type { LinearPicture } from '../../../tracer/picture.ts';

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

/** x and y of red, green, blue and white (ITU-R BT.709). */
const REC_709 = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329];
/** Farther than programs round them. */
const TOLERANCE = 0.002;
/** Cone responses that Bradford's adaptation scales (ICC.1:2010, annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * Light in other primaries, in place, as Rec. 709, with white for white. Colours outside of it lose what is negative.
 *
 * @param chromaticities x and y of red, green, blue and white.
 * @throws Error for what are no primaries.
 */
export function convertPrimaries({ rgb }: LinearPicture, chromaticities: readonly number[]): void {
  if (chromaticities.every((value, at) => Math.abs(value - (REC_709[at] ?? 0)) < TOLERANCE)) return;
  const adapt = adaptation(whiteOf(chromaticities), whiteOf(REC_709));
  const matrix = times(invert(toXyz(REC_709)), times(adapt, toXyz(chromaticities)));
  if (!matrix.flat().every(Number.isFinite)) throw new Error('primaries');
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = apply(matrix, [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]);
    for (let k = 0; k < 3; k++) rgb[at + k] = Math.max(0, colour[k] ?? 0);
  }
}

function xyzOf(x: number, y: number): Row {
  return [x / y, 1, (1 - x - y) / y];
}

function whiteOf(chromaticities: readonly number[]): Row {
  return xyzOf(chromaticities[6] ?? 0, chromaticities[7] ?? 0);
}

/** Each primary as bright as makes the white of all three. */
function toXyz(chromaticities: readonly number[]): Matrix {
  const [red, green, blue] = [0, 2, 4].map((at): Row => {
    const [x = 0, y = 0] = [chromaticities[at], chromaticities[at + 1]];
    return [x, y, 1 - x - y];
  }) as [Row, Row, Row];
  const columns = transpose([red, green, blue]);
  const shares = apply(invert(columns), whiteOf(chromaticities));
  return columns.map((row): Row => [row[0] * shares[0], row[1] * shares[1], row[2] * shares[2]]) as never;
}

function adaptation(from: Row, to: Row): Matrix {
  const [a, b] = [apply(BRADFORD, from), apply(BRADFORD, to)];
  const scaled = BRADFORD.map((row, k): Row => {
    const scale = (b[k] ?? 0) / (a[k] ?? 1);
    return [row[0] * scale, row[1] * scale, row[2] * scale];
  });
  return times(invert(BRADFORD), scaled as never);
}

function apply(matrix: Matrix, [x, y, z]: Row): Row {
  return matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as never;
}

function transpose([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function times(a: Matrix, b: Matrix): Matrix {
  const columns = transpose(b);
  return a.map((row): Row => apply(columns, row)) as never;
}

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const cofactors: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return cofactors.map((row): Row => row.map((value) => value / determinant) as never) as never;
}
