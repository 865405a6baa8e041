import { colourOfKelvin } from '../../../../../tracer/light/hang-lights.ts';
import { type LinearPicture, luminance } from '../../../../../tracer/picture.ts';

type Triple = readonly [number, number, number];

/** What is more is burnt out, what is less is grain. */
const LEVELS = { least: 0.03, most: 0.985 } as const;
/** Logarithms of chroma that count as one colour of a thing, so that a large wall is not heard a thousand times. */
const BIN = 0.05;
/** How a colour of things counts: by the root of its pixels, and by how bright it is, for white is the brightest. */
const SHARE = { pixels: 0.4, level: 3 } as const;
/** How far from the colour of a light white things lie. */
const WHITE_SPREAD = 0.09;
/** What pictures are painted in, mired, and how much it tells beside what is seen. */
const USUAL = { mired: 205, spread: 45, told: 25 } as const;
const MIRED = { least: 105, most: 360, step: 5 } as const;
const DAYLIGHT_MIRED = 1e6 / 5_600;
/** What surrounds a scene of which nothing is known but its key. */
const SKY_KELVIN = 6_000;
/** What the surroundings take of the key's warmth where both fall on white, given back. */
const UNMIXED = 1.2;

const LIGHTS = Array.from({ length: (MIRED.most - MIRED.least) / MIRED.step + 1 }, (_, i) => {
  const mired = MIRED.least + i * MIRED.step;
  const [r, g, b] = colourOfKelvin(1e6 / mired);
  return { mired, u: Math.log(r / g), v: Math.log(b / g) };
});

/** Mired of the light under which most of what is bright, and unlike, is white. */
function findMired({ rgb }: LinearPicture, isProduct: (at: number) => boolean): { mired: number } {
  const bins = new Map<number, { count: number; level: number; u: number; v: number }>();
  for (let at = 0; at * 3 < rgb.length; at++) {
    if (isProduct(at)) continue;
    const [r, g, b] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
    const level = luminance(r, g, b);
    if (level < LEVELS.least || Math.max(r, g, b) > LEVELS.most) continue;
    const [u, v] = [Math.log((r + 1e-3) / (g + 1e-3)), Math.log((b + 1e-3) / (g + 1e-3))];
    const key = (Math.round(u / BIN) + 200) * 1_000 + Math.round(v / BIN) + 200;
    const bin = bins.get(key) ?? { count: 0, level: 0, u: 0, v: 0 };
    bin.count += 1;
    bin.level += level;
    bin.u += u;
    bin.v += v;
    bins.set(key, bin);
  }
  const seen = [...bins.values()].map(({ count, level, u, v }) => ({
    weight: count ** SHARE.pixels * (level / count) ** SHARE.level,
    u: u / count,
    v: v / count,
  }));
  const whole = seen.reduce((sum, { weight }) => sum + weight, 0);
  if (!(whole > 0)) return { mired: DAYLIGHT_MIRED };
  const scores = LIGHTS.map(({ mired, u, v }) => {
    const white = seen.reduce(
      (sum, bin) =>
        sum + bin.weight * Math.exp(-((bin.u - u) ** 2 + (bin.v - v) ** 2) / (2 * WHITE_SPREAD ** 2)),
      0,
    );
    return (USUAL.told * white) / whole - ((mired - USUAL.mired) / USUAL.spread) ** 2 / 2;
  });
  const best = Math.max(...scores);
  let [sum, mean] = [0, 0];
  LIGHTS.forEach(({ mired }, i) => {
    const likely = Math.exp(scores[i]! - best);
    sum += likely;
    mean += likely * mired;
  });
  return { mired: mean / sum };
}

/**
 * Colours of the key light and of what surrounds the scene, on the line of glowing bodies.
 *
 * @param shade What the product's shadow leaves of each channel, 0 to 1; null where none was found.
 * @returns Linear, the brightest channel 1.
 */
export function findColours(
  picture: LinearPicture,
  isProduct: (at: number) => boolean,
  shade: Triple | null,
): { readonly key: Triple; readonly ambient: Triple } {
  const { mired } = findMired(picture, isProduct);
  const lit = colourOfKelvin(1e6 / mired);
  const kelvin = 1e6 / Math.min(MIRED.most, DAYLIGHT_MIRED + UNMIXED * (mired - DAYLIGHT_MIRED));
  const key = brightest(colourOfKelvin(kelvin));
  const sky = colourOfKelvin(SKY_KELVIN);
  if (shade === null) return { key, ambient: brightest(sky) };
  // Von Kries: the same floor in and out of the shadow has the colours of the two lights. Half of it is bounced off the room.
  const shaded = lit.map((value, k) => value * shade[k]!) as [number, number, number];
  const own = brightest(shaded);
  return {
    key,
    ambient: brightest([Math.sqrt(own[0] * sky[0]), Math.sqrt(own[1] * sky[1]), Math.sqrt(own[2] * sky[2])]),
  };
}

function brightest([r, g, b]: Triple): Triple {
  const most = Math.max(r, g, b);
  return [r / most, g / most, b / most];
}
