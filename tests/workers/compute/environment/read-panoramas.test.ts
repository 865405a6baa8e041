import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readExr } from '../../../../src/workers/compute/environment/read-exr.ts';
import { readRadiance } from '../../../../src/workers/compute/environment/read-radiance.ts';
import { makeExr, makeHdr } from '../../../support/panorama-files.ts';
import { WRITTEN_EXR } from '../../../support/written-exr.ts';

const REAL = '/work/shared/samples/hdr/studio_small_03_1k.hdr';
const colour = (x: number, y: number): [number, number, number] => [x / 4, y + 1, x === 3 ? 900 : 0.25];
const bytesOf = (text: string) => new TextEncoder().encode(text);
const refusal = (read: () => unknown): unknown => {
  try {
    read();
  } catch (error) {
    return (error as { failure?: unknown }).failure;
  }
  return null;
};
const UNREADABLE = { code: 'environment-refused', reason: 'unreadable' };
const TOO_LARGE = { code: 'environment-refused', reason: 'too-large' };

describe('a Radiance picture', () => {
  test.each([true, false])('is read as it was written, flat or in runs: %s', (isFlat) => {
    const { widthPx, heightPx, rgb } = readRadiance(makeHdr(16, 8, colour, { isFlat }));
    expect([widthPx, heightPx]).toEqual([16, 8]);
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 16; x++) {
        const most = Math.max(...colour(x, y));
        for (let k = 0; k < 3; k++)
          expect(Math.abs((rgb[(y * 16 + x) * 3 + k] ?? 0) - (colour(x, y)[k] ?? 0))).toBeLessThanOrEqual(
            most / 128,
          );
      }
    }
  });

  test('may lie upside down or mirrored, and its exposure is undone', () => {
    const upright = readRadiance(makeHdr(16, 8, colour));
    const turned = readRadiance(makeHdr(16, 8, colour, { size: '+Y 8 -X 16' }));
    expect(turned.rgb.slice(0, 3)).toEqual(upright.rgb.slice(-3));
    const bright = readRadiance(makeHdr(16, 8, colour, { header: 'EXPOSURE=2\nFORMAT=32-bit_rle_rgbe\n' }));
    expect(bright.rgb[1]).toBeCloseTo((upright.rgb[1] ?? 0) / 2, 6);
  });

  test.each<[string, Uint8Array, unknown]>([
    ['nothing', new Uint8Array(0), UNREADABLE],
    ['another file', bytesOf('GIF89a and so on, for long enough to be read'), UNREADABLE],
    ['a header without an end', bytesOf(`#?RADIANCE\n${'x'.repeat(100_000)}`), UNREADABLE],
    ['one of XYZ', makeHdr(16, 8, colour, { header: 'FORMAT=32-bit_rle_xyze\n' }), UNREADABLE],
    ['one that lies on its side', makeHdr(16, 8, colour, { size: '+X 16 -Y 8' }), UNREADABLE],
    ['one of no size', makeHdr(16, 8, colour, { size: '-Y 0 +X 16' }), UNREADABLE],
    ['one that says it is 100,000 wide', makeHdr(16, 8, colour, { size: '-Y 50000 +X 100000' }), TOO_LARGE],
    [
      'one that says it has more than it has',
      makeHdr(16, 8, colour, { size: '-Y 4000 +X 8000' }),
      UNREADABLE,
    ],
    ['half of one', makeHdr(64, 32, colour).slice(0, 3_000), UNREADABLE],
    ['runs that end too early', makeHdr(64, 32, colour, { isFlat: false }).slice(0, 300), UNREADABLE],
    [
      'a run that is too long',
      Uint8Array.from([...bytesOf('#?RADIANCE\n\n-Y 1 +X 8\n'), 2, 2, 0, 8, 255, 1]),
      UNREADABLE,
    ],
    [
      'a run of nothing',
      Uint8Array.from([...bytesOf('#?RADIANCE\n\n-Y 1 +X 8\n'), 2, 2, 0, 8, 0, 0, 0]),
      UNREADABLE,
    ],
    [
      'a repeat of nothing',
      Uint8Array.from([...bytesOf('#?RADIANCE\n\n-Y 1 +X 4\n'), 1, 1, 1, 4]),
      UNREADABLE,
    ],
  ])('is refused in words: %s', (_name, bytes, failure) => {
    expect(refusal(() => readRadiance(bytes))).toEqual(failure);
  });

  test.skipIf(!existsSync(REAL))('of a real studio is read whole', () => {
    const { widthPx, heightPx, rgb } = readRadiance(new Uint8Array(readFileSync(REAL)));
    expect([widthPx, heightPx]).toEqual([1_024, 512]);
    expect(rgb.some((value) => value > 1)).toBe(true);
    expect(rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
  });
});

