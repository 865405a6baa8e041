import type { PictureLayers } from './denoise.ts';

/** Radius in pixels, and how many rounds, each with twice the step: 14 pixels are reached. */
const RADIUS = 2;
const STEPS = [1, 2, 4] as const;
/** Neighbours count while they differ by less than this many standard deviations of the samples. */
const DEVIATIONS = 3;
/** Coverage that rises by more than this from pixel to pixel is a sharp edge, and stays. */
const EDGE = 0.75;

/**
 * Takes the noise out of what a blurred product covers: through a lens even a pixel's coverage is an estimate, and grain
 * in it shows on any background. Colour goes along where the product covers a part; sharp edges and whole pixels stay. Of the
 * floor that a pixel so comes to show beyond what its own samples met, the light is that of the pixels around.
 *
 * @param sampleCount Of every pixel.
 */
export function softenCoverage(layers: PictureLayers, sampleCount: number): PictureLayers {
  const { widthPx, heightPx } = layers;
  const isSoft = findSoft(layers);
  let state = {
    coverage: layers.coverage,
    floorCoverage: layers.floorCoverage,
    object: layers.object.map((value, at) => value * (layers.coverage[(at / 3) | 0] ?? 0)),
    floor: layers.floor.map((value, at) => value * (layers.floorCoverage[(at / 3) | 0] ?? 0)),
  };
  for (const step of STEPS) {
    const next = {
      coverage: state.coverage.slice(),
      floorCoverage: state.floorCoverage.slice(),
      object: state.object.slice(),
      floor: state.floor.slice(),
    };
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const pixel = y * widthPx + x;
        if (isSoft[pixel] === 0) continue;
        const own = state.coverage[pixel] ?? 0;
        const spread = (own * (1 - own) + 1 / sampleCount) / sampleCount;
        let [total, covered, floored, r, g, b] = [0, 0, 0, 0, 0, 0];
        const light: [number, number, number] = [0, 0, 0];
        for (let v = -RADIUS; v <= RADIUS; v++) {
          for (let u = -RADIUS; u <= RADIUS; u++) {
            const [otherX, otherY] = [x + u * step, y + v * step];
            if (otherX < 0 || otherY < 0 || otherX >= widthPx || otherY >= heightPx) continue;
            const other = otherY * widthPx + otherX;
            const apart = (state.coverage[other] ?? 0) - own;
            const near = 1 - (apart * apart) / (DEVIATIONS * DEVIATIONS * spread);
            if (near <= 0) continue;
            const weight = near * near * (RADIUS + 1 - Math.abs(u)) * (RADIUS + 1 - Math.abs(v));
            total += weight;
            covered += weight * (state.coverage[other] ?? 0);
            floored += weight * (state.floorCoverage[other] ?? 0);
            r += weight * (state.object[other * 3] ?? 0);
            g += weight * (state.object[other * 3 + 1] ?? 0);
            b += weight * (state.object[other * 3 + 2] ?? 0);
            for (const k of [0, 1, 2] as const) light[k] += weight * (state.floor[other * 3 + k] ?? 0);
          }
        }
        next.coverage[pixel] = covered / total;
        next.floorCoverage[pixel] = floored / total;
        next.object.set([r / total, g / total, b / total], pixel * 3);
        for (const k of [0, 1, 2] as const) next.floor[pixel * 3 + k] = light[k] / total;
      }
    }
    state = next;
  }
  const object = layers.object.slice();
  const floor = layers.floor.slice();
  for (let pixel = 0; pixel < isSoft.length; pixel++) {
    if (isSoft[pixel] === 0) continue;
    const floored = state.floorCoverage[pixel] ?? 0;
    const own = floored > 0 ? Math.min(1, (layers.floorCoverage[pixel] ?? 0) / floored) : 1;
    for (let k = pixel * 3; own < 1 && k < pixel * 3 + 3; k++)
      floor[k] = (layers.floor[k] ?? 0) * own + ((state.floor[k] ?? 0) / floored) * (1 - own);
    const covered = state.coverage[pixel] ?? 0;
    if (covered <= 0) continue;
    for (let k = pixel * 3; k < pixel * 3 + 3; k++) object[k] = (state.object[k] ?? 0) / covered;
  }
  return { ...layers, object, floor, coverage: state.coverage, floorCoverage: state.floorCoverage };
}

/** 1 where the product covers a part of a pixel or of one beside it, and no sharp edge is near. */
function findSoft({ widthPx, heightPx, coverage }: PictureLayers): Uint8Array {
  const isSoft = new Uint8Array(coverage.length);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      let [least, most] = [1, 0];
      for (let v = Math.max(0, y - 1); v <= Math.min(heightPx - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(widthPx - 1, x + 1); u++) {
          const value = coverage[v * widthPx + u] ?? 0;
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
      }
      isSoft[y * widthPx + x] = most > 0 && least < 1 && most - least < EDGE ? 1 : 0;
    }
  }
  return isSoft;
}
