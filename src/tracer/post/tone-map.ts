import { fromDisplayP3, toDisplayP3 } from '../../contract/files/display-p3.ts';
import { compressPeak, takeSheen, toneMapNeutral } from '../../contract/scene/tone-mapping.ts';
import { exp2, log2 } from '../portable-maths.ts';

/**
 * Maps scene radiance to display-linear 0 to 1, in place.
 *
 * @param rgb Linear Rec. 709, exposure multiplied in.
 */
export type ToneMap = (rgb: [number, number, number]) => void;

/** Neutral is the default everywhere (L15); AgX is a choice per project. */
export const TONE_MAPS: Readonly<Record<'neutral' | 'agx', ToneMap>> = {
  neutral: (rgb) => {
    toneMapNeutral(rgb);
    limit(rgb);
  },
  agx: (rgb) => {
    mapAgx(rgb);
    for (const k of [0, 1, 2] as const) rgb[k] = decodeAgx(Math.min(1, Math.max(0, rgb[k])));
  },
};

/**
 * The same tone maps for a display that shows Display P3: they end at its limits in place of sRGB's. What they give is still in
 * numbers of Rec. 709, below 0 and above 1 where sRGB has no such colour; what is not bright, and every grey, is the same.
 */
export const WIDE_TONE_MAPS: Readonly<Record<'neutral' | 'agx', ToneMap>> = {
  neutral: (rgb) => {
    takeSheen(rgb);
    toDisplayP3(rgb);
    compressPeak(rgb);
    limit(rgb);
    fromDisplayP3(rgb);
  },
  agx: (rgb) => {
    mapAgx(rgb);
    for (const k of [0, 1, 2] as const) rgb[k] = rgb[k] < 0 ? -decodeAgx(-rgb[k]) : decodeAgx(rgb[k]);
    limitToP3(rgb);
  },
};

/** Brings a display-linear colour, in Rec. 709, to the nearest that Display P3 shows, channel by channel. */
export function limitToP3(rgb: [number, number, number]): void {
  toDisplayP3(rgb);
  limit(rgb);
  fromDisplayP3(rgb);
}

function limit(rgb: [number, number, number]): void {
  for (const k of [0, 1, 2] as const) rgb[k] = Math.min(1, Math.max(0, rgb[k]));
}

/** Rec. 709 to AgX's inset primaries and back, rows (Benjamin Wrensch's minimal AgX, after Troy Sobotka). */
export const AGX_INSET = [
  [0.842479062253094, 0.0784335999999992, 0.0792237451477643],
  [0.0423282422610123, 0.878468636469772, 0.0791661274605434],
  [0.0423756549057051, 0.0784336, 0.879142973793104],
] as const;
export const AGX_OUTSET = [
  [1.19687900512017, -0.0980208811401368, -0.0990297440797205],
  [-0.0528968517574562, 1.15190312990417, -0.0989611768448433],
  [-0.0529716355144438, -0.0980434501171241, 1.15107367264116],
] as const;
const MIN_STOPS = -12.47393;
const MAX_STOPS = 4.026069;
/** `log2` of portable-maths ends at 1: 2^-5 brings the brightest stop below it. */
const HEADROOM_STOPS = 5;

/** Encoded, not yet limited to what a display shows. */
function mapAgx(rgb: [number, number, number]): void {
  const [r, g, b] = rgb;
  const curved = AGX_INSET.map(([x, y, z]) => {
    const value = Math.max(0, x * r + y * g + z * b);
    const stops = log2(value / 32) + HEADROOM_STOPS;
    return sigmoid(Math.min(1, Math.max(0, (stops - MIN_STOPS) / (MAX_STOPS - MIN_STOPS))));
  });
  const [x = 0, y = 0, z = 0] = curved;
  for (const k of [0, 1, 2] as const) {
    const row = AGX_OUTSET[k];
    rgb[k] = row[0] * x + row[1] * y + row[2] * z;
  }
}

/** @param encoded 0 to 2, which is more than there is. */
function decodeAgx(encoded: number): number {
  if (encoded <= 0) return 0;
  return encoded <= 1 ? exp2(2.2 * log2(encoded)) : exp2(2.2) * exp2(2.2 * log2(encoded / 2));
}

/** Fit of AgX's contrast curve, mean squared error 3.7e-6. */
function sigmoid(x: number): number {
  const x2 = x * x;
  const x4 = x2 * x2;
  return 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
}
