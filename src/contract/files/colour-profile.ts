import type { PictureSpace } from './picture-colour.ts';

const NAMES: Readonly<Record<PictureSpace, string>> = { srgb: 'sRGB', 'display-p3': 'Display P3' };
/** Red, green and blue of full strength, and D50, as XYZ (Bradford-adapted from D65). */
const PRIMARIES: Readonly<Record<PictureSpace, readonly (readonly [number, number, number])[]>> = {
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  'display-p3': [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
};
const D50 = [0.9642, 1, 0.82491];
const ADAPTATION = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168];
/** The sRGB curve as ICC writes it, type 3: exponent, slope, offset, slope at black and where that ends. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const HEADER_BYTES = 128;

/** An ICC profile, version 4.3, of a colour space whose curve is sRGB's (ICC.1:2010): the same bytes every time. */
export function colourProfile(space: PictureSpace): Uint8Array<ArrayBuffer> {
  const [red, green, blue] = PRIMARIES[space].map((xyz) => numbers('XYZ ', xyz));
  const curve = numbers('para', CURVE, 3);
  const tags: readonly (readonly [string, Uint8Array | undefined])[] = [
    ['desc', words(NAMES[space])],
    ['cprt', words('CC0')],
    ['wtpt', numbers('XYZ ', D50)],
    ['chad', numbers('sf32', ADAPTATION)],
    ['rXYZ', red],
    ['gXYZ', green],
    ['bXYZ', blue],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const places = new Map<Uint8Array, number>();
  let size = HEADER_BYTES + 4 + tags.length * 12;
  for (const [, data] of tags) {
    if (data === undefined || places.has(data)) continue;
    places.set(data, size);
    size += (data.byteLength + 3) & ~3;
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(letters(text), at);
  view.setUint32(0, size);
  view.setUint32(8, 0x04300000);
  write(12, 'mntrRGB XYZ ');
  // A day of no meaning, so that the bytes are always the same.
  for (const [index, part] of [2026, 1, 1].entries()) view.setUint16(24 + index * 2, part);
  write(36, 'acsp');
  for (const [index, value] of D50.entries()) view.setInt32(68 + index * 4, fixed(value));
  view.setUint32(HEADER_BYTES, tags.length);
  for (const [index, [name, data]] of tags.entries()) {
    if (data === undefined) continue;
    const place = places.get(data) ?? 0;
    const at = HEADER_BYTES + 4 + index * 12;
    write(at, name);
    view.setUint32(at + 4, place);
    view.setUint32(at + 8, data.byteLength);
    bytes.set(data, place);
  }
  return bytes;
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/** 16 bits before the point and 16 behind it. */
function fixed(value: number): number {
  return Math.round(value * 65_536);
}

/** @param kind Of a curve; other types have none. */
function numbers(type: string, values: readonly number[], kind?: number): Uint8Array {
  const start = kind === undefined ? 8 : 12;
  const view = new DataView(new ArrayBuffer(start + values.length * 4));
  const bytes = new Uint8Array(view.buffer);
  bytes.set(letters(type));
  if (kind !== undefined) view.setUint16(8, kind);
  for (const [index, value] of values.entries()) view.setInt32(start + index * 4, fixed(value));
  return bytes;
}

/** One English text. */
function words(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(28 + text.length * 2));
  const bytes = new Uint8Array(view.buffer);
  bytes.set(letters('mluc'));
  view.setUint32(8, 1);
  view.setUint32(12, 12);
  bytes.set(letters('enUS'), 16);
  view.setUint32(20, text.length * 2);
  view.setUint32(24, 28);
  for (const [index, letter] of letters(text).entries()) view.setUint16(28 + index * 2, letter);
  return bytes;
}
