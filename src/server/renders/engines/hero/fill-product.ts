/** Linear rgb with a weight: what a pixel is known by. */
interface Level {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Float32Array;
  readonly weight: Float32Array;
}

/**
 * Fills what is unknown of a picture from what is known, smoothly: means of ever larger squares, and back down through them
 * ("push-pull", Gortler and others, "The Lumigraph", 1996).
 *
 * @param rgb Linear, three floats a pixel.
 * @param isKnown By index. Where nothing at all is, the picture stays as it is.
 * @returns The known pixels as they are, and all others filled.
 */
export function fillUnknown(
  rgb: Float32Array,
  isKnown: (index: number) => boolean,
  widthPx: number,
  heightPx: number,
): Float32Array {
  const weight = Float32Array.from({ length: widthPx * heightPx }, (_, i) => (isKnown(i) ? 1 : 0));
  const levels: Level[] = [{ widthPx, heightPx, rgb: rgb.slice(), weight }];
  for (;;) {
    const last = levels.at(-1);
    if (last === undefined || Math.max(last.widthPx, last.heightPx) === 1) break;
    levels.push(halve(last));
  }
  if ((levels.at(-1)?.weight[0] ?? 0) === 0) return rgb.slice();
  for (let n = levels.length - 2; n >= 0; n--) {
    const [fine, coarse] = [levels[n], levels[n + 1]];
    if (fine !== undefined && coarse !== undefined) fillFrom(fine, coarse);
  }
  return levels[0]?.rgb ?? rgb;
}

function halve({ widthPx, heightPx, rgb, weight }: Level): Level {
  const half = { widthPx: Math.ceil(widthPx / 2), heightPx: Math.ceil(heightPx / 2) };
  const pixels = half.widthPx * half.heightPx;
  const out: Level = { ...half, rgb: new Float32Array(pixels * 3), weight: new Float32Array(pixels) };
  for (let y = 0; y < half.heightPx; y++) {
    for (let x = 0; x < half.widthPx; x++) {
      const to = y * half.widthPx + x;
      let sum = 0;
      for (let v = 2 * y; v < Math.min(heightPx, 2 * y + 2); v++) {
        for (let u = 2 * x; u < Math.min(widthPx, 2 * x + 2); u++) {
          const from = v * widthPx + u;
          const share = weight[from] ?? 0;
          if (share === 0) continue;
          sum += share;
          for (let k = 0; k < 3; k++)
            out.rgb[to * 3 + k] = (out.rgb[to * 3 + k] ?? 0) + share * (rgb[from * 3 + k] ?? 0);
        }
      }
      if (sum === 0) continue;
      for (let k = 0; k < 3; k++) out.rgb[to * 3 + k] = (out.rgb[to * 3 + k] ?? 0) / sum;
      out.weight[to] = Math.min(1, sum);
    }
  }
  return out;
}

/** Takes from the coarser level what a pixel does not know itself; bilinear. */
function fillFrom(fine: Level, coarse: Level): void {
  const { widthPx, heightPx, rgb, weight } = fine;
  for (let y = 0; y < heightPx; y++) {
    const cy = Math.min(coarse.heightPx - 1, Math.max(0, (y + 0.5) / 2 - 0.5));
    const y0 = Math.floor(cy);
    const y1 = Math.min(coarse.heightPx - 1, y0 + 1);
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      const own = weight[i] ?? 0;
      if (own >= 1) continue;
      const cx = Math.min(coarse.widthPx - 1, Math.max(0, (x + 0.5) / 2 - 0.5));
      const x0 = Math.floor(cx);
      const x1 = Math.min(coarse.widthPx - 1, x0 + 1);
      const [fx, fy] = [cx - x0, cy - y0];
      for (let k = 0; k < 3; k++) {
        const at = (u: number, v: number): number => coarse.rgb[(v * coarse.widthPx + u) * 3 + k] ?? 0;
        const top = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * fx;
        const bottom = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * fx;
        const filled = top + (bottom - top) * fy;
        rgb[i * 3 + k] = filled + ((rgb[i * 3 + k] ?? 0) - filled) * own;
      }
      weight[i] = 1;
    }
  }
}