describe('a Radiance picture in other colours', () => {
  const header = (line: string) => ({ header: `${line}\nFORMAT=32-bit_rle_rgbe\n` });
  const grey = (): [number, number, number] => [0.5, 0.5, 0.5];
  const at = (line: string, colour: () => [number, number, number]) =>
    Array.from(readRadiance(makeHdr(16, 8, colour, header(line))).rgb.slice(0, 3));

  test('has its primaries converted, with white for white', () => {
    const wide = 'PRIMARIES= 0.708 0.292 0.17 0.797 0.131 0.046 0.3127 0.329';
    for (const value of at(wide, grey)) expect(value).toBeCloseTo(0.5, 2);
    const [red = 0, green = 0] = at(wide, () => [0.5, 0.25, 0.25]);
    expect(red).toBeGreaterThan(0.55);
    expect(green).toBeLessThan(0.25);
  });

  test('has its correction undone, and lines that are none are left', () => {
    expect(at('COLORCORR= 2 1 0.5', grey)).toEqual([0.25, 0.5, 1]);
    expect(at('COLORCORR= 0 1 nonsense', grey)).toEqual([0.5, 0.5, 0.5]);
    expect(at('PRIMARIES= 1 2 3', grey)).toEqual([0.5, 0.5, 0.5]);
    expect(at('PRIMARIES= 0 0 0 0 0 0 0 0', grey)).toEqual([0.5, 0.5, 0.5]);
  });
});

describe('an OpenEXR picture', () => {
  test.each<[string, readonly [number, number, number, number]]>([
    ['less than its frame', [-4, -2, 35, 17]],
    ['more than its frame', [3, 1, 28, 13]],
    ['a part of its frame', [-10, -6, 20, 8]],
  ])('that has %s is laid into that, and dark beside it', (_name, frame) => {
    const [x0, y0, x1, y1] = frame;
    const { widthPx, heightPx, rgb } = readExr(makeExr(32, 16, colour, 'none', { frame }));
    expect([widthPx, heightPx]).toEqual([x1 - x0 + 1, y1 - y0 + 1]);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const isInside = x >= 0 && y >= 0 && x < 32 && y < 16;
        const start = ((y - y0) * widthPx + x - x0) * 3;
        expect(Array.from(rgb.slice(start, start + 3))).toEqual(isInside ? colour(x, y) : [0, 0, 0]);
      }
    }
  });

  test.each([
    ['colours of different kinds', { kinds: [2, 2, 1] as const }],
    ['whole numbers beside colours', { kinds: [2, 2, 2, 0] as const }],
  ])('with %s is refused, and not read askew', (_name, change) => {
    expect(refusal(() => readExr(makeExr(32, 16, colour, 'none', change)))).toEqual(UNREADABLE);
  });

  test.each(['none', 'zip'] as const)('is read as it was written, row 0 at the top: %s', (compression) => {
    const { widthPx, heightPx, rgb } = readExr(makeExr(32, 16, colour, compression));
    expect([widthPx, heightPx]).toEqual([32, 16]);
    for (const [x, y] of [
      [0, 0],
      [3, 0],
      [31, 15],
      [7, 9],
    ] as const) {
      const at = (y * 32 + x) * 3;
      expect([...rgb.subarray(at, at + 3)].map((value, k) => value - (colour(x, y)[k] ?? 0))).toEqual([
        0, 0, 0,
      ]);
    }
  });

  test.each([
    ['tiledPiz', 0],
    // Converted to ACES and back, in halves both times.
    ['acesPiz', 0.002],
  ] as const)('of half floats by PIZ, as its own programs write it, is read: %s', (name, tolerance) => {
    const { widthPx, heightPx, rgb } = readExr(Uint8Array.from(Buffer.from(WRITTEN_EXR[name], 'base64')));
    expect([widthPx, heightPx]).toEqual([32, 16]);
    for (let y = 0; y < 16; y++) {
      for (let x = 0; x < 32; x++) {
        for (let k = 0; k < 3; k++) {
          const wanted = x === 20 && y === 3 ? 1024 : (x + 1) / 32 + k / 4 + y / 64;
          expect(Math.abs((rgb[(y * 32 + x) * 3 + k] ?? 0) - wanted)).toBeLessThanOrEqual(
            tolerance * (wanted + 0.1),
          );
        }
      }
    }
  });

  test('of primaries that are none is refused in words', () => {
    const bytes = Uint8Array.from(Buffer.from(WRITTEN_EXR.acesPiz, 'base64'));
    const at = Buffer.from(bytes.buffer).indexOf('chromaticities\0chromaticities\0') + 34;
    bytes.fill(0, at, at + 32);
    expect(refusal(() => readExr(bytes))).toEqual(UNREADABLE);
  });

  test.each<[string, Uint8Array<ArrayBuffer>, unknown]>([
    ['nothing', new Uint8Array(0), UNREADABLE],
    [
      'a name without an end',
      Uint8Array.from([0x76, 0x2f, 0x31, 1, 2, 0, 0, 0, ...Array(400).fill(65)]),
      UNREADABLE,
    ],
    ['a header that ends in the middle', makeExr(32, 16, colour).slice(0, 60), UNREADABLE],
    ['half of one', makeExr(32, 16, colour).slice(0, 3_000), UNREADABLE],
    ['one of deep pixels', makeExr(32, 16, colour, 'none', { flags: 0x800 }), UNREADABLE],
    ['one of no size', makeExr(32, 16, colour, 'none', { window: [0, 0, -1, 15] }), UNREADABLE],
    [
      'one that says it is 100,000 wide',
      makeExr(32, 16, colour, 'none', { window: [0, 0, 99_999, 49_999] }),
      TOO_LARGE,
    ],
    [
      'one that says it has more than it has',
      makeExr(32, 16, colour, 'none', { window: [0, 0, 63, 63] }),
      UNREADABLE,
    ],
  ])('is refused in words: %s', (_name, bytes, failure) => {
    expect(refusal(() => readExr(bytes))).toEqual(failure);
  });
});
