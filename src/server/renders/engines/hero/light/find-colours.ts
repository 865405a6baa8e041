import { colourOfKelvin } from '../../../../../tracer/light/hang-lights.ts';
import { type LinearPicture, luminance } from '../../../../../tracer/picture.ts';
import { type Chroma, chromaOf, readShading } from './read-shading.ts';

type Triple = readonly [number, number, number];

/** What is more is burnt out, what is less is grain. */
const LEVELS = { least: 0.03, most: 0.985 } as const;
/** Logarithms of chroma that count as one colour of a thing, so that a large wall is not heard a thousand times. */
const BIN = 0.05;
/** How a colour of things counts: by the root of its pixels, and by how bright it is, for white is the brightest. */
const SHARE = { pixels: 0.4, level: 3 } as const;
/** How far from the colour of the light white things lie, what counts where none is white, and how much it tells. */
const WHITE = { spread: 0.1, none: 0.02, told: 3 } as const;
/** What pictures are painted in, mired: lamps to daylight, and a room or a sky around. */
const USUAL = { key: { mired: 205, spread: 60 }, rest: { mired: 168, spread: 28 } } as const;
/** Mired that are tried. */
const TRIED = { key: { least: 105, most: 360, step: 6 }, rest: { least: 105, most: 265, step: 8 } } as const;
/** The key's share of all light on a surface that it lights, in bright rooms and on sunny days. */
const KEY_PART = 0.6;
/** Chroma by which shading and the product's shadow err, and in how many of its measures an error may count before it counts less. */
const ERRS = { shading: 0.035, shadow: 0.06, tail: 3 } as const;
/** Mired by which what falls into a shadow is warmer than what surrounds the room: floors and walls throw it there. */
const BOUNCED = 12;

/** A key and a rest that may be: their chromas beside that of both together, which falls on what the key lights. */
interface Pair {
  readonly key: number;
  readonly rest: number;
  readonly both: Chroma;
  readonly keyBeside: Chroma;
  readonly restBeside: Chroma;
}

const PAIRS: readonly Pair[] = listMired(TRIED.key).flatMap((key) =>
  listMired(TRIED.rest).map((rest) => {
    const [a, b] = [colourOfKelvin(1e6 / key), colourOfKelvin(1e6 / rest)];
    const mix = (k: 0 | 1 | 2) => KEY_PART * a[k] + (1 - KEY_PART) * b[k];
    const both = chromaOf([mix(0), mix(1), mix(2)]);
    return { key, rest, both, keyBeside: beside(chromaOf(a), both), restBeside: beside(chromaOf(b), both) };
  }),
);

/**
 * Colours of the key light and of what surrounds the scene, both on the line of glowing bodies: the pairs of them that are usual,
 * under which most of what is bright is white, and that differ as the shading of surfaces and the product's shadow say, each by how
 * likely it is.
 *
 * @param shade What the product's shadow leaves of each channel, 0 to 1; null where none was found.
 * @returns Linear, the brightest channel 1.
 */
export function findColours(
  picture: LinearPicture,
  isProduct: (at: number) => boolean,
  shade: Triple | null,
): { readonly key: Triple; readonly ambient: Triple } {
  const seen = listColours(picture, isProduct);
  const shading = readShading(picture, isProduct);
  const shadow = shade && chromaOf(shade);
  const scores = PAIRS.map(({ key, rest, both, keyBeside, restBeside }) => {
    const white = seen.reduce(
      (sum, { weight, chroma }) => sum + weight * Math.exp(-away(chroma, both) / (2 * WHITE.spread ** 2)),
      0,
    );
    return (
      WHITE.told * Math.log(white + WHITE.none) -
      ((key - USUAL.key.mired) / USUAL.key.spread) ** 2 / 2 -
      ((rest - USUAL.rest.mired) / USUAL.rest.spread) ** 2 / 2 -
      doubt(shading, keyBeside, ERRS.shading) -
      doubt(shadow, restBeside, ERRS.shadow)
    );
  });
  const best = Math.max(...scores);
  let [whole, key, rest] = [0, 0, 0];
  PAIRS.forEach((pair, i) => {
    const likely = Math.exp(scores[i]! - best);
    whole += likely;
    key += likely * pair.key;
    rest += likely * pair.rest;
  });
  return {
    key: brightest(colourOfKelvin(1e6 / (key / whole))),
    ambient: brightest(colourOfKelvin(1e6 / (rest / whole - BOUNCED))),
  };
}

/** The colours that are seen, of a sum of weights of 1; none where all is dark or burnt out. */
function listColours(
  { rgb }: LinearPicture,
  isProduct: (at: number) => boolean,
): { readonly weight: number; readonly chroma: Chroma }[] {
  const bins = new Map<number, { count: number; level: number; u: number; v: number }>();
  for (let at = 0; at * 3 < rgb.length; at++) {
    if (isProduct(at)) continue;
    const [r, g, b] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
    const level = luminance(r, g, b);
    if (level < LEVELS.least || Math.max(r, g, b) > LEVELS.most) continue;
    const [u, v] = chromaOf([r + 1e-3, g + 1e-3, b + 1e-3]);
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
    chroma: [u / count, v / count] as const,
  }));
  const whole = seen.reduce((sum, { weight }) => sum + weight, 0);
  return seen.map(({ weight, chroma }) => ({ weight: weight / whole, chroma }));
}

/** What a measure takes from a pair that it does not fit; 0 where nothing was measured. */
function doubt(measured: Chroma | null, expected: Chroma, errs: number): number {
  if (measured === null) return 0;
  return ERRS.tail * Math.log1p(away(measured, expected) / (2 * errs ** 2 * ERRS.tail));
}

/** Square of the distance. */
function away(a: Chroma, b: Chroma): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
}

function beside(one: Chroma, other: Chroma): Chroma {
  return [one[0] - other[0], one[1] - other[1]];
}

function listMired({ least, most, step }: (typeof TRIED)['key' | 'rest']): number[] {
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, i) => least + i * step);
}

function brightest([r, g, b]: Triple): Triple {
  const most = Math.max(r, g, b);
  return [r / most, g / most, b / most];
}
