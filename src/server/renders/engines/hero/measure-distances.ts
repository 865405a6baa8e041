/** Farther than any picture is wide. */
const FAR = 1e10;

/**
 * Distance of each pixel from the nearest one that is set, in pixels from middle to middle; 0 on those, and
 * `Infinity` everywhere where none is. Exact (Felzenszwalb and Huttenlocher, "Distance transforms of sampled functions", 2012).
 *
 * @param isSet By index, row after row.
 */
export function measureDistances(
  isSet: (index: number) => boolean,
  widthPx: number,
  heightPx: number,
): Float32Array {
  const squares = new Float64Array(widthPx * heightPx);
  for (let i = 0; i < squares.length; i++) squares[i] = isSet(i) ? 0 : FAR;
  const longest = Math.max(widthPx, heightPx);
  const line = new Float64Array(longest);
  const sweep = createSweep(longest);
  for (let x = 0; x < widthPx; x++) {
    for (let y = 0; y < heightPx; y++) line[y] = squares[y * widthPx + x] ?? FAR;
    sweep(line, heightPx, (y, value) => {
      squares[y * widthPx + x] = value;
    });
  }
  const distances = new Float32Array(squares.length);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) line[x] = squares[y * widthPx + x] ?? FAR;
    sweep(line, widthPx, (x, value) => {
      distances[y * widthPx + x] = value >= FAR ? Number.POSITIVE_INFINITY : Math.sqrt(value);
    });
  }
  return distances;
}

/** Least of all parabolas that stand on the values of a line, at each of its places. */
function createSweep(longest: number) {
  const places = new Int32Array(longest);
  const bounds = new Float64Array(longest + 1);
  return (line: Float64Array, count: number, put: (at: number, value: number) => void): void => {
    let last = 0;
    places[0] = 0;
    bounds[0] = Number.NEGATIVE_INFINITY;
    bounds[1] = Number.POSITIVE_INFINITY;
    const value = (at: number): number => line[at] ?? FAR;
    const meet = (q: number, p: number): number => (value(q) + q * q - value(p) - p * p) / (2 * (q - p));
    for (let q = 1; q < count; q++) {
      let s = meet(q, places[last] ?? 0);
      while (s <= (bounds[last] ?? 0)) {
        last--;
        s = meet(q, places[last] ?? 0);
      }
      last++;
      places[last] = q;
      bounds[last] = s;
      bounds[last + 1] = Number.POSITIVE_INFINITY;
    }
    let k = 0;
    for (let q = 0; q < count; q++) {
      while ((bounds[k + 1] ?? 0) < q) k++;
      const p = places[k] ?? 0;
      put(q, (q - p) * (q - p) + value(p));
    }
  };
}
