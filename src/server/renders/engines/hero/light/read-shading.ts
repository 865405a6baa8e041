import { type LinearPicture, luminance } from '../../../../../tracer/picture.ts';

/** Logarithms of red and of blue by green. */
export type Chroma = readonly [number, number];

/** Chroma that neighbours of one surface differ by at most: less than where one thing ends and the next begins. */
const STEP = 0.03;
/** Pixels to each side over which grain, boards and tiles are averaged; of them so many must be of the surface. */
const TEXTURE = { px: 6, share: 0.35 } as const;
/** Pixels between two places that are compared. */
const APART = [8, 14, 20] as const;
/** Logarithm of how much brighter one is: of less 8 bits tell nothing, and more is another thing. */
const BRIGHTER = { least: 0.12, most: 1.6 } as const;
/** Linear, of what is compared at all. */
const LEVELS = { least: 0.02, most: 0.98, difference: 0.003 } as const;
const PAIRS_LEAST = 16;
const GRAIN = 0.004;

/**
 * How the key's chroma differs from that of all light on what it lights, from places of one surface of which one has more of the
 * key: the difference of their linear colours has the colour of the surface times the key's, and the brighter one's that of the
 * surface times all light's, so that the surface's own colour falls out. Shadows, round things and walls tell alike.
 *
 * @returns null where too few places tell.
 */
export function readShading(picture: LinearPicture, isProduct: (at: number) => boolean): Chroma | null {
  const { widthPx, heightPx } = picture;
  const surfaces = findSurfaces(picture, isProduct);
  const even = averageTexture(picture, surfaces);
  const levels = Float32Array.from(surfaces, (_, at) => luminance(...pixelOf(even, at)));
  const found = { u: [] as Told[], v: [] as Told[] };
  for (let at = 0; at < surfaces.length; at++) {
    if (!(levels[at]! > LEVELS.least)) continue;
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    for (const [right, down] of OFFSETS) {
      if (x + right >= widthPx || y + down >= heightPx || y + down < 0) continue;
      const other = at + down * widthPx + right;
      if (surfaces[other] !== surfaces[at] || !(levels[other]! > LEVELS.least)) continue;
      const brighter = Math.abs(Math.log(levels[at]! / levels[other]!));
      if (brighter < BRIGHTER.least || brighter > BRIGHTER.most) continue;
      const [lit, shaded] = levels[at]! > levels[other]! ? [at, other] : [other, at];
      const all = pixelOf(even, lit);
      const less = pixelOf(even, shaded);
      const key = [all[0] - less[0], all[1] - less[1], all[2] - less[2]] as const;
      if (Math.min(...key) <= LEVELS.difference) continue;
      const [ofKey, ofAll] = [chromaOf(key), chromaOf(all)];
      found.u.push({ value: ofKey[0] - ofAll[0], weight: brighter });
      found.v.push({ value: ofKey[1] - ofAll[1], weight: brighter });
    }
  }
  if (found.u.length < PAIRS_LEAST) return null;
  return [middleOf(found.u), middleOf(found.v)];
}

const OFFSETS = APART.flatMap((px) => {
  const aslant = Math.round(px * Math.SQRT1_2);
  return [[px, 0] as const, [0, px] as const, [aslant, aslant] as const, [aslant, -aslant] as const];
});

/** A number per pixel, the same where chroma changes only gently from one to the other; -1 for the product. */
function findSurfaces(picture: LinearPicture, isProduct: (at: number) => boolean): Int32Array {
  const { widthPx, heightPx } = picture;
  const chromas = Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [r, g, b] = pixelOf(picture.rgb, at);
    return chromaOf([r + GRAIN, g + GRAIN, b + GRAIN]);
  });
  const surfaces = new Int32Array(widthPx * heightPx).fill(-1);
  const open: number[] = [];
  for (let first = 0; first < surfaces.length; first++) {
    if (surfaces[first]! >= 0 || isProduct(first)) continue;
    surfaces[first] = first;
    open.push(first);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      const around = [
        x > 0 ? at - 1 : -1,
        x < widthPx - 1 ? at + 1 : -1,
        y > 0 ? at - widthPx : -1,
        y < heightPx - 1 ? at + widthPx : -1,
      ];
      for (const other of around) {
        if (other < 0 || surfaces[other]! >= 0 || isProduct(other)) continue;
        const [a, b] = [chromas[at]!, chromas[other]!];
        if (Math.hypot(a[0] - b[0], a[1] - b[1]) >= STEP) continue;
        surfaces[other] = first;
        open.push(other);
      }
    }
  }
  return surfaces;
}

/** Each pixel as its surface is around it; 0 where little of that is in sight. What is burnt out does not count. */
function averageTexture({ widthPx, heightPx, rgb }: LinearPicture, surfaces: Int32Array): Float32Array {
  const even = new Float32Array(rgb.length);
  for (let at = 0; at < surfaces.length; at++) {
    if (surfaces[at]! < 0) continue;
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const [left, right] = [Math.max(0, x - TEXTURE.px), Math.min(widthPx - 1, x + TEXTURE.px)];
    const [top, bottom] = [Math.max(0, y - TEXTURE.px), Math.min(heightPx - 1, y + TEXTURE.px)];
    const sum = [0, 0, 0];
    let count = 0;
    for (let row = top; row <= bottom; row++) {
      for (let other = row * widthPx + left; other <= row * widthPx + right; other++) {
        if (surfaces[other] !== surfaces[at]) continue;
        const colour = pixelOf(rgb, other);
        if (Math.max(...colour) > LEVELS.most) continue;
        count += 1;
        for (const k of [0, 1, 2] as const) sum[k]! += colour[k];
      }
    }
    if (count < TEXTURE.share * (right - left + 1) * (bottom - top + 1)) continue;
    for (const k of [0, 1, 2]) even[at * 3 + k] = sum[k]! / count;
  }
  return even;
}

interface Told {
  readonly value: number;
  readonly weight: number;
}

/** The weighted median. */
function middleOf(told: Told[]): number {
  told.sort((a, b) => a.value - b.value);
  const half = told.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const { value, weight } of told) {
    below += weight;
    if (below >= half) return value;
  }
  return 0;
}

/** Of a colour above 0. */
export function chromaOf([r, g, b]: readonly [number, number, number]): Chroma {
  return [Math.log(r / g), Math.log(b / g)];
}

function pixelOf(rgb: Float32Array, at: number): readonly [number, number, number] {
  return [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
}
