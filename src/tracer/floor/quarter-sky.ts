import type { RigFrame } from '../light/hang-lights.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { Sky } from '../scene.ts';

/**
 * What of a sky all of a cyclorama sees: the quarter above its floor and before its wall. Every one of its surfaces is turned
 * towards all of that, so that what arrives on one is a sum of two: irradiance times how far it is turned up, and to the front.
 */
export interface QuarterSky {
  readonly up: Triple;
  readonly front: Triple;
}

type Triple = [number, number, number];

/** @param frame Which way the front is. */
export function quarterSky(sky: Sky, frame: Pick<RigFrame, 'frontX' | 'frontZ'>): QuarterSky {
  const { widthPx, heightPx, radiance } = sky;
  const up: Triple = [0, 0, 0];
  const front: Triple = [0, 0, 0];
  const fronts = frontsOf(sky, frame);
  for (let y = 0; y < Math.floor(heightPx / 2); y++) {
    const [above, below] = [cosTurns(y / heightPx / 2), cosTurns((y + 1) / heightPx / 2)];
    const size = (2 * Math.PI * (above - below)) / widthPx;
    const high = (above + below) / 2;
    const flat = Math.sqrt(1 - high * high);
    for (let x = 0; x < widthPx; x++) {
      const along = flat * fronts[x]!;
      if (along <= 0) continue;
      const from = (y * widthPx + x) * 3;
      for (let k = 0; k < 3; k++) {
        const light = radiance[from + k]! * size;
        up[k]! += light * high;
        front[k]! += light * along;
      }
    }
  }
  return { up, front };
}

/** How far each column of a sky is turned to the front, on the horizon. */
export function frontsOf(
  { widthPx }: Pick<Sky, 'widthPx'>,
  { frontX, frontZ }: Pick<RigFrame, 'frontX' | 'frontZ'>,
): number[] {
  // The middle column looks along -Z.
  return Array.from({ length: widthPx }, (_, x) => {
    const turn = (x + 0.5) / widthPx - 0.5;
    return sinTurns(turn) * frontX - cosTurns(turn) * frontZ;
  });
}
